import { largestOf } from '../../lists.ts';
import type { Changes } from '../../pdf/check/changes.ts';
import type { Located } from '../../pdf/content/interpret/resources.ts';
import { PLAIN_NAME } from '../../pdf/content/plain-name.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { SUBSET_TAG } from '../../pdf/font-name.ts';
import { nameAt } from '../../pdf/font-program.ts';
import { key, PDFName, PDFRawStream, PDFString } from '../../pdf/objects.ts';
import type { EmbeddedFont } from './embedded-fonts.ts';

const LETTERS = 26;
const TAG_LETTERS = 6;

/**
 * Marks the font as a subset: "the PostScript name of the font … shall begin with a tag followed by a plus
 * sign" (ISO 32000-2, 9.9.2), in the font, its descendant and the descriptor alike. Names with a prefix stay.
 */
export function tagNames(font: EmbeddedFont, program: Uint8Array, changes: Changes): void {
  const places = [
    ...font.descriptors.map((place) => ({ place, name: 'FontName' })),
    ...font.uses.flatMap((use) => [use.font, use.descendant].map((place) => ({ place, name: 'BaseFont' }))),
  ];
  const tagged = places.map(({ place, name }) => SUBSET_TAG.exec(nameAt(place.dict, name))?.[0]);
  const tag = tagged.find((found) => found !== undefined) ?? `${subsetTag(program)}+`;
  for (const { place, name } of places) {
    const text = nameAt(place.dict, name);
    if (text === '' || SUBSET_TAG.test(text)) continue;
    place.dict.set(key(name), PDFName.of(tag + nameSyntax(place, name)));
    changes.entry(place.owner, [...place.path, name]);
  }
}

/** Six letters that depend on the program: a hash of the bytes (FNV-1a). */
export function subsetTag(program: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of program) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  let tag = '';
  for (let i = 0; i < TAG_LETTERS; i++) {
    tag += String.fromCharCode(0x41 + (hash % LETTERS));
    hash = Math.floor(hash / LETTERS);
  }
  return tag;
}

/**
 * Lists the CIDs of the subset where descriptors must or already do. PDF/A-1 requires it for every subset
 * (ISO 19005-1, 6.3.5); otherwise it is deprecated (ISO 32000-2, table 122), and a wrong one is an error in
 * PDF/A-2.
 */
export function putCidSet(
  doc: PdfDocument,
  descriptors: readonly Located[],
  cids: ReadonlySet<number> | null,
  changes: Changes,
): void {
  for (const { dict, owner, path } of descriptors) {
    if (cids === null) {
      if (!dict.has(key('CIDSet'))) continue;
      dict.delete(key('CIDSet'));
    } else {
      const stream = PDFRawStream.of(doc.context.obj({}), cidBits(cids));
      dict.set(key('CIDSet'), doc.context.register(stream));
    }
    changes.entry(owner, [...path, 'CIDSet']);
  }
}

/**
 * Lists the glyphs of a simple font's subset where descriptors must or already do: PDF/A-1 requires it for
 * every subset (ISO 19005-1, 6.3.5); otherwise it is deprecated (ISO 32000-2, table 120).
 */
export function putCharSet(
  descriptors: readonly Located[],
  glyphNames: readonly string[],
  isWanted: boolean,
  changes: Changes,
): void {
  const names = glyphNames.filter((name) => name !== '.notdef');
  for (const { dict, owner, path } of descriptors) {
    if (!isWanted && !dict.has(key('CharSet'))) continue;
    if (names.every((name) => PLAIN_NAME.test(name)))
      dict.set(key('CharSet'), PDFString.of(names.map((name) => `/${name}`).join('')));
    else dict.delete(key('CharSet'));
    changes.entry(owner, [...path, 'CharSet']);
  }
}

/** "organised as a table of bits indexed by CID", the first in the high bit of the first byte (9.8.3.2). */
function cidBits(cids: ReadonlySet<number>): Uint8Array {
  const bits = new Uint8Array(Math.floor(largestOf(cids, 0) / 8) + 1);
  for (const cid of [0, ...cids]) bits[cid >> 3]! |= 0x80 >> (cid & 7);
  return bits;
}

/** Returns the name as written in the file: a re-encoded escape would be another name to some readers. */
function nameSyntax({ dict }: Located, name: string): string {
  const value = dict.lookup(key(name));
  return value instanceof PDFName ? value.asString().slice(1) : '';
}
