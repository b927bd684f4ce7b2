import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../keys/key-format.ts';
import { type Role, roleOf } from './roles.ts';

/** Somebody who is signed in. */
export interface Session {
  readonly accountId: string;
  readonly email: string;
  /** As it is now: it may have changed since the session began. */
  readonly role: Role;
  /** What is kept of the cookie's token. */
  readonly tokenHash: string;
}

export interface Sessions {
  /** Begins one and returns the token for its cookie. A token that somebody else chose is never taken. */
  begin(accountId: string): Promise<string>;
  /** Whose token it is; null when it is nobody's, or its time is over. */
  find(token: string): Promise<Session | null>;
  end(token: string): Promise<void>;
  endAllOf(accountId: string): Promise<void>;
}

/** A session ends when nothing was asked in it for so long. */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1000;
/** And in any case after so long. */
export const SESSION_MAX_MS = 30 * 24 * 60 * 60 * 1000;
/** A busy session writes that it was seen once in this time. */
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
  };
}
