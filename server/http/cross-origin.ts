import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HEADER_TEXTS } from '../text/contract.ts';
import type { AppEnv } from './app-env.ts';

/** What a page on another origin may send along, beside what the browser always allows. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Prefer',
  'traceparent',
  'X-API-Key',
  'X-PDF-Password',
];

const PREFLIGHT_S = 7200;

/**
 * Lets pages of these origins use the API with a key and read all of its answers. Cookies never count here, so that
 * even `*` opens nothing that belongs to somebody who is signed in.
 */
export function crossOrigin(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  if (origins.length === 0) return (_c, next) => next();
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: REQUEST_HEADERS,
    exposeHeaders: [...Object.keys(HEADER_TEXTS), 'Preference-Applied'],
    maxAge: PREFLIGHT_S,
  });
}
