/** Encodings: the glyph of each code if the PDF font does not define it (Technical Note #5176, 12). */
import { consecutiveRuns } from './charset.ts';
import { uint } from './index-table.ts';
import { refuse } from './refused-face.ts';
import { STANDARD_ENCODING } from './standard-strings.ts';

export const STANDARD = 0;
export const EXPERT = 1;

/** Glyph names by code; .notdef equals a missing entry. */
export type CodeNames = ReadonlyMap<number, string>;

export interface Encoding {
  /** The bytes in the font, or the number of a predefined encoding. */
  readonly data: Uint8Array | number;
  /** Null for ExpertEncoding, whose table is not needed here. */
  readonly names: CodeNames | null;
}

const HAS_SUPPLEMENT = 0x80;

/** `nameOf` returns the name of a SID; `glyphNames` are those of the glyphs. */
export function readEncoding(
  bytes: Uint8Array,
  offset: number,
  glyphNames: readonly string[],
  nameOf: (sid: number) => string,
): Encoding {
  if (offset === STANDARD) return { data: STANDARD, names: standardNames(glyphNames) };
  if (offset === EXPERT) return { data: EXPERT, names: null };
  if (offset + 2 > bytes.length) refuse('damaged', 'encoding outside the data');
  const format = bytes[offset]! & ~HAS_SUPPLEMENT;
  if (format > 1) refuse('damaged', `encoding format ${format}`);
  const names = new Map<number, string>();
  const count = bytes[offset + 1]!;
  let at = offset + 2;
  let glyph = 1;
  const add = (code: number) => {
    const name = glyphNames[glyph++];
    if (code > 0xff) refuse('damaged', 'code beyond a byte');
    // Real fonts may have a count beyond the glyphs, which is harmless.
    if (name !== undefined) names.set(code, name);
  };
  for (let i = 0; i < count; i++) {
    const more = format === 1 ? uint(bytes, at + 1, 1) : 0;
    for (let code = bytes[at]!; code <= bytes[at]! + more; code++) add(code);
    at += format + 1;
  }
  if (bytes[offset]! & HAS_SUPPLEMENT) {
    const supplements = bytes[at++]!;
    for (let i = 0; i < supplements; i++, at += 3) names.set(bytes[at]!, nameOf(uint(bytes, at + 1, 2)));
  }
  if (at > bytes.length) refuse('damaged', 'encoding cut off');
  return { data: bytes.subarray(offset, at), names };
}

/** Returns StandardEncoding, reduced to existing glyphs. */
export function standardNames(glyphNames: Iterable<string>): CodeNames {
  const present = new Set(glyphNames);
  const names = new Map<number, string>();
  for (const [code, name] of STANDARD_ENCODING.entries()) {
    if (name !== undefined && present.has(name)) names.set(code, name);
  }
  return names;
}

/** Encodes these codes for glyphs of these names; glyphs with a code come first, after .notdef. */
export function encodingOf(codes: CodeNames, names: readonly string[], sids: readonly number[]): Uint8Array {
  const codesOf = names.map((name) => {
    const own = [...codes].filter(([, of]) => of === name).map(([code]) => code);
    return own.sort((a, b) => a - b);
  });
  // .notdef needs no code: unencoded codes show it.
  return writeEncoding(codesOf.slice(1), sids.slice(1));
}

/**
 * Writes the shorter of the two formats. `codes` holds every glyph's codes in glyph order, after .notdef;
 * only the last ones may have none. `sids` are in the same order.
 */
export function writeEncoding(codes: readonly (readonly number[])[], sids: readonly number[]): Uint8Array {
  const encoded = codes.filter((of) => of.length > 0);
  const first = encoded.map((of) => of[0]!);
  const runs = consecutiveRuns(first);
  const singles = [0, first.length, ...first];
  const ranges = [1, runs.length, ...runs.flatMap((run) => [run.first, run.count - 1])];
  const shorter = ranges.length < singles.length ? ranges : singles;
  const further = encoded.flatMap((of, glyph) => of.slice(1).map((code) => [code, sids[glyph]!] as const));
  if (first.length > 0xff || further.length > 0xff)
    refuse('odd-encoding', 'more codes than an encoding holds');
  if (further.length > 0) {
    shorter[0]! |= HAS_SUPPLEMENT;
    shorter.push(further.length, ...further.flatMap(([code, sid]) => [code, sid >> 8, sid & 0xff]));
  }
  return Uint8Array.from(shorter);
}
