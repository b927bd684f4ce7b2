import type { Database } from '../db/database.ts';

/** The key itself and the keys it replaced by rotation. */
export async function keysOf(db: Database, keyId: string): Promise<readonly string[]> {
  const all = [keyId];
  for (let at = 0; at < all.length; at += 1) {
    const before = await db.selectFrom('api_keys').select('id').where('rolled_to', '=', all[at]!).execute();
    for (const { id } of before) if (!all.includes(id)) all.push(id);
  }
  return all;
}
