import { deflate } from '../../../codecs/flate/deflate.ts';
import { largestOf } from '../../../lists.ts';
import type { Changes } from '../../../pdf/check/changes.ts';
import type { Located } from '../../../pdf/content/interpret/resources.ts';
import type { PdfDocument } from '../../../pdf/document.ts';
import { key, type PDFDict, PDFRawStream } from '../../../pdf/objects.ts';
import { glyphByCid } from '../glyph-needs.ts';
import type { MergedFont } from './merged-fonts.ts';

/** A new `/CIDToGIDMap` for a descendant font, deflated (ISO 32000-2, 9.7.4.2). */
export interface GlyphMap {
  readonly descendant: Located;
  readonly packed: Uint8Array;
}

/** Approximate overhead of an object, in bytes. */
const OBJECT_BYTES = 60;

/** Builds maps for composite fonts with renumbered glyphs. */
export function newGlyphMaps({ item: { font, usage, limits }, glyphIds }: MergedFont): readonly GlyphMap[] {
  if (glyphIds === undefined) return [];
  const moved = new Map<PDFDict, CidGlyphs>();
  for (const use of font.uses) {
    const glyphOf = use.kind === 'composite' ? glyphByCid(use, limits) : null;
    if (typeof glyphOf !== 'function') continue;
    const { descendant } = use;
    const map = moved.get(descendant.dict) ?? { descendant, before: new Map(), after: new Map() };
    moved.set(descendant.dict, map);
    for (const cid of usage.codesOf(use.font.dict)) {
      map.before.set(cid, glyphOf(cid));
      map.after.set(cid, glyphIds.get(glyphOf(cid)) ?? 0);
    }
  }
  return [...moved.values()]
    .filter(({ before, after }) => [...after].some(([cid, glyph]) => before.get(cid) !== glyph))
    .map(({ descendant, after }) => ({ descendant, packed: deflate(mapBytes(after)) }));
}

interface CidGlyphs {
  readonly descendant: Located;
  readonly before: Map<number, number>;
  readonly after: Map<number, number>;
}

/** "The glyph index for a particular CID value c shall be a 2-byte value stored in bytes 2 × c and 2 × c + 1". */
function mapBytes(glyphs: ReadonlyMap<number, number>): Uint8Array {
  const bytes = new Uint8Array((largestOf(glyphs.keys()) + 1) * 2);
  for (const [cid, glyph] of glyphs) {
    bytes[cid * 2] = glyph >> 8;
    bytes[cid * 2 + 1] = glyph & 0xff;
  }
  return bytes;
}

export function lengthOf(maps: readonly GlyphMap[]): number {
  return maps.reduce((sum, { packed }) => sum + packed.length + OBJECT_BYTES, 0);
}

export function putGlyphMap(doc: PdfDocument, { descendant, packed }: GlyphMap, changes: Changes): void {
  const stream = PDFRawStream.of(doc.context.obj({ Filter: 'FlateDecode' }), packed);
  descendant.dict.set(key('CIDToGIDMap'), doc.context.register(stream));
  changes.entry(descendant.owner, [...descendant.path, 'CIDToGIDMap']);
}
