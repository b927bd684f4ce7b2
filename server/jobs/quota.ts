import type { Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { overLimit } from '../http/daily-limit.ts';
import type { ApiKey } from '../keys/key-service.ts';
import { ProblemError } from '../problem.ts';
import { dayOf } from '../usage/usage-recorder.ts';

export type Transacting = Transaction<Schema>;

/** Added to a key's usage of a day. An error returns its document to the quota. */
export interface UsageChange {
  readonly requests?: number;
  readonly errors?: number;
  readonly bytesIn?: number;
  readonly bytesOut?: number;
  readonly bytesSaved?: number;
}

/**
 * Takes documents from the day of their key, all or none: one statement, so that two calls at once cannot both get the last.
 *
 * @throws ProblemError `daily_limit`
 */
export async function takeQuota(
  transaction: Transacting,
  key: Pick<ApiKey, 'id' | 'dailyDocuments' | 'dailyBytes'>,
  { documents, bytes }: { readonly documents: number; readonly bytes: number },
  now: number,
): Promise<void> {
  await addUsage(transaction, key.id, now, {});
  const { dailyDocuments, dailyBytes } = key;
  let taking = transaction
    .updateTable('usage_days')
    .set((row) => ({
      requests: row('requests', '+', documents),
      bytes_in: row('bytes_in', '+', bytes),
    }))
    .where('day', '=', dayOf(now))
    .where('key_id', '=', key.id);
  if (dailyDocuments !== null)
    taking = taking.where((row) =>
      row(row('requests', '-', row.ref('errors')), '<=', dailyDocuments - documents),
    );
  if (dailyBytes !== null) taking = taking.where('bytes_in', '<=', dailyBytes - bytes);
  const { numUpdatedRows } = await taking.executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const day = await transaction
    .selectFrom('usage_days')
    .select(['requests', 'errors'])
    .where('day', '=', dayOf(now))
    .where('key_id', '=', key.id)
    .executeTakeFirstOrThrow();
  const isOfDocuments = dailyDocuments !== null && day.requests - day.errors + documents > dailyDocuments;
  throw new ProblemError(
    isOfDocuments ? overLimit('documents', dailyDocuments, now) : overLimit('bytes', dailyBytes!, now),
  );
}

/** Takes bytes that were not known when the job was made from the day of the key. @throws ProblemError `daily_limit` */
export async function chargeBytes(
  transaction: Transacting,
  keyId: string,
  bytes: number,
  now: number,
): Promise<void> {
  const key = await transaction
    .selectFrom('api_keys')
    .select('daily_bytes')
    .where('id', '=', keyId)
    .executeTakeFirst();
  const limits = { id: keyId, dailyDocuments: null, dailyBytes: key?.daily_bytes ?? null };
  await takeQuota(transaction, limits, { documents: 0, bytes }, now);
}

/** Counts usage in the transaction of the result, so that both are stored or neither. */
export async function addUsage(
  transaction: Transacting,
  keyId: string,
  at: number,
  { requests = 0, errors = 0, bytesIn = 0, bytesOut = 0, bytesSaved = 0 }: UsageChange,
): Promise<void> {
  await transaction
    .insertInto('usage_days')
    .values({
      day: dayOf(at),
      key_id: keyId,
      requests,
      errors,
      bytes_in: bytesIn,
      bytes_out: bytesOut,
      bytes_saved: bytesSaved,
    })
    .onConflict((conflict) =>
      conflict.columns(['day', 'key_id']).doUpdateSet((row) => ({
        requests: row('usage_days.requests', '+', requests),
        errors: row('usage_days.errors', '+', errors),
        bytes_in: row('usage_days.bytes_in', '+', bytesIn),
        bytes_out: row('usage_days.bytes_out', '+', bytesOut),
        bytes_saved: row('usage_days.bytes_saved', '+', bytesSaved),
      })),
    )
    .execute();
}
