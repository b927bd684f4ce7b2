import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from './app-env.ts';

/**
 * The page may run its own code and talk to its own server, and nothing else: "your document stays here" is then a
 * rule of the browser. WASM needs `wasm-unsafe-eval`; previews and thumbnails are blob and data images. Workers start
 * from a blob of their own script, since starting one by its address would be a request while compressing.
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  connectSrc: ["'self'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  workerSrc: ["'self'", 'blob:'],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

const HSTS = 'max-age=15552000; includeSubDomains';

export function securityHeaders(trustProxy: boolean): MiddlewareHandler<AppEnv> {
  const always = secureHeaders({
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    crossOriginEmbedderPolicy: 'require-corp',
    xFrameOptions: 'DENY',
    // Over plain http a browser ignores it, and a proxy without TLS would promise what it cannot keep.
    strictTransportSecurity: false,
  });
  return async (c, next) => {
    await always(c, next);
    if (trustProxy && c.req.header('x-forwarded-proto') === 'https') {
      c.res.headers.set('Strict-Transport-Security', HSTS);
    }
  };
}
