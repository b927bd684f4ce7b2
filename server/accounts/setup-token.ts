import type { Database } from '../db/database.ts';
import { hashSecret, randomBase62 } from '../keys/key-format.ts';

const VALID_MS = 24 * 60 * 60 * 1000;

/**
 * A one-time token that lets its bearer create the first account; null when there is one already. Only its hash is
 * kept, so each start makes a new one, and an older link ends after a day.
 */
export async function issueSetupToken(db: Database, now: number): Promise<string | null> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (account !== undefined) return null;
  const token = randomBase62(32);
  await db.deleteFrom('setup_tokens').where('expires_at', '<=', now).execute();
  await db
    .insertInto('setup_tokens')
    .values({ token_hash: hashSecret(token), created_at: now, expires_at: now + VALID_MS })
    .execute();
  return token;
}
