import type { BestEffortWrites } from '../db/best-effort-writes.ts';
import type { Database } from '../db/database.ts';
import { dayOf } from '../usage/usage-recorder.ts';

/** How long what is written down stays, in days; 0: for ever. */
export interface Retention {
  readonly auditDays: number;
  readonly usageDays: number;
  /** Days after a key was revoked or has expired. */
  readonly endedKeysDays: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 6 * 60 * 60 * 1000;

/** Removes expired records. */
export async function purgeExpired(db: Database, retention: Retention, now: number): Promise<void> {
  const { auditDays, usageDays, endedKeysDays } = retention;
  await db.deleteFrom('answered_requests').where('expires_at', '<=', now).execute();
  if (auditDays > 0)
    await db
      .deleteFrom('audit_log')
      .where('at', '<', now - auditDays * DAY_MS)
      .execute();
  if (usageDays > 0)
    await db
      .deleteFrom('usage_days')
      .where('day', '<', dayOf(now - usageDays * DAY_MS))
      .execute();
  if (endedKeysDays > 0) {
    const before = now - endedKeysDays * DAY_MS;
    await db
      .deleteFrom('api_keys')
      .where((row) => row.or([row('revoked_at', '<', before), row('expires_at', '<', before)]))
      .execute();
  }
}

/** Purges at startup and every six hours until stopped. Each replica does so; that is harmless. */
export function scheduleRetention(
  db: Database,
  retention: Retention,
  bookkeeping: BestEffortWrites,
): () => void {
  const remove = () => void bookkeeping.write('retention', () => purgeExpired(db, retention, Date.now()));
  remove();
  const timer = setInterval(remove, EVERY_MS).unref();
  return () => clearInterval(timer);
}
