import { deflated, type ToDeflate } from '../pdf/write/packed-objects.ts';
import type { DocumentThreads } from './document-threads.ts';
import { copyOf } from './transferables.ts';

/** Deflates in all threads; the bytes equal those of `deflated` here. */
export async function deflateAll(
  wanted: readonly ToDeflate[],
  threads: DocumentThreads,
): Promise<readonly Uint8Array[]> {
  if (!threads.areOpen || wanted.length === 1) return wanted.map(deflated);
  const all = wanted.map(async ({ bytes, level }) => {
    const job = { kind: 'deflate', worthBytes: null, ...(level === undefined ? {} : { level }) } as const;
    const result = await threads.run({ ...job, bytes: copyOf(bytes) }, () => ({
      kind: 'packed',
      packed: deflated({ bytes, level }),
      plain: null,
    }));
    return result.kind === 'lost' ? deflated({ bytes, level }) : result.packed;
  });
  return threads.helpWith('others', Promise.all(all));
}
