/**
 * Merges different subsets of one font, as joined documents have them, into one program that all their
 * dictionaries use; codes, widths and encodings stay those of each dictionary. Subsets match by name and
 * kind, and by equal glyphs wherever both have one. The merged program has each subset's glyphs under the
 * ids, names or CIDs that its document uses (`fonts/merging/truetype-merge.ts`,
 * `fonts/merging/cff-merge.ts`), and is smaller than the subsets together.
 *
 * Not merged: programs used by more than content or with uncertain glyphs, and documents in which each subset
 * must list its glyphs (PDF/A-1).
 */
import { deflate } from '../../../codecs/flate/deflate.ts';
import type { PdfDocument } from '../../../pdf/document.ts';
import { decodeStream } from '../../../pdf/filter/filters.ts';
import { key, type PDFRef } from '../../../pdf/objects.ts';
import type { FontProgramFormat } from '../../../report.ts';
import { mergeObjects } from '../../duplicates/merge.ts';
import type { PassContext } from '../../pass.ts';
import { applyFont, nameSubset } from '../apply.ts';
import { type EmbeddedFont, embeddedFonts } from '../embedded-fonts.ts';
import type { FontItem, TreatedFont } from '../font-optimizer.ts';
import type { FontUsage } from '../usage.ts';
import { lengthOf, newGlyphMaps, putGlyphMap } from './glyph-maps.ts';
import { mergeCff } from './merge-cff.ts';
import { mergeTrueType } from './merge-truetype.ts';
import type { MergedFonts, MergeFonts } from './merged-fonts.ts';

interface MergeKind {
  readonly merge: MergeFonts;
  /** Maximum decoded bytes of all subsets of one name, which are parsed in memory. */
  readonly maxBytes: number;
}

const KINDS: Readonly<Partial<Record<FontProgramFormat, MergeKind>>> = {
  TrueType: { merge: mergeTrueType, maxBytes: 64e6 },
  Type1C: { merge: mergeCff, maxBytes: 8e6 },
  CIDFontType0C: { merge: mergeCff, maxBytes: 8e6 },
};

/** Subsets that were replaced by one. */
export interface MergedSubsets {
  readonly into: PDFRef;
  readonly others: readonly PDFRef[];
  /** Bytes of the remaining program, deflated. */
  readonly bytes: number;
}

/** @param surelyShown programs whose shown glyphs are all known */
export function mergeSubsets(
  doc: PdfDocument,
  usage: FontUsage,
  surelyShown: ReadonlySet<PDFRef>,
  ctx: PassContext,
): readonly MergedSubsets[] {
  if (ctx.rules.listsSubsetGlyphs) return [];
  const candidates = embeddedFonts(doc).filter(({ ref }) => surelyShown.has(ref));
  return sameFaces(candidates).flatMap((fonts) => {
    ctx.signal?.throwIfAborted();
    const kind = KINDS[fonts[0]!.format];
    const items = kind === undefined ? null : itemsOf(fonts, kind, usage, ctx);
    if (kind === undefined || items === null) return [];
    return kind.merge(items).flatMap((merged) => applyMerged(doc, merged, ctx) ?? []);
  });
}

/** Groups of several fonts with the same name and format. */
function sameFaces(fonts: readonly EmbeddedFont[]): EmbeddedFont[][] {
  const groups = new Map<string, EmbeddedFont[]>();
  for (const font of fonts) {
    if (font.name === '') continue;
    const face = `${font.format} ${font.name}`;
    const group = groups.get(face);
    if (group === undefined) groups.set(face, [font]);
    else group.push(font);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Null if they exceed the memory limit. */
function itemsOf(
  fonts: readonly EmbeddedFont[],
  { maxBytes }: MergeKind,
  usage: FontUsage,
  { limits }: PassContext,
): FontItem[] | null {
  const items: FontItem[] = [];
  let left = maxBytes;
  for (const font of fonts) {
    const program = decodeStream(font.stream, Math.min(left, limits.streamBytes));
    if (program.kind === 'undecodable' && program.reason === 'too-large') return null;
    if (program.kind !== 'bytes' || program.damaged) continue;
    left -= program.bytes.length;
    items.push({ font, bytes: program.bytes, claim: { kind: 'shown' }, usage, limits });
  }
  return items;
}

/** Null if the separate programs are smaller. */
function applyMerged(
  doc: PdfDocument,
  { fonts, bytes, glyphNames }: MergedFonts,
  ctx: PassContext,
): MergedSubsets | null {
  const packed = deflate(bytes);
  const maps = fonts.flatMap(newGlyphMaps);
  const before = fonts.reduce((sum, { item }) => sum + item.font.stream.contents.length, 0);
  if (packed.length + lengthOf(maps) >= before) return null;
  const [first, ...others] = fonts.map(({ item }) => item) as [FontItem, ...FontItem[]];
  const { format, programKey } = first.font;
  const treated: TreatedFont = {
    kind: 'treated',
    bytes,
    format,
    programKey,
    ...(programKey === 'FontFile3' && { subtype: key(format) }),
    steps: ['merged'],
    isSubset: true,
    ...(glyphNames && { glyphNames }),
  };
  applyFont(doc, first, treated, packed, ctx);
  for (const map of maps) putGlyphMap(doc, map, ctx.changes);
  for (const item of others) nameSubset(doc, item, treated, ctx);
  const into = first.font.ref;
  mergeObjects(doc, ctx.changes, new Map(others.map(({ font }) => [font.ref, into])));
  return { into, others: others.map(({ font }) => font.ref), bytes: packed.length };
}
