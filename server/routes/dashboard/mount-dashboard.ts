import type { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { mount } from '../../http/mount.ts';
import { ACCESS, requireRole } from './access.ts';
import { type AccountRouteDeps, accountRoutes } from './account-routes.ts';
import { type AuditRouteDeps, auditRoutes } from './audit-routes.ts';
import { csrfProtection } from './csrf.ts';
import { type JobRouteDeps, jobRoutes } from './job-routes.ts';
import { type KeyRouteDeps, keyRoutes } from './key-routes.ts';
import { type PeopleRouteDeps, peopleRoutes } from './people-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { requireSession } from './signed-in.ts';
import { type UsageRouteDeps, usageRoutes } from './usage-routes.ts';

export type DashboardDeps = AccountRouteDeps &
  AuditRouteDeps &
  JobRouteDeps &
  KeyRouteDeps &
  PeopleRouteDeps &
  UsageRouteDeps;

const BASE = '/api/dashboard';

/** Mounts the dashboard's API. Invariant: cookies count only here, and API keys do not count here. */
export function mountDashboard(app: Hono<AppEnv>, deps: DashboardDeps): void {
  app.use(`${BASE}/*`, async (c, next) => {
    await next();
    c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use(`${BASE}/*`, csrfProtection(deps.trustProxy));

  const needsSession = requireSession(deps.accounts.sessions, deps.trustProxy);
  const routes = {
    ...accountRoutes(deps),
    ...secondFactorRoutes(deps),
    ...peopleRoutes(deps),
    ...keyRoutes(deps),
    ...usageRoutes(deps),
    ...jobRoutes(deps),
    ...auditRoutes(deps),
  };
  const unmounted = new Set(Object.keys(ACCESS));
  for (const [path, methods] of Object.entries(routes)) {
    for (const method of Object.keys(methods)) {
      const access = ACCESS[`${method} ${path}`];
      if (access === undefined) throw new Error(`${method} ${path} is missing in the table of access`);
      unmounted.delete(`${method} ${path}`);
      if (access !== 'anyone') app.on(method, `${BASE}/${path}`, needsSession, requireRole(access));
    }
    mount(app, `${BASE}/${path}`, methods);
  }
  if (unmounted.size > 0) throw new Error(`the table of access has no such addresses: ${[...unmounted]}`);
}
