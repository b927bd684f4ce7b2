import { uint16, uint32 } from './bits.ts';
import { OPERATORS, type Operator } from './picture.ts';

/** Segments of an embedded stream (T.88, 7.2), and their page. */

export interface Segment {
  readonly number: number;
  readonly type: number;
  readonly refersTo?: readonly number[];
  /** 0: no page, as in globals. */
  readonly page?: 0 | 1;
  readonly data: Iterable<number>;
}

/** Types of 7.3. */
export const TYPES = {
  symbolDictionary: 0,
  textRegion: 6,
  patternDictionary: 16,
  halftoneRegion: 22,
  intermediateGeneric: 36,
  genericRegion: 38,
  intermediateRefinement: 40,
  refinementRegion: 42,
  pageInformation: 48,
  endOfPage: 49,
  tables: 53,
  extension: 62,
} as const;

/** Up to four references each, with numbers below 256. */
export function segmentBytes(segments: readonly Segment[]): Uint8Array {
  return Uint8Array.from(
    segments.flatMap(({ number, type, refersTo = [], page = 1, data }) => {
      const bytes = [...data];
      return [
        ...uint32(number),
        type,
        refersTo.length << 5,
        ...refersTo,
        page,
        ...uint32(bytes.length),
        ...bytes,
      ];
    }),
  );
}

/**
 * Types of the segments of a stream, and the start of their data; headers are short, as written by
 * `segmentBytes`.
 */
export function segmentsIn(data: Uint8Array): { readonly type: number; readonly start: number }[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const segments: { readonly type: number; readonly start: number }[] = [];
  for (let at = 0; at < data.length; ) {
    const length = at + 7 + (data[at + 5]! >> 5);
    const start = length + 4;
    segments.push({ type: data[at + 4]! & 63, start });
    at = start + view.getUint32(length);
  }
  return segments;
}

export interface PageFlags {
  /** Initially black. */
  readonly black?: true;
  readonly operator?: Operator;
  /** Regions may use another operator. */
  readonly override?: true;
}

/** 7.4.8 */
export function pageInformation(
  number: number,
  width: number,
  height: number,
  flags: PageFlags = {},
): Segment {
  const { black, operator = 'OR', override } = flags;
  const bits = (black ? 4 : 0) | (OPERATORS.indexOf(operator) << 3) | (override ? 0x40 : 0);
  const data = [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0), bits, ...uint16(0)];
  return { number, type: TYPES.pageInformation, data };
}

/** 7.4.15: a comment, which only makes a stream longer. */
export function comment(number: number, length: number): Segment {
  return { number, type: TYPES.extension, data: [...uint32(0x20000000), ...Array(length).fill(32)] };
}

export interface Place {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly operator: Operator;
}

/** 7.4.1 */
export function regionInformation({ width, height, x, y, operator }: Place): number[] {
  return [width, height, x, y].flatMap(uint32).concat(OPERATORS.indexOf(operator));
}

/** Adaptive pixels, in the format of segments. */
export function placesBytes(places: readonly (readonly [dx: number, dy: number])[]): number[] {
  return places.flatMap(([dx, dy]) => [dx & 255, dy & 255]);
}
