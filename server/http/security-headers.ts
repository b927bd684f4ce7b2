import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from './app-env.ts';

/**
 * The page may run only its own code and talk only to its own server, so the browser enforces "your document stays
 * here". WASM needs `wasm-unsafe-eval`; previews and thumbnails are blob and data images. Workers start from a blob of
 * their own script, since starting one by URL would be a request while compressing.
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

/**
 * A page's scripts, styles and fonts are no documents, for which the other headers are: 600 bytes for each of 60 files.
 * Workers take the policy of their page, since they start from its blobs; styles load fonts of this server alone, whom a
 * referrer tells nothing.
 */
const OF_ASSETS = {
  crossOriginEmbedderPolicy: 'require-corp',
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

const HSTS = 'max-age=15552000; includeSubDomains';

export function securityHeaders(trustProxy: boolean): MiddlewareHandler<AppEnv> {
  const always = secureHeaders({
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    crossOriginEmbedderPolicy: 'require-corp',
    xFrameOptions: 'DENY',
    // Browsers ignore it over plain http, and a proxy without TLS could not keep the promise.
    strictTransportSecurity: false,
  });
  const forAssets = secureHeaders(OF_ASSETS);
  return async (c, next) => {
    await (c.req.path.startsWith('/assets/') ? forAssets : always)(c, next);
    if (trustProxy && c.req.header('x-forwarded-proto') === 'https') {
      c.res.headers.set('Strict-Transport-Security', HSTS);
    }
  };
}
