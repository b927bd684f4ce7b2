import type { Context } from 'hono';
import { z } from 'zod';
import type { Accounts, From, Welcome } from '../../accounts/account-service.ts';
import { isEmail, isPasswordLength, normalEmail, PASSWORD_MAX_CHARACTERS } from '../../accounts/rules.ts';
import type { AuditAction, AuditLog } from '../../audit/audit-log.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { Methods } from '../../http/mount.ts';
import { ProblemError } from '../../problem.ts';
import { fieldWords } from '../../text/dashboard.ts';
import type { SessionAnswer } from './answers.ts';
import { DashboardCookie } from './cookies.ts';
import { readJson } from './read-json.ts';
import { signedIn } from './signed-in.ts';

export interface AccountRouteDeps {
  readonly accounts: Accounts;
  readonly audit: AuditLog;
  readonly trustProxy: boolean;
}

const email = z
  .string({ error: fieldWords.email })
  .transform(normalEmail)
  .refine(isEmail, { error: fieldWords.email });
const newPassword = z
  .string({ error: fieldWords.newPassword })
  .refine(isPasswordLength, { error: fieldWords.newPassword });
/** One that exists may be of any length that was ever allowed. */
const password = z
  .string({ error: fieldWords.missing })
  .min(1, { error: fieldWords.missing })
  .max(2 * PASSWORD_MAX_CHARACTERS, { error: fieldWords.missing });

const SET_UP = z.object({
  code: z.string().trim().min(1, { error: fieldWords.missing }),
  email,
  password: newPassword,
});
const SIGN_IN = z.object({ email, password });
const CHANGE_PASSWORD = z.object({ current: password, next: newPassword });

/** Set-up, sign-in and all that concerns one's own account, by address. */
export function accountRoutes({
  accounts,
  audit,
  trustProxy,
}: AccountRouteDeps): Readonly<Record<string, Methods>> {
  /** Emails that belong to nobody are not written down. */
  const note = async (c: Context<AppEnv>, action: AuditAction, email: string) => {
    const name = (await accounts.isKnown(email)) ? email : '';
    await audit.note({ name, address: clientAddress(c, trustProxy) }, { action, subject: name });
  };
  const sessionCookie = (c: Context<AppEnv>) => new DashboardCookie(c, 'session', trustProxy);
  const deviceCookie = (c: Context<AppEnv>) => new DashboardCookie(c, 'device', trustProxy);
  const from = (c: Context<AppEnv>): From => ({
    address: clientAddress(c, trustProxy),
    device: deviceCookie(c).read(),
  });

  /** Whatever session the request bore ends: a new one begins with a token that nobody has seen. */
  const welcome = async (
    c: Context<AppEnv>,
    { token, device }: Welcome,
    address: string,
  ): Promise<Response> => {
    const cookie = sessionCookie(c);
    const old = cookie.read();
    if (old !== undefined) await accounts.sessions.end(old);
    cookie.write(token);
    deviceCookie(c).write(device);
    return c.json<SessionAnswer>({ isSetUp: true, email: address });
  };

  return {
    session: {
      GET: async (c) => {
        const token = sessionCookie(c).read();
        const session = token === undefined ? null : await accounts.sessions.find(token);
        const isSetUp = session !== null || (await accounts.isSetUp());
        return c.json<SessionAnswer>({ isSetUp, email: session?.email ?? null });
      },
    },

    setup: {
      POST: async (c) => {
        const wanted = await readJson(c, SET_UP);
        const welcomed = await accounts.setUp(wanted, from(c));
        await note(c, 'set-up', wanted.email);
        return welcome(c, welcomed, wanted.email);
      },
    },

    'sign-in': {
      POST: async (c) => {
        const credentials = await readJson(c, SIGN_IN);
        const welcomed = await accounts.signIn(credentials, from(c)).catch(async (error: unknown) => {
          // For who looks for attacks: where from, and not whose email it was.
          if (error instanceof ProblemError) c.set('strangerAddress', clientAddress(c, trustProxy));
          // Tries beyond what may be tried are in the log alone, which no stranger can fill this way.
          if (error instanceof ProblemError && error.problem.code === 'wrong_credentials')
            await note(c, 'sign-in-failed', credentials.email);
          throw error;
        });
        await note(c, 'signed-in', credentials.email);
        return welcome(c, welcomed, credentials.email);
      },
    },

    'sign-out': {
      POST: async (c) => {
        const cookie = sessionCookie(c);
        const token = cookie.read();
        if (token !== undefined) await accounts.sessions.end(token);
        cookie.remove();
        return c.json<SessionAnswer>({ isSetUp: true, email: null });
      },
    },

    'sign-out-everywhere': {
      POST: async (c) => {
        const session = signedIn(c);
        await accounts.signOutEverywhere(session);
        await note(c, 'signed-out-everywhere', session.email);
        sessionCookie(c).remove();
        return c.json<SessionAnswer>({ isSetUp: true, email: null });
      },
    },

    password: {
      POST: async (c) => {
        const session = signedIn(c);
        const wanted = await readJson(c, CHANGE_PASSWORD);
        const welcomed = await accounts.changePassword(session, wanted, from(c));
        await note(c, 'password-changed', session.email);
        return welcome(c, welcomed, session.email);
      },
    },
  };
}
