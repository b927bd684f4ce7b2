import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HEADER_TEXTS } from '../text/contract.ts';
import type { AppEnv } from './app-env.ts';

/** Headers that a page on another origin may send, beside those that browsers always allow. */
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
 * Allows pages of these origins to use the API with a key and to read all response headers. Cookies never count here,
 * so even `*` exposes nothing of a signed-in member.
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
