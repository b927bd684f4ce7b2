/**
 * Builds a CID-keyed program from some glyphs without gaps: `charset` holds the CIDs; FDSelect and font DICTs
 * are reduced to those needed. Outlines stay byte for byte with their subroutines, or are written without
 * any, whichever is smaller.
 */
import { writeCharset } from '../charset.ts';
import { CharStringReader } from '../charstring-read.ts';
import { writeCharString } from '../charstring-write.ts';
import { type Glyph, sameGlyph } from '../glyph.ts';
import { type CffFont, readCff } from '../read.ts';
import { attempt, refuse } from '../refused-face.ts';
import { sameParts, sameTop } from '../same-frame.ts';
import { writeCff } from '../write.ts';
import { fdSelectOf } from './fd-select.ts';

export interface SubrLists {
  readonly local: readonly Uint8Array[];
  readonly global: readonly Uint8Array[];
}

/**
 * @param glyphs kept glyphs, by their ids in `font`
 * @param subrsOf subroutines that they call, by part number
 */
export function renumberedCff(
  font: CffFont,
  glyphs: ReadonlyMap<number, Glyph>,
  subrsOf: (part: number) => SubrLists,
): Uint8Array {
  const ids = [...glyphs.keys()].sort((a, b) => a - b);
  const partOf = (id: number) => font.fdSelect?.parts[id] ?? 0;
  const parts = [...new Set(ids.map(partOf))].sort((a, b) => a - b);
  const write = (charStrings: readonly Uint8Array[], subrs: (part: number) => SubrLists) =>
    writeCff({
      name: font.name,
      top: font.top,
      strings: font.strings,
      globalSubrs: subrs(parts[0]!).global,
      charStrings,
      charset: writeCharset(ids.map((id) => font.charset.ids[id]!)),
      encoding: null,
      parts: parts.map((part) => ({ ...font.parts[part]!, subrs: subrs(part).local })),
      fdSelect: fdSelectOf(ids.map((id) => parts.indexOf(partOf(id)))),
    });
  const called = write(
    ids.map((id) => font.charStrings[id]!),
    subrsOf,
  );
  const flat = attempt(() =>
    write(
      ids.map((id) => writeCharString(glyphs.get(id)!, font.parts[partOf(id)]!)),
      () => NO_SUBRS,
    ),
  );
  const written = flat.kind !== 'refused' && flat.value.length < called.length ? flat.value : called;
  prove(font, ids, parts, glyphs, written);
  return written;
}

const NO_SUBRS: SubrLists = { local: [], global: [] };

function prove(
  font: CffFont,
  ids: readonly number[],
  parts: readonly number[],
  glyphs: ReadonlyMap<number, Glyph>,
  written: Uint8Array,
): void {
  const after = readCff(written);
  const isSameFrame =
    after.named === null &&
    sameTop(font, after) &&
    after.charStrings.length === ids.length &&
    sameParts(
      parts.map((part) => font.parts[part]!),
      after.parts,
    );
  if (!isSameFrame) refuse('not-equal', 'dictionaries or glyphs');
  const reader = new CharStringReader(after);
  for (const [index, id] of ids.entries()) {
    const isSame =
      after.charset.ids[index] === font.charset.ids[id] &&
      parts[after.fdSelect?.parts[index] ?? 0] === (font.fdSelect?.parts[id] ?? 0) &&
      sameGlyph(glyphs.get(id)!, reader.glyph(index));
    if (!isSame) refuse('not-equal', `glyph ${id}`);
  }
}
