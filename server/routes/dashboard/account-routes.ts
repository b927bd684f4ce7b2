import type { Context } from 'hono';
import { z } from 'zod';
import type { SessionResponse } from '../../../shared/api/dashboard.ts';
import type { Accounts } from '../../accounts/account-service.ts';
import type { Audited, AuditLog } from '../../audit/audit-log.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { Methods } from '../../http/mount.ts';
import { ProblemError } from '../../problem.ts';
import { code, email, newPassword, password } from './fields.ts';
import { readJson } from './read-json.ts';
import { createSessionCookies } from './session-cookies.ts';
import { signedIn } from './signed-in.ts';

export interface AccountRouteDeps {
  readonly accounts: Accounts;
  readonly audit: AuditLog;
  readonly trustProxy: boolean;
}

const SET_UP = z.object({ code, email, password: newPassword });
/** `code` is sent after the server has answered `two_factor_required`. */
const SIGN_IN = z.object({ email, password, code: code.optional() });
const CHANGE_PASSWORD = z.object({ current: password, next: newPassword });

/** Routes for setup, sign-in, and the member's own session and password. */
export function accountRoutes(deps: AccountRouteDeps): Readonly<Record<string, Methods>> {
  return { ...signInRoutes(deps), ...ownSessionRoutes(deps) };
}

function signInRoutes(deps: AccountRouteDeps): Readonly<Record<string, Methods>> {
  const { accounts, trustProxy } = deps;
  const door = createSessionCookies(accounts, trustProxy);
  const { note, noteFailure } = createSignInNotes(deps);
  return {
    setup: {
      POST: async (c) => {
        const welcomed = await accounts.setUp(await readJson(c, SET_UP), door.from(c));
        await note(c, welcomed.email, { action: 'set-up' });
        return door.startSession(c, welcomed);
      },
    },

    'sign-in': {
      POST: async (c) => {
        const credentials = await readJson(c, SIGN_IN);
        const welcomed = await accounts.signIn(credentials, door.from(c)).catch(async (error: unknown) => {
          if (error instanceof ProblemError) await noteFailure(c, credentials.email, error);
          throw error;
        });
        if (welcomed.proof === 'recovery-code')
          await note(c, welcomed.email, { action: 'recovery-code-used' });
        await note(c, welcomed.email, { action: 'signed-in' });
        return door.startSession(c, welcomed);
      },
    },
  };
}

function ownSessionRoutes(deps: AccountRouteDeps): Readonly<Record<string, Methods>> {
  const { accounts, trustProxy } = deps;
  const door = createSessionCookies(accounts, trustProxy);
  const { note } = createSignInNotes(deps);
  return {
    session: {
      GET: async (c) => {
        const token = door.token(c);
        const session = token === undefined ? null : await accounts.sessions.find(token);
        const isSetUp = session !== null || (await accounts.isSetUp());
        return c.json<SessionResponse>({
          isSetUp,
          email: session?.email ?? null,
          role: session?.role ?? null,
        });
      },
    },

    'sign-out': {
      POST: async (c) => {
        const token = door.token(c);
        if (token !== undefined) await accounts.sessions.end(token);
        return door.endSession(c);
      },
    },

    'sign-out-everywhere': {
      POST: async (c) => {
        const session = signedIn(c);
        await accounts.signOutEverywhere(session);
        await note(c, session.email, { action: 'signed-out-everywhere' });
        return door.endSession(c);
      },
    },

    password: {
      POST: async (c) => {
        const session = signedIn(c);
        const wanted = await readJson(c, CHANGE_PASSWORD);
        const welcomed = await accounts.changePassword(session, wanted, door.from(c));
        await note(c, session.email, { action: 'password-changed' });
        return door.startSession(c, welcomed);
      },
    },
  };
}

/** Writes what members do with their accounts into the audit log. */
function createSignInNotes({ accounts, audit, trustProxy }: AccountRouteDeps) {
  /** Unknown emails are not recorded. */
  const note = async (c: Context<AppEnv>, email: string, what: Omit<Audited, 'subject'>) => {
    const name = (await accounts.isKnown(email)) ? email : '';
    await audit.record({ name, address: clientAddress(c, trustProxy) }, { ...what, subject: name });
  };

  /** Audits a failed sign-in; not if it only lacks the code, or if strangers could flood the log. */
  const noteFailure = async (c: Context<AppEnv>, email: string, error: ProblemError) => {
    const { code } = error.problem;
    if (code === 'two_factor_required') return;
    // The client's address helps to detect attacks; the email is not logged.
    c.set('strangerAddress', clientAddress(c, trustProxy));
    if (code === 'wrong_credentials') await note(c, email, { action: 'sign-in-failed' });
    if (code === 'invalid_code') await note(c, email, { action: 'sign-in-failed', detail: 'wrong code' });
  };

  return { note, noteFailure };
}
