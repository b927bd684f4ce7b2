import type { JobDocumentRow } from '../../db/schema.ts';
import type { Transacting } from '../quota.ts';

/** A document with its lease. */
export type TakenDocument = JobDocumentRow & { readonly lease: string };

/** A document that waits, and its start-time tag. */
export type Queued = Pick<JobDocumentRow, 'id' | 'tag'>;

/**
 * The order in which documents are taken. Rows of documents are the truth; the queue only lists those that wait, and what it lists
 * wrongly is left out when it is taken. `add` and `drop` belong to a transaction and come before its changes of the rows: all take
 * their locks in this order.
 */
export interface JobQueue {
  /** Lists documents; what is listed stays once. */
  add(transaction: Transacting, documents: readonly Queued[]): Promise<void>;
  drop(transaction: Transacting, ids: readonly string[]): Promise<void>;
  /** Leases the next document; undefined if none waits. */
  take(now: number): Promise<TakenDocument | undefined>;
  /** Lists again what waits although the queue has lost it; returns how many. */
  relist(): Promise<number>;
  close(): Promise<void>;
}
