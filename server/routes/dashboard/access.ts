import type { MiddlewareHandler } from 'hono';
import { ROLES, type Role } from '../../accounts/roles.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ProblemError } from '../../problem.ts';
import { signedIn } from './signed-in.ts';

/** Access to a route: anyone, even without a session, or members with one of these roles. */
export type Access = 'anyone' | readonly Role[];

const EVERYBODY = ROLES;
const OWNERS = ['owner'] as const;
/** Members see only their own keys, and the usage and jobs of these (`ownKeys`). */
const KEY_MAKERS = ['owner', 'member'] as const;
/** Roles that see everything. */
const READERS = ['owner', 'viewer'] as const;

/**
 * Access control of the dashboard's routes. The server does not start if a route is missing here or an entry has no
 * route.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'GET session': 'anyone',
  'POST setup': 'anyone',
  'POST sign-in': 'anyone',
  'POST sign-out': 'anyone',
  'POST invitation': 'anyone',
  'POST invitation/accept': 'anyone',

  'POST sign-out-everywhere': EVERYBODY,
  'POST password': EVERYBODY,
  'GET second-factor': EVERYBODY,
  'POST second-factor': EVERYBODY,
  'POST second-factor/confirm': EVERYBODY,
  'POST second-factor/recovery-codes': EVERYBODY,
  'POST second-factor/remove': EVERYBODY,

  'GET keys': EVERYBODY,
  'GET usage': EVERYBODY,
  'POST keys': KEY_MAKERS,
  'POST keys/:id': KEY_MAKERS,
  'POST keys/:id/roll': KEY_MAKERS,
  'POST keys/:id/revoke': KEY_MAKERS,

  'GET jobs': EVERYBODY,
  'GET jobs/:id': EVERYBODY,
  'GET jobs/:id/documents': EVERYBODY,
  'POST jobs/:id/cancel': KEY_MAKERS,
  'POST jobs/:id/retry': KEY_MAKERS,
  'POST jobs/:id/deliveries/:event/resend': KEY_MAKERS,

  'GET audit': READERS,
  'GET audit.csv': READERS,
  'GET people': READERS,

  'POST people/:id/role': OWNERS,
  'POST people/:id/sign-out': OWNERS,
  'POST people/:id/remove': OWNERS,
  'POST invitations': OWNERS,
  'POST invitations/:id/revoke': OWNERS,
};

/** Requires one of these roles; runs after `requireSession`. @throws ProblemError `not_allowed` */
export function requireRole(roles: readonly Role[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!roles.includes(signedIn(c).role)) throw new ProblemError({ code: 'not_allowed' });
    await next();
  };
}
