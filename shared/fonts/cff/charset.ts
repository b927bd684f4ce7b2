/** Charsets: the name or CID of each glyph (Technical Note #5176, 13). */
import { uint } from './index-table.ts';
import { refuse } from './refused-face.ts';
import { PREDEFINED_CHARSETS } from './standard-strings.ts';

export interface Charset {
  /** SID or CID by glyph; 0 for .notdef. */
  readonly ids: readonly number[];
  /** The bytes in the font, or the number of a predefined charset. */
  readonly data: Uint8Array | number;
}

export function readCharset(bytes: Uint8Array, offset: number, glyphs: number, isCid: boolean): Charset {
  if (offset <= 2 && !isCid) {
    const ids = PREDEFINED_CHARSETS[offset];
    if (ids === undefined || ids.length < glyphs) refuse('damaged', 'predefined charset too short');
    return { ids: ids.slice(0, glyphs), data: offset };
  }
  if (offset <= 2 || offset >= bytes.length) refuse('damaged', 'charset outside the data');
  const format = bytes[offset]!;
  if (format > 2) refuse('damaged', `charset format ${format}`);
  const ids = [0];
  let at = offset + 1;
  const countBytes = format;
  while (ids.length < glyphs) {
    if (at + 2 + countBytes > bytes.length) refuse('damaged', 'charset cut off');
    const first = uint(bytes, at, 2);
    const more = uint(bytes, at + 2, countBytes);
    at += 2 + countBytes;
    for (let i = 0; i <= more && ids.length < glyphs; i++) ids.push(first + i);
  }
  return { ids, data: bytes.subarray(offset, at) };
}

/** Writes these ids in the shortest of the three formats; the first, of .notdef, is not written. */
export function writeCharset(ids: readonly number[]): Uint8Array {
  const runs = consecutiveRuns(ids.slice(1));
  const inFormats = [writeSingles(ids), writeRuns(runs, 1), writeRuns(runs, 2)];
  return inFormats.reduce((shortest, data) => (data.length < shortest.length ? data : shortest));
}

function writeSingles(ids: readonly number[]): Uint8Array {
  return Uint8Array.from([0, ...ids.slice(1).flatMap((id) => [id >> 8, id & 0xff])]);
}

function writeRuns(runs: readonly Run[], countBytes: 1 | 2): Uint8Array {
  const longest = countBytes === 1 ? 256 : 65536;
  const bytes: number[] = [countBytes];
  for (const { first, count } of runs) {
    for (let done = 0; done < count; done += longest) {
      const start = first + done;
      const more = Math.min(count - done, longest) - 1;
      bytes.push(start >> 8, start & 0xff, ...(countBytes === 1 ? [more] : [more >> 8, more & 0xff]));
    }
  }
  return Uint8Array.from(bytes);
}

export interface Run {
  readonly first: number;
  readonly count: number;
}

/** Returns runs of consecutive numbers. */
export function consecutiveRuns(numbers: readonly number[]): Run[] {
  const runs: { first: number; count: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && number === run.first + run.count) run.count += 1;
    else runs.push({ first: number, count: 1 });
  }
  return runs;
}
