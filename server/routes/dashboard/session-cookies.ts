import type { Context } from 'hono';
import type { SessionResponse } from '../../../shared/api/dashboard.ts';
import type { Accounts, SignInResult } from '../../accounts/account-service.ts';
import type { ClientIdentity } from '../../accounts/attempt-limiter.ts';
import type { Actor } from '../../audit/audit-log.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientAddress } from '../../http/client-address.ts';
import { DashboardCookie } from './cookies.ts';
import { signedIn } from './signed-in.ts';

/** Reads and sets the session and device cookies. */
export interface SessionCookies {
  from(c: Context<AppEnv>): ClientIdentity;
  /** The signed-in member, for the audit log; runs after `requireSession`. */
  actor(c: Context<AppEnv>): Actor;
  /** Token of the request's session. */
  token(c: Context<AppEnv>): string | undefined;
  /** Ends the request's session, if any, and starts a new one with a fresh token. */
  startSession(c: Context<AppEnv>, welcomed: SignInResult): Promise<Response>;
  /** Removes the session cookie. */
  endSession(c: Context<AppEnv>): Response;
}

export function createSessionCookies(
  { sessions }: Pick<Accounts, 'sessions'>,
  trustProxy: boolean,
): SessionCookies {
  const sessionCookie = (c: Context<AppEnv>) => new DashboardCookie(c, 'session', trustProxy);
  const deviceCookie = (c: Context<AppEnv>) => new DashboardCookie(c, 'device', trustProxy);
  return {
    from: (c) => ({ address: clientAddress(c, trustProxy), device: deviceCookie(c).read() }),
    actor: (c) => ({ name: signedIn(c).email, address: clientAddress(c, trustProxy) }),
    token: (c) => sessionCookie(c).read(),

    async startSession(c, { token, device, email, role }) {
      const cookie = sessionCookie(c);
      const old = cookie.read();
      if (old !== undefined) await sessions.end(old);
      cookie.write(token);
      deviceCookie(c).write(device);
      return c.json<SessionResponse>({ isSetUp: true, email, role });
    },

    endSession(c) {
      sessionCookie(c).remove();
      return c.json<SessionResponse>({ isSetUp: true, email: null, role: null });
    },
  };
}
