import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../keys/key-format.ts';

/**
 * Browsers in which a member has signed in before. Attempts in a trusted device are counted separately: attempts from
 * other browsers, however many, do not lock it out (OWASP, "device cookies").
 */
export interface TrustedDevices {
  /** Whether the token belongs to a trusted device of this account. */
  isKnown(token: string | undefined, email: string): Promise<boolean>;
  /** Creates a token for the browser's cookie and replaces its old one. */
  remember(accountId: string, old: string | undefined): Promise<string>;
  /** Removes all trusted devices of the account. */
  forgetAllOf(accountId: string): Promise<void>;
}

/** A device is forgotten after this long without a sign-in. */
export const DEVICE_MAX_MS = 180 * 24 * 60 * 60 * 1000;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

export function createDevices(db: Database, now: () => number): TrustedDevices {
  return {
    async isKnown(token, email) {
      if (token === undefined || !TOKEN.test(token)) return false;
      const row = await db
        .selectFrom('devices')
        .innerJoin('accounts', 'accounts.id', 'devices.account_id')
        .select('devices.token_hash')
        .where('token_hash', '=', hashSecret(token))
        .where('accounts.email', '=', email)
        .where('devices.seen_at', '>', now() - DEVICE_MAX_MS)
        .executeTakeFirst();
      return row !== undefined;
    },

    async remember(accountId, old) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const time = now();
      await db
        .deleteFrom('devices')
        .where((row) =>
          row.or([row('seen_at', '<=', time - DEVICE_MAX_MS), row('token_hash', '=', hashSecret(old ?? ''))]),
        )
        .execute();
      await db
        .insertInto('devices')
        .values({ token_hash: hashSecret(token), account_id: accountId, seen_at: time })
        .execute();
      return token;
    },

    async forgetAllOf(accountId) {
      await db.deleteFrom('devices').where('account_id', '=', accountId).execute();
    },
  };
}
