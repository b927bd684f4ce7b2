import type { Database } from '../db/database.ts';
import { hashSecret, randomBase62 } from '../keys/key-format.ts';

const VALID_MS = 24 * 60 * 60 * 1000;

/** Whether there is an account. From the first one on, set-up is over. */
export async function hasAccount(db: Database): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return account !== undefined;
}

/**
 * A one-time token that lets its bearer create the first account; null when there is one already. Only its hash is
 * kept, so each start makes a new one, and an older link ends after a day.
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
