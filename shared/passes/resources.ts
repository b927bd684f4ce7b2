/**
 * Removes entries of resource dictionaries that no content uses: fonts, images and forms left behind by an
 * editor keep their objects alive although no page shows them (ISO 32000-2, 7.8.3).
 *
 * Display stays exactly the same. Not changed: dictionaries reachable from uncertain content; those that
 * something other than page content also reaches (the `/DR` of forms, templates, private data); default color
 * spaces, which apply without being named; and everything in XFA documents.
 */

import { type ResourceUse, resourceUses } from '../pdf/content/resources-used.ts';
import { nameText } from '../pdf/objects.ts';
import { eachItem, type ItemOutcome, type Pass, type PassContext, saved, skipped } from './pass.ts';

export const resources: Pass = {
  id: 'resources',
  writes: ['structure'],
  enabled: () => true,
  run: (doc, ctx) => eachItem('resources', resourceUses(doc), ctx, (use) => dropUnused(use, ctx)),
};

function dropUnused(use: ResourceUse, ctx: Pick<PassContext, 'changes'>): ItemOutcome {
  if (use.certainty !== 'certain') return skipped(use.certainty);
  if (use.unused.length === 0) return skipped('already-small');
  for (const name of use.unused) {
    use.dict.delete(name);
    for (const { owner, path } of use.homes) ctx.changes.entry(owner, [...path, nameText(name)]);
  }
  return saved(0);
}
