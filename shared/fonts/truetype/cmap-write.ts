import { viewOf } from '../sfnt.ts';
import type { CharacterMap } from './cmap.ts';

/** Consecutive characters that map to consecutive glyphs. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly glyph: number;
}

/**
 * Writes a `cmap` table of these maps, reduced to kept glyphs, each in its own format (ISO/IEC 14496-22,
 * 5.2.1). Null if one does not fit its format.
 */
export function writeCmap(maps: readonly CharacterMap[], kept: ReadonlySet<number>): Uint8Array | null {
  const subtables: Uint8Array[] = [];
  const offsets: number[] = [];
  let end = 4 + maps.length * 8;
  for (const map of maps) {
    const glyphs = [...map.glyphs]
      .filter(([, glyph]) => kept.has(glyph))
      .sort(([one], [other]) => one - other);
    const subtable = WRITERS[map.format]?.(glyphs, map.language) ?? null;
    if (subtable === null) return null;
    const known = subtables.findIndex((other) => isSame(other, subtable));
    if (known >= 0) {
      offsets.push(offsets[known]!);
    } else {
      offsets.push(end);
      end += subtable.length;
    }
    subtables.push(subtable);
  }
  const table = new Uint8Array(end);
  const view = viewOf(table);
  view.setUint16(2, maps.length);
  for (const [index, { platform, encoding }] of maps.entries()) {
    view.setUint16(4 + index * 8, platform);
    view.setUint16(6 + index * 8, encoding);
    view.setUint32(8 + index * 8, offsets[index]!);
    table.set(subtables[index]!, offsets[index]);
  }
  return table;
}

type Glyphs = readonly (readonly [code: number, glyph: number])[];
type FormatWriter = (glyphs: Glyphs, language: number) => Uint8Array | null;

const WRITERS: Readonly<Record<number, FormatWriter>> = {
  0: writeBytes,
  4: writeSegments,
  6: writeTrimmed,
  12: writeGroups,
};

function writeBytes(glyphs: Glyphs, language: number): Uint8Array {
  const table = new Uint8Array(262);
  header16(table, 0, language);
  for (const [code, glyph] of glyphs) table[6 + code] = glyph;
  return table;
}

function writeSegments(glyphs: Glyphs, language: number): Uint8Array | null {
  const runs: Run[] = [...runsOf(glyphs), { start: 0xffff, end: 0xffff, glyph: 0 }];
  const length = 16 + runs.length * 8;
  if (length > 0xffff) return null;
  const table = new Uint8Array(length);
  const view = header16(table, 4, language);
  const log = Math.floor(Math.log2(runs.length));
  view.setUint16(6, runs.length * 2);
  view.setUint16(8, 2 ** log * 2);
  view.setUint16(10, log);
  view.setUint16(12, (runs.length - 2 ** log) * 2);
  for (const [index, { start, end, glyph }] of runs.entries()) {
    const at = 14 + index * 2;
    view.setUint16(at, end);
    view.setUint16(at + 2 + runs.length * 2, start);
    // "If the idRangeOffset is 0, the idDelta value is added directly to the character code"; 0xFFFF maps to 0.
    view.setUint16(at + 2 + runs.length * 4, (glyph - start) & 0xffff);
  }
  return table;
}

function writeTrimmed(glyphs: Glyphs, language: number): Uint8Array {
  const first = glyphs[0]?.[0] ?? 0;
  const count = glyphs.length === 0 ? 0 : glyphs.at(-1)![0] - first + 1;
  const table = new Uint8Array(10 + count * 2);
  const view = header16(table, 6, language);
  view.setUint16(6, first);
  view.setUint16(8, count);
  for (const [code, glyph] of glyphs) view.setUint16(10 + (code - first) * 2, glyph);
  return table;
}

function writeGroups(glyphs: Glyphs, language: number): Uint8Array {
  const runs = runsOf(glyphs);
  const table = new Uint8Array(16 + runs.length * 12);
  const view = viewOf(table);
  view.setUint16(0, 12);
  view.setUint32(4, table.length);
  view.setUint32(8, language);
  view.setUint32(12, runs.length);
  for (const [index, { start, end, glyph }] of runs.entries()) {
    view.setUint32(16 + index * 12, start);
    view.setUint32(20 + index * 12, end);
    view.setUint32(24 + index * 12, glyph);
  }
  return table;
}

function header16(table: Uint8Array, format: number, language: number): DataView {
  const view = viewOf(table);
  view.setUint16(0, format);
  view.setUint16(2, table.length);
  view.setUint16(4, language);
  return view;
}

function runsOf(glyphs: Glyphs): Run[] {
  const runs: { start: number; end: number; glyph: number }[] = [];
  for (const [code, glyph] of glyphs) {
    const last = runs.at(-1);
    const continues = last !== undefined && last.end + 1 === code && last.glyph + code - last.start === glyph;
    if (continues) last.end = code;
    else runs.push({ start: code, end: code, glyph });
  }
  return runs;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
