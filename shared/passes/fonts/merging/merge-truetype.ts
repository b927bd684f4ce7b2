import { GlyphCatalogue } from '../../../fonts/merging/glyph-catalogue.ts';
import { TrueTypeMerge, type TrueTypeSubset, trueTypeSubset } from '../../../fonts/merging/truetype-merge.ts';
import { readTrueType } from '../../../fonts/truetype/truetype.ts';
import type { FontItem } from '../font-optimizer.ts';
import { glyphNeeds } from '../glyph-needs.ts';
import { grouped } from './grouped.ts';
import type { MergedFonts, MergeFonts } from './merged-fonts.ts';

/** Merges simple and composite fonts alike: glyph equality does not depend on how a glyph is found. */
export const mergeTrueType: MergeFonts = (items) => {
  const catalogue = new GlyphCatalogue();
  const subsets = items.flatMap((item) => subsetOf(item, catalogue) ?? []);
  const inOrder = subsets.sort((one, other) => firmness(one) - firmness(other));
  const groups = grouped(
    inOrder,
    ({ subset }) => subset,
    () => new TrueTypeMerge(),
  );
  return groups.flatMap(({ items: members, merge }): MergedFonts[] => {
    const bytes = merge.program();
    if (bytes === null) return [];
    return [{ fonts: members.map(({ item }, at) => ({ item, glyphIds: merge.members[at]!.ids })), bytes }];
  });
};

interface Candidate {
  readonly item: FontItem;
  readonly subset: TrueTypeSubset;
}

function subsetOf(item: FontItem, catalogue: GlyphCatalogue): Candidate | null {
  const program = readTrueType(item.bytes);
  const needs = program === null ? null : glyphNeeds(item, program);
  const subset =
    needs === null || typeof needs === 'string' ? null : trueTypeSubset(item.bytes, needs, catalogue);
  return subset === null ? null : { item, subset };
}

/** Order: fonts whose ids must stay, then those that need a map for new ids. */
function firmness({ subset: { needs }, item }: Candidate): number {
  if (needs.byId) return 0;
  return item.font.uses.some(({ kind }) => kind === 'composite') ? 1 : 2;
}
