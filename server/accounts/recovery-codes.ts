import { randomInt } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../keys/key-format.ts';

/** Codes for whoever lost their authenticator app: each opens once. */
export interface RecoveryCodes {
  /** New ones; those of before count no more. They are shown this once. */
  remake(accountId: string): Promise<readonly string[]>;
  /** Takes a code away; false when it is none of this account's. Of two who use it at the same moment one gets true. */
  use(accountId: string, code: string): Promise<boolean>;
  left(accountId: string): Promise<number>;
  removeAllOf(accountId: string): Promise<void>;
}

export const RECOVERY_CODES = 10;

/** Without those that look alike: 5 bits each, 60 in a code, which nobody can try through. */
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

/** `k7m2-wq9d-4tzx` */
function newCode(): string {
  const group = () => Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return Array.from({ length: GROUPS }, () => group().join('')).join('-');
}

/** However somebody typed it. The account is in it, so that equal codes of two people would be two. */
function hashOf(accountId: string, code: string): string {
  return hashSecret(`recovery ${accountId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);
}
