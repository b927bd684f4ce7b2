import type { Context, MiddlewareHandler } from 'hono';
import type { Session, Sessions } from '../../accounts/sessions.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ProblemError } from '../../problem.ts';
import { DashboardCookie } from './cookies.ts';

/** Requires a session cookie. API keys are not accepted here. */
export function requireSession(sessions: Sessions, trustProxy: boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = new DashboardCookie(c, 'session', trustProxy).read();
    const session = token === undefined ? null : await sessions.find(token);
    if (session === null) throw new ProblemError({ code: 'unauthenticated' });
    c.set('session', session);
    await next();
  };
}

/** The request's session; runs after `requireSession`. */
export function signedIn(c: Context<AppEnv>): Session {
  const session = c.get('session');
  if (session === undefined) throw new Error('this address is mounted without requireSession');
  return session;
}
