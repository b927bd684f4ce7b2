import type { Context } from 'hono';
import type { Accounts, SignInResult } from '../../accounts/account-service.ts';
import type { ClientIdentity } from '../../accounts/attempt-limiter.ts';
import type { Actor } from '../../audit/audit-log.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientAddress } from '../../http/client-address.ts';
import { DashboardCookie } from './cookies.ts';
import type { SessionResponse } from './responses.ts';
import { signedIn } from './signed-in.ts';

/** By which people come in and go out, wherever they do: it keeps the cookies of their browsers. */
export interface SessionCookies {
  from(c: Context<AppEnv>): ClientIdentity;
  /** Who asks, behind `requireSession`, for the log. */
  actor(c: Context<AppEnv>): Actor;
  /** Of the session that the request bears. */
  token(c: Context<AppEnv>): string | undefined;
  /** Whatever session the request bore ends: a new one begins with a token that nobody has seen. */
  startSession(c: Context<AppEnv>, welcomed: SignInResult): Promise<Response>;
  /** Takes the cookie of the session away. */
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
