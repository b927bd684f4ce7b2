import type { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { mount } from '../../http/mount.ts';
import { type AccountRouteDeps, accountRoutes } from './account-routes.ts';
import { type AuditRouteDeps, auditRoutes } from './audit-routes.ts';
import { type KeyRouteDeps, keyRoutes } from './key-routes.ts';
import { ownPageOnly } from './same-site.ts';
import { requireSession } from './signed-in.ts';
import { type UsageRouteDeps, usageRoutes } from './usage-routes.ts';

export type DashboardDeps = AccountRouteDeps & AuditRouteDeps & KeyRouteDeps & UsageRouteDeps;

const BASE = '/api/dashboard';

/** Open to whoever is not signed in. */
const OPEN = new Set(['session', 'setup', 'sign-in', 'sign-out']);

/** What the dashboard's page asks. Invariant: cookies count here and nowhere else, API keys count not here. */
export function mountDashboard(app: Hono<AppEnv>, deps: DashboardDeps): void {
  app.use(`${BASE}/*`, async (c, next) => {
    await next();
    c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use(`${BASE}/*`, ownPageOnly(deps.trustProxy));

  const needsSession = requireSession(deps.accounts.sessions, deps.trustProxy);
  const routes = { ...accountRoutes(deps), ...keyRoutes(deps), ...usageRoutes(deps), ...auditRoutes(deps) };
  for (const [path, methods] of Object.entries(routes)) {
    if (!OPEN.has(path)) app.on(Object.keys(methods), `${BASE}/${path}`, needsSession);
    mount(app, `${BASE}/${path}`, methods);
  }
}
