import type { MiddlewareHandler } from 'hono';
import { ROLES, type Role } from '../../accounts/roles.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ProblemError } from '../../problem.ts';
import { signedIn } from './signed-in.ts';

/** Whom an address takes: anyone, also who is not signed in, or those with one of these roles. */
export type Access = 'anyone' | readonly Role[];

const EVERYBODY = ROLES;
const OWNERS = ['owner'] as const;
/** Members see of keys and usage what is their own (`ownKeys`). */
const KEY_MAKERS = ['owner', 'member'] as const;
/** Who sees all. */
const READERS = ['owner', 'viewer'] as const;

/** Who may do what in the dashboard. The server does not start with an address that is missing here, or one too many. */
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

  'GET audit': READERS,
  'GET audit.csv': READERS,
  'GET people': READERS,

  'POST people/:id/role': OWNERS,
  'POST people/:id/sign-out': OWNERS,
  'POST people/:id/remove': OWNERS,
  'POST invitations': OWNERS,
  'POST invitations/:id/revoke': OWNERS,
};

/** Lets those with such a role pass, behind `requireSession`. @throws ProblemError `not_allowed` */
export function requireRole(roles: readonly Role[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!roles.includes(signedIn(c).role)) throw new ProblemError({ code: 'not_allowed' });
    await next();
  };
}
