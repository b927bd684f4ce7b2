import type { Database } from '../db/database.ts';
import { hashSecret, randomBase62 } from '../keys/key-format.ts';

const VALID_MS = 24 * 60 * 60 * 1000;

/** Whether an account exists. Setup ends with the first one. */
export async function hasAccount(db: Database): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return account !== undefined;
}

/**
 * Creates a one-time token for the first account; null if an account exists. Only its hash is stored, so each start
 * creates a new one. An older link expires after a day.
 */
export async function issueSetupToken(db: Database, now: number): Promise<string | null> {
  if (await hasAccount(db)) return null;
  const token = randomBase62(32);
  await db.deleteFrom('setup_tokens').where('expires_at', '<=', now).execute();
  await db
    .insertInto('setup_tokens')
    .values({ token_hash: hashSecret(token), created_at: now, expires_at: now + VALID_MS })
    .execute();
  return token;
}

export async function isSetupToken(db: Database, token: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('setup_tokens')
    .select('token_hash')
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}
