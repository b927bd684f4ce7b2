import { uint16, uint32 } from './bits.ts';
import { mmr } from './mmr.ts';
import { MqEncoder } from './mq-encoder.ts';
import { combined, joined, OPERATORS, type Operator, type Picture, picture } from './picture.ts';
import { putGeneric, type Template } from './regions.ts';
import { type Place, regionInformation, type Segment, TYPES } from './segments.ts';

/** Pattern dictionaries (T.88, 6.7 and 7.4.4) and halftone regions (6.6 and 7.4.5). */

export type HalftoneCoding =
  | { readonly kind: 'mmr' }
  | { readonly kind: 'arithmetic'; readonly template: Template };

/** All of one size. */
export function patternDictionary(
  segment: Pick<Segment, 'number' | 'page'>,
  patterns: readonly Picture[],
  coding: HalftoneCoding,
): Segment {
  const { width, height } = patterns[0]!;
  const all = joined(patterns);
  const data = [codingFlags(coding), width, height, ...uint32(patterns.length - 1)];
  return {
    ...segment,
    type: TYPES.patternDictionary,
    data: [...data, ...planeData([all], coding, -width, 0)],
  };
}

export interface HalftoneRegion {
  readonly number: number;
  readonly refersTo: readonly number[];
  readonly place: Place;
  readonly patterns: readonly Picture[];
  readonly coding: HalftoneCoding;
  /** HCOMBOP */
  readonly operator: Operator;
  /** HDEFPIXEL */
  readonly black: boolean;
  readonly grid: {
    readonly columns: number;
    readonly rows: number;
    /** HGX, HGY, HRX and HRY, in 256ths of a pixel. */
    readonly x: number;
    readonly y: number;
    readonly stepX: number;
    readonly stepY: number;
  };
  /** Pattern by position in the grid, row by row. */
  readonly values: readonly number[];
}

/** The expected output of a decoder. */
export function halftonePicture(region: HalftoneRegion): Picture {
  const { place, patterns, operator, black, grid, values } = region;
  let drawn = picture(place.width, place.height, () => black);
  for (const [at, value] of values.entries()) {
    const row = Math.floor(at / grid.columns);
    const column = at % grid.columns;
    const x = (grid.x + row * grid.stepY + column * grid.stepX) >> 8;
    const y = (grid.y + row * grid.stepX - column * grid.stepY) >> 8;
    drawn = combined(drawn, patterns[value]!, x, y, operator);
  }
  return drawn;
}

export function halftoneRegion(region: HalftoneRegion): Segment {
  const { number, refersTo, place, patterns, coding, operator, black, grid, values } = region;
  const flags = codingFlags(coding) | (OPERATORS.indexOf(operator) << 4) | (Number(black) << 7);
  const bits = Math.ceil(Math.log2(patterns.length));
  const gray = values.map((value) => value ^ (value >> 1));
  const planes = Array.from({ length: bits }, (_, at) =>
    picture(grid.columns, grid.rows, (x, y) => ((gray[y * grid.columns + x]! >> (bits - 1 - at)) & 1) === 1),
  );
  const firstDx = coding.kind === 'arithmetic' && coding.template > 1 ? 2 : 3;
  const data = [
    ...regionInformation(place),
    flags,
    ...[grid.columns, grid.rows, grid.x, grid.y].flatMap(uint32),
    ...uint16(grid.stepX),
    ...uint16(grid.stepY),
    ...planeData(planes, coding, firstDx, -1),
  ];
  return { number, type: TYPES.halftoneRegion, refersTo, data };
}

function codingFlags(coding: HalftoneCoding): number {
  return coding.kind === 'mmr' ? 1 : coding.template << 1;
}

/** Bit planes, highest first; A1 is at (dx, dy), the others at their nominal positions (tables 27 and C.4). */
function planeData(
  planes: readonly Picture[],
  coding: HalftoneCoding,
  dx: number,
  dy: number,
): readonly number[] {
  if (coding.kind === 'mmr') return planes.flatMap((plane) => [...mmr(plane, { endOfBlock: true })]);
  const { template } = coding;
  const adaptive: [number, number][] = [
    [dx, dy],
    [-3, -1],
    [2, -2],
    [-2, -2],
  ];
  const out = new MqEncoder();
  for (const plane of planes) putGeneric(out, plane, { template, adaptive });
  return [...out.finish()];
}
