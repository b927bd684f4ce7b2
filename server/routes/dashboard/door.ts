import type { Context } from 'hono';
import type { Accounts, Welcome } from '../../accounts/account-service.ts';
import type { From } from '../../accounts/guard.ts';
import type { Actor } from '../../audit/audit-log.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { SessionAnswer } from './answers.ts';
import { DashboardCookie } from './cookies.ts';
import { signedIn } from './signed-in.ts';

/** By which people come in and go out, wherever they do: it keeps the cookies of their browsers. */
export interface Door {
  from(c: Context<AppEnv>): From;
  /** Who asks, behind `requireSession`, for the log. */
  actor(c: Context<AppEnv>): Actor;
  /** Of the session that the request bears. */
  token(c: Context<AppEnv>): string | undefined;
  /** Whatever session the request bore ends: a new one begins with a token that nobody has seen. */
  welcome(c: Context<AppEnv>, welcomed: Welcome): Promise<Response>;
  /** Takes the cookie of the session away. */
  farewell(c: Context<AppEnv>): Response;
}

export function createDoor({ sessions }: Pick<Accounts, 'sessions'>, trustProxy: boolean): Door {
  const sessionCookie = (c: Context<AppEnv>) => new DashboardCookie(c, 'session', trustProxy);
  const deviceCookie = (c: Context<AppEnv>) => new DashboardCookie(c, 'device', trustProxy);
  return {
    from: (c) => ({ address: clientAddress(c, trustProxy), device: deviceCookie(c).read() }),
    actor: (c) => ({ name: signedIn(c).email, address: clientAddress(c, trustProxy) }),
    token: (c) => sessionCookie(c).read(),

    async welcome(c, { token, device, email, role }) {
      const cookie = sessionCookie(c);
      const old = cookie.read();
      if (old !== undefined) await sessions.end(old);
      cookie.write(token);
      deviceCookie(c).write(device);
      return c.json<SessionAnswer>({ isSetUp: true, email, role });
    },

    farewell(c) {
      sessionCookie(c).remove();
      return c.json<SessionAnswer>({ isSetUp: true, email: null, role: null });
    },
  };
}
