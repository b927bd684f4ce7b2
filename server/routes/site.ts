import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';

const ONE_YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves the built page. Files under `/assets/` have a content hash in their name and may be cached forever; others are
 * revalidated. A route that only the page knows returns the page, but only to a browser: a missing script must be a 404
 * and not HTML.
 */
export function mountSite(app: Hono<AppEnv>, webRoot: string): void {
  if (!existsSync(join(webRoot, 'index.html'))) {
    app.get('*', notBuilt);
    return;
  }
  app.get('*', async (c, next) => {
    await next();
    if (!c.res.ok) return;
    const isForEver = c.req.path.startsWith('/assets/');
    c.res.headers.set('Cache-Control', isForEver ? ONE_YEAR : 'no-cache');
    // No browser asks again for what never changes: a first visit is 2 kB lighter.
    if (isForEver) c.res.headers.delete('Last-Modified');
  });
  // Such as the build's own manifest in `.vite`.
  app.get('*', (c, next) => (c.req.path.includes('/.') ? notFound(c) : next()));
  app.get('*', serveStatic({ root: webRoot, precompressed: true }));
  app.get('/assets/*', notFound);
  app.get('*', (c, next) => (asksForPage(c) ? next() : notFound(c)));
  app.get('*', serveStatic({ root: webRoot, precompressed: true, path: 'index.html' }));
}

function asksForPage(c: Context<AppEnv>): boolean {
  return c.req.header('accept')?.includes('text/html') ?? false;
}

function notFound(c: Context<AppEnv>): Response {
  return c.text('Not found\n', 404, { 'Cache-Control': 'no-store' });
}

function notBuilt(c: Context<AppEnv>): Response {
  const text = 'The page is not built yet. Run "npm run build", then start the server again.';
  return c.html(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pagelight</title><p>${text}</p></html>\n`,
    503,
    { 'Cache-Control': 'no-store' },
  );
}
