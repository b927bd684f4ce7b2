/**
 * Objects that nothing reaches: deleted ones, outdated copies, what an editor left behind (ISO 32000-2, 7.5.4).
 *
 * They were never read (the loader follows references from the trailer) and the writer writes what is reachable, so
 * this pass has only to count them, and to let go of what earlier passes made unreachable.
 */
import { contextEntries } from '../pdf/objects.ts';
import { reachableRefs } from '../pdf/walk.ts';
import type { Pass } from './pass.ts';

export const unused: Pass = {
  id: 'unused',
  writes: ['structure'],
  enabled: () => true,

  run: async (doc) => {
    const reached = reachableRefs(doc.context, doc.trailer);
    let dropped = doc.unreachedObjects;
    for (const ref of [...contextEntries(doc.context).keys()]) {
      if (reached.has(ref)) continue;
      doc.context.delete(ref);
      dropped += 1;
    }
    return {
      pass: 'unused',
      items: reached.refs.length + dropped,
      changed: dropped,
      savedBytes: 0,
      skips: {},
    };
  },
};
