/**
 * Counts unreachable objects: deleted ones, outdated copies, leftovers of editors (ISO 32000-2, 7.5.4).
 *
 * They were never read (the loader follows references from the trailer), and the writer only writes reachable
 * objects. So this pass only counts them, and deletes objects that earlier passes made unreachable.
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
