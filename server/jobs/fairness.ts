import type { Transacting } from './quota.ts';

const MIB = 1024 * 1024;

/** Cost of a document in fair queueing: 1, plus 1 per MiB. */
export function costOf(bytes: number): number {
  return 1 + Math.floor(bytes / MIB);
}

/**
 * Start-time fair queueing: the key's next document starts where its last one ends, but never before what is being compressed now. So
 * a late key's first document is next, however many of another wait, and from there on both take turns by cost. Documents that are
 * only being fetched do not count: a key that fetches far ahead moves no other key back.
 *
 * @returns the tag of the key's next document
 */
export async function nextTag(transaction: Transacting, keyId: string): Promise<number> {
  const inOrder = (state: 'queued' | 'running', order: 'asc' | 'desc') =>
    transaction
      .selectFrom('job_documents')
      .select(['tag', 'bytes_in'])
      .where('state', '=', state)
      .orderBy('tag', order)
      .limit(1);
  const endOf = async (state: 'queued' | 'running') => {
    const last = await inOrder(state, 'desc').where('key_id', '=', keyId).executeTakeFirst();
    return last === undefined ? 0 : last.tag + costOf(last.bytes_in);
  };
  const running = await inOrder('running', 'desc').where('started_at', 'is not', null).executeTakeFirst();
  const served = running ?? (await inOrder('queued', 'asc').executeTakeFirst());
  return Math.max(served?.tag ?? 0, await endOf('queued'), await endOf('running'));
}

/** Gives documents of one key their tags, one behind the other. */
export function tagsFrom(first: number, sizes: readonly number[]): readonly number[] {
  let next = first;
  return sizes.map((bytes) => {
    const tag = next;
    next += costOf(bytes);
    return tag;
  });
}
