import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { hashSecret } from '../keys/key-format.ts';
import { ProblemError } from '../problem.ts';

/** A subject, and its maximum number of attempts per window. */
export interface AttemptLimit {
  readonly subject: string;
  readonly max: number;
  /** Default `ATTEMPT_WINDOW_MS`. */
  readonly windowMs?: number;
}

export interface Throttle {
  /**
   * Counts an attempt before it is made, so that concurrent ones are counted too.
   *
   * @throws ProblemError `too_many_attempts`
   */
  consume(tried: readonly AttemptLimit[]): Promise<void>;
  /** Removes a successful attempt from the count. */
  refund(tried: readonly AttemptLimit[]): Promise<void>;
}

export const ATTEMPT_WINDOW_MS = 5 * 60 * 1000;

/** Counts in the database, so that replicas share the counts and a restart keeps them. */
export function createThrottle(db: Database, now: () => number): Throttle {
  return {
    async consume(tried) {
      const time = now();
      await db.deleteFrom('tries').where('ends_at', '<=', time).execute();
      for (const { subject, max, windowMs = ATTEMPT_WINDOW_MS } of tried) {
        const { count, ends_at } = await db
          .insertInto('tries')
          .values({ subject: hashSecret(subject), count: 1, ends_at: time + windowMs })
          .onConflict((conflict) =>
            conflict.column('subject').doUpdateSet({ count: sql<number>`tries.count + 1` }),
          )
          .returning(['count', 'ends_at'])
          .executeTakeFirstOrThrow();
        if (count > max) {
          const retryAfterS = Math.max(1, Math.ceil((ends_at - time) / 1000));
          throw new ProblemError({ code: 'too_many_attempts', retryAfterS });
        }
      }
    },

    async refund(tried) {
      const subjects = tried.map(({ subject }) => hashSecret(subject));
      await db
        .updateTable('tries')
        .set({ count: sql<number>`count - 1` })
        .where('subject', 'in', subjects)
        .execute();
    },
  };
}
