/** Outline of a TrueType glyph, before its instructions run (ISO/IEC 14496-22, 5.3.3). */
import { viewOf } from '../sfnt.ts';
import { ARGS_ARE_XY, componentsOf, isComposite, MAX_COMPONENT_DEPTH, SCALED_OFFSET } from './components.ts';
import type { GlyphLocations } from './truetype.ts';

export interface OutlinePoint {
  /** Font units. */
  readonly x: number;
  readonly y: number;
  readonly onCurve: boolean;
  readonly endsContour: boolean;
}

const ON_CURVE = 0x01;
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
const X_SAME_OR_POSITIVE = 0x10;
const Y_SAME_OR_POSITIVE = 0x20;

/** Limits the total cost of a font's outlines: nested composites multiply. */
export class OutlineBudget {
  /** Points; a component costs some more. The largest CJK fonts have about five million. */
  left = 20_000_000;
}
const COMPONENT_COST = 50;

/**
 * Returns the points of a glyph with its components resolved; null if its data is damaged or the budget is
 * exhausted.
 */
export function glyphOutline(
  locations: GlyphLocations,
  id: number,
  budget: OutlineBudget,
  depth = 0,
): readonly OutlinePoint[] | null {
  const glyph = locations.glyph(id);
  if (glyph === null || depth > MAX_COMPONENT_DEPTH) return null;
  if (glyph.length < 10) return [];
  const outline = isComposite(glyph)
    ? compositeOutline(locations, glyph, budget, depth)
    : simpleOutline(glyph);
  budget.left -= outline?.length ?? 0;
  return budget.left < 0 ? null : outline;
}

function compositeOutline(
  locations: GlyphLocations,
  glyph: Uint8Array,
  budget: OutlineBudget,
  depth: number,
): readonly OutlinePoint[] | null {
  const points: OutlinePoint[] = [];
  const components = componentsOf(glyph);
  if (components === null) return null;
  for (const { glyph: id, flags, arguments: offsets, scale } of components) {
    budget.left -= COMPONENT_COST;
    const part = budget.left < 0 ? null : glyphOutline(locations, id, budget, depth + 1);
    if (part === null) return null;
    const [a, b, c, d] = scale;
    const turned = part.map((point) => ({
      ...point,
      x: point.x * a + point.y * c,
      y: point.x * b + point.y * d,
    }));
    let [dx, dy] = offsets;
    if ((flags & ARGS_ARE_XY) === 0) {
      const [base, own] = [points[dx], turned[dy]];
      if (base === undefined || own === undefined) return null;
      [dx, dy] = [base.x - own.x, base.y - own.y];
    } else if ((flags & SCALED_OFFSET) !== 0) {
      [dx, dy] = [dx * Math.sqrt(a * a + b * b), dy * Math.sqrt(c * c + d * d)];
    }
    for (const point of turned) points.push({ ...point, x: point.x + dx, y: point.y + dy });
  }
  return points;
}

function simpleOutline(glyph: Uint8Array): readonly OutlinePoint[] | null {
  const view = viewOf(glyph);
  const contours = view.getInt16(0);
  if (contours === 0) return [];
  if (glyph.length < 12 + contours * 2) return null;
  const ends = new Set<number>();
  let count = 0;
  for (let contour = 0; contour < contours; contour++) {
    const end = view.getUint16(10 + contour * 2);
    if (end + 1 < count) return null;
    count = end + 1;
    ends.add(end);
  }
  const programAt = 10 + contours * 2;
  const flagsAt = programAt + 2 + view.getUint16(programAt);
  const flags = readFlags(glyph, flagsAt, count);
  if (flags === null) return null;
  const xs = readCoordinates(glyph, flags.end, flags.flags, X_SHORT, X_SAME_OR_POSITIVE);
  const ys = xs && readCoordinates(glyph, xs.end, flags.flags, Y_SHORT, Y_SAME_OR_POSITIVE);
  if (!xs || !ys) return null;
  return flags.flags.map((flag, index) => ({
    x: xs.values[index]!,
    y: ys.values[index]!,
    onCurve: (flag & ON_CURVE) !== 0,
    endsContour: ends.has(index),
  }));
}

function readFlags(glyph: Uint8Array, start: number, count: number): { flags: number[]; end: number } | null {
  const flags: number[] = [];
  let at = start;
  while (flags.length < count) {
    if (at >= glyph.length) return null;
    const flag = glyph[at++]!;
    const repeats = (flag & REPEAT) !== 0 ? (glyph[at++] ?? 0) : 0;
    for (let i = 0; i <= repeats && flags.length < count; i++) flags.push(flag);
  }
  return { flags, end: at };
}

function readCoordinates(
  glyph: Uint8Array,
  start: number,
  flags: readonly number[],
  short: number,
  sameOrPositive: number,
): { values: number[]; end: number } | null {
  const view = viewOf(glyph);
  let at = start;
  let value = 0;
  const values: number[] = [];
  for (const flag of flags) {
    const bytes = (flag & short) !== 0 ? 1 : (flag & sameOrPositive) !== 0 ? 0 : 2;
    if (at + bytes > glyph.length) return null;
    if (bytes === 1) value += (flag & sameOrPositive) !== 0 ? view.getUint8(at) : -view.getUint8(at);
    else if (bytes === 2) value += view.getInt16(at);
    at += bytes;
    values.push(value);
  }
  return { values, end: at };
}
