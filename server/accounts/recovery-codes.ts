import { randomInt } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../keys/key-format.ts';

/** Recovery codes for a lost authenticator app. Each works once. */
export interface RecoveryCodes {
  /** Replaces all codes; the new ones are shown only once. */
  remake(accountId: string): Promise<readonly string[]>;
  /** Consumes a code; false if it is not one of this account. Of two concurrent uses one gets true. */
  use(accountId: string, code: string): Promise<boolean>;
  left(accountId: string): Promise<number>;
  removeAllOf(accountId: string): Promise<void>;
}

export const RECOVERY_CODES = 10;

/** Without look-alike characters: 5 bits each, 60 per code, too many to guess. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_CHARACTERS = 4;

export function createRecoveryCodes(db: Database): RecoveryCodes {
  const removeAllOf = async (accountId: string) => {
    await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  };
  return {
    removeAllOf,

    async remake(accountId) {
      const codes = Array.from({ length: RECOVERY_CODES }, newCode);
      await removeAllOf(accountId);
      await db
        .insertInto('recovery_codes')
        .values(codes.map((code) => ({ code_hash: hashOf(accountId, code), account_id: accountId })))
        .execute();
      return codes;
    },

    async use(accountId, code) {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('code_hash', '=', hashOf(accountId, code))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async left(accountId) {
      const { left } = await db
        .selectFrom('recovery_codes')
        .select((row) => row.cast<number>(row.fn.countAll(), 'bigint').as('left'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return left;
    },
  };
}

/** For example `k7m2-wq9d-4tzx`. */
function newCode(): string {
  const group = () => Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return Array.from({ length: GROUPS }, () => group().join('')).join('-');
}

/** Ignores case, spaces and dashes. Includes the account, so that equal codes of two accounts differ. */
function hashOf(accountId: string, code: string): string {
  return hashSecret(`recovery ${accountId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);
}
