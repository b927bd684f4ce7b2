import { type CffFont, readCff } from '../../../fonts/cff/read.ts';
import { attempt } from '../../../fonts/cff/refused-face.ts';
import { CffMerge, type CffNeeds, cffSubset } from '../../../fonts/merging/cff-merge.ts';
import type { FontItem } from '../font-optimizer.ts';
import { shownNames } from '../shown-names.ts';
import { grouped } from './grouped.ts';
import type { MergedFonts, MergeFonts } from './merged-fonts.ts';

/** Merges programs of simple fonts by glyph names, those of composite fonts by CIDs. */
export const mergeCff: MergeFonts = (items) =>
  grouped(items, subsetOf, () => new CffMerge()).flatMap(({ items: members, merge }): MergedFonts[] => {
    const program = attempt(() => merge.program());
    if (program.kind === 'refused') return [];
    const { glyphNames } = merge;
    return [
      {
        fonts: members.map((item) => ({ item })),
        bytes: program.value,
        ...(glyphNames !== null && { glyphNames }),
      },
    ];
  });

function subsetOf(item: FontItem) {
  const subset = attempt(() => {
    const program = readCff(item.bytes);
    const needs = program.named === null ? cidNeeds(item) : nameNeeds(item, program.named);
    return needs === null ? null : cffSubset(program, needs);
  });
  return subset.kind === 'done' ? subset.value : null;
}

function cidNeeds({ font, usage }: FontItem): CffNeeds | null {
  if (font.uses.some(({ kind, subtype }) => kind !== 'composite' || subtype !== 'CIDFontType0')) return null;
  return { ids: font.uses.flatMap((use) => [...usage.codesOf(use.font.dict)]), codes: [] };
}

function nameNeeds(item: FontItem, { glyphNames, encoding }: NonNullable<CffFont['named']>): CffNeeds | null {
  const present = new Set(glyphNames);
  const names = shownNames(item, { codes: encoding.names, has: (name) => present.has(name) });
  return typeof names === 'string' ? null : { ids: names.deciding, codes: names.builtin };
}
