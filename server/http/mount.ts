import type { Handler, Hono } from 'hono';
import { ProblemError } from '../problem.ts';
import type { AppEnv } from './app-env.ts';

export type Methods = Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Handler<AppEnv>>>;

/** Registers a path's methods. OPTIONS lists them; other methods get 405 and `Allow`. */
export function mount(app: Hono<AppEnv>, path: string, methods: Methods): void {
  for (const [method, handler] of Object.entries(methods)) app.on(method, path, handler);
  const allow = [...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : []), 'OPTIONS'];
  app.on('OPTIONS', path, (c) => c.body(null, 204, { Allow: allow.join(', ') }));
  app.all(path, () => {
    throw new ProblemError({ code: 'method_not_allowed', allow });
  });
}
