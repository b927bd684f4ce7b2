import { finalLevel } from '../../codecs/flate/deflate.ts';
import { joinedParts, partsOf } from '../../codecs/flate/parts.ts';
import type { DocumentThreads } from '../../work/document-threads.ts';
import { copyOf } from '../../work/transferables.ts';

/** Returns whether several threads can deflate the data. */
export function hasParts(bytes: Uint8Array): boolean {
  return partsOf(bytes).length > 1;
}

/** Returns the bytes that `deflate` gives, with parts deflated by all threads; null if one was lost. */
export async function deflatedInParts(
  bytes: Uint8Array,
  threads: Pick<DocumentThreads, 'run'>,
): Promise<Uint8Array | null> {
  const level = finalLevel(bytes.length);
  const parts = await Promise.all(
    partsOf(bytes).map(async (part) => {
      const result = await threads.run({ kind: 'deflate', bytes: copyOf(part), worthBytes: null, level });
      return result.kind === 'lost' ? null : { packed: result.packed, bytes: part.length };
    }),
  );
  return parts.includes(null) ? null : joinedParts(parts.filter((part) => part !== null));
}
