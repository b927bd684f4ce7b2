import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../keys/key-format.ts';
import { type Role, roleOf } from './roles.ts';

/** A signed-in member. */
export interface Session {
  readonly accountId: string;
  readonly email: string;
  /** The current role, even if it changed since the session began. */
  readonly role: Role;
  /** Hash of the cookie's token. */
  readonly tokenHash: string;
}

export interface Sessions {
  /** Creates a session and returns the token for its cookie. Never accepts a token from the client. */
  begin(accountId: string): Promise<string>;
  /** Looks up a session by its token; null if unknown or expired. */
  find(token: string): Promise<Session | null>;
  end(token: string): Promise<void>;
  endAllOf(accountId: string): Promise<void>;
  /** Ends the other sessions of the same account. */
  endOthers(session: Session): Promise<void>;
}

/** A session expires after this long without a request. */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
/** Maximum lifetime of a session. */
export const SESSION_MAX_MS = 30 * 24 * 60 * 60 * 1000;
/** Minimum interval between two updates of `seen_at`. */
const SEEN_EVERY_MS = 60_000;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

export function createSessions(db: Database, now: () => number): Sessions {
  return {
    async begin(accountId) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const time = now();
      await db
        .deleteFrom('sessions')
        .where((row) =>
          row.or([
            row('created_at', '<=', time - SESSION_MAX_MS),
            row('seen_at', '<=', time - SESSION_IDLE_MS),
          ]),
        )
        .execute();
      await db
        .insertInto('sessions')
        .values({ token_hash: hashSecret(token), account_id: accountId, created_at: time, seen_at: time })
        .execute();
      return token;
    },

    async find(token) {
      if (!TOKEN.test(token)) return null;
      const time = now();
      const tokenHash = hashSecret(token);
      const row = await db
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
        .select(['sessions.account_id', 'sessions.seen_at', 'accounts.email', 'accounts.role'])
        .where('token_hash', '=', tokenHash)
        .where('sessions.created_at', '>', time - SESSION_MAX_MS)
        .where('seen_at', '>', time - SESSION_IDLE_MS)
        .executeTakeFirst();
      if (row === undefined) return null;
      if (time - row.seen_at >= SEEN_EVERY_MS) {
        await db.updateTable('sessions').set({ seen_at: time }).where('token_hash', '=', tokenHash).execute();
      }
      return { accountId: row.account_id, email: row.email, role: roleOf(row.role), tokenHash };
    },

    async end(token) {
      await db.deleteFrom('sessions').where('token_hash', '=', hashSecret(token)).execute();
    },

    async endAllOf(accountId) {
      await db.deleteFrom('sessions').where('account_id', '=', accountId).execute();
    },

    async endOthers({ accountId, tokenHash }) {
      await db
        .deleteFrom('sessions')
        .where('account_id', '=', accountId)
        .where('token_hash', '!=', tokenHash)
        .execute();
    },
  };
}
