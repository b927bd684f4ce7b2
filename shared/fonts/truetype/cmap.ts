import { viewOf } from '../sfnt.ts';

/** One character map of the `cmap` table (ISO/IEC 14496-22, 5.2.1). */
export interface CharacterMap {
  readonly platform: number;
  readonly encoding: number;
  readonly format: number;
  readonly language: number;
  /** Characters with a glyph other than 0. */
  readonly glyphs: ReadonlyMap<number, number>;
}

/** Real fonts have one to six maps; more are built to be slow. */
const MAX_MAPS = 32;
/** Total characters in all maps of a font; the largest CJK fonts have about 200,000. */
const MAX_CHARACTERS = 1_000_000;
/** Unicode variation sequences do not map single characters. */
const VARIATIONS = 14;

/**
 * Reads the maps of a font, in table order. Uses counts like readers, not length fields, which are wrong in
 * some subsets. Null if a map has a format or an entry that readers may interpret differently.
 */
export function readCmap(table: Uint8Array): readonly CharacterMap[] | null {
  if (table.length < 4) return null;
  const view = viewOf(table);
  const count = view.getUint16(2);
  if (count > MAX_MAPS || table.length < 4 + count * 8) return null;
  const maps: CharacterMap[] = [];
  // Several records may share one subtable.
  const byOffset = new Map<number, ReadonlyMap<number, number>>();
  let characters = 0;
  for (let index = 0; index < count; index++) {
    const at = 4 + index * 8;
    const offset = view.getUint32(at + 4);
    if (offset + 6 > table.length) return null;
    const format = view.getUint16(offset);
    if (format === VARIATIONS) continue;
    const subtable = viewOf(table.subarray(offset));
    const glyphs = byOffset.get(offset) ?? READERS[format]?.(subtable) ?? null;
    if (glyphs === null) return null;
    if (!byOffset.has(offset)) characters += glyphs.size;
    if (characters > MAX_CHARACTERS) return null;
    byOffset.set(offset, glyphs);
    const language = format < 8 ? subtable.getUint16(4) : subtable.getUint32(8);
    maps.push({ platform: view.getUint16(at), encoding: view.getUint16(at + 2), format, language, glyphs });
  }
  return maps;
}

type FormatReader = (view: DataView) => ReadonlyMap<number, number> | null;

const READERS: Readonly<Record<number, FormatReader>> = {
  0: readBytes,
  4: readSegments,
  6: readTrimmed,
  12: readGroups,
};

function readBytes(view: DataView): ReadonlyMap<number, number> | null {
  if (view.byteLength < 262) return null;
  const glyphs = new Map<number, number>();
  for (let code = 0; code < 256; code++) addGlyph(glyphs, code, view.getUint8(6 + code));
  return glyphs;
}

function readSegments(view: DataView): ReadonlyMap<number, number> | null {
  if (view.byteLength < 16) return null;
  const segments = view.getUint16(6) >> 1;
  if (view.byteLength < 16 + segments * 8) return null;
  const glyphs = new Map<number, number>();
  let previousEnd = -1;
  for (let segment = 0; segment < segments; segment++) {
    const endAt = 14 + segment * 2;
    const end = view.getUint16(endAt);
    const start = view.getUint16(endAt + 2 + segments * 2);
    const delta = view.getUint16(endAt + 2 + segments * 4);
    const rangeAt = endAt + 2 + segments * 6;
    const range = view.getUint16(rangeAt);
    // The closing segment may map 0xFFFF to anything; no text uses that character.
    if (start === 0xffff) continue;
    // Overlapping or unsorted segments: binary and linear search give different results.
    if (start > end || start <= previousEnd) return null;
    previousEnd = end;
    for (let code = start; code <= end; code++) {
      if (range === 0 || range === 0xffff) {
        if (range === 0) addGlyph(glyphs, code, (code + delta) & 0xffff);
        continue;
      }
      const at = rangeAt + range + (code - start) * 2;
      if (at + 2 > view.byteLength) return null;
      const glyph = view.getUint16(at);
      if (glyph !== 0) addGlyph(glyphs, code, (glyph + delta) & 0xffff);
    }
  }
  return glyphs;
}

function readTrimmed(view: DataView): ReadonlyMap<number, number> | null {
  if (view.byteLength < 10) return null;
  const first = view.getUint16(6);
  const count = view.getUint16(8);
  if (view.byteLength < 10 + count * 2) return null;
  const glyphs = new Map<number, number>();
  for (let i = 0; i < count; i++) addGlyph(glyphs, first + i, view.getUint16(10 + i * 2));
  return glyphs;
}

function readGroups(view: DataView): ReadonlyMap<number, number> | null {
  if (view.byteLength < 16) return null;
  const count = view.getUint32(12);
  if (view.byteLength < 16 + count * 12) return null;
  const glyphs = new Map<number, number>();
  let previousEnd = -1;
  // Groups are sorted and below 0x110000, which limits their total size.
  for (let group = 0; group < count; group++) {
    const at = 16 + group * 12;
    const start = view.getUint32(at);
    const end = view.getUint32(at + 4);
    const glyph = view.getUint32(at + 8);
    if (start <= previousEnd || start > end || end > 0x10ffff || glyph + end - start > 0xffff) return null;
    previousEnd = end;
    for (let code = start; code <= end; code++) addGlyph(glyphs, code, glyph + code - start);
  }
  return glyphs;
}

function addGlyph(glyphs: Map<number, number>, code: number, glyph: number): void {
  if (glyph !== 0) glyphs.set(code, glyph);
}
