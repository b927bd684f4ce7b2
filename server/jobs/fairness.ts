import type { Transacting } from './quota.ts';

const MIB = 1024 * 1024;

/** Cost of a document in fair queueing: 1, plus 1 per MiB. */
export function costOf(bytes: number): number {
  return 1 + Math.floor(bytes / MIB);
}

/**
 * Start-time fair queueing: a key continues behind its own last document, but never before what is served now. So a late key's first
 * document is next, however many of another wait, and from there on both take turns by cost.
 */
export async function nextTag(transaction: Transacting, keyId: string): Promise<number> {
  const ofKey = await transaction
    .selectFrom('job_documents')
    .select((row) => row.fn.max('tag').as('tag'))
    .where('key_id', '=', keyId)
    .where('state', '=', 'queued')
    .executeTakeFirst();
  const first = await transaction
    .selectFrom('job_documents')
    .select((row) => row.fn.min('tag').as('tag'))
    .where('state', '=', 'queued')
    .executeTakeFirst();
  const running = await transaction
    .selectFrom('job_documents')
    .select((row) => row.fn.max('tag').as('tag'))
    .where('state', '=', 'running')
    .executeTakeFirst();
  const served = running?.tag ?? (first?.tag == null ? 0 : first.tag - 1);
  return Math.max(served, ofKey?.tag ?? 0);
}
