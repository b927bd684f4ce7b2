import type { Handler } from 'hono';
import { openApiDocument } from '../contract/openapi.ts';
import type { AppEnv } from '../http/app-env.ts';

/** `GET /api/openapi.json`: the contract of the API, made once. */
export function openApiRoute(): Handler<AppEnv> {
  const text = JSON.stringify(openApiDocument());
  return (c) => c.body(text, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' });
}
