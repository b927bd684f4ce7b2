/** Path operators of Type 2 charstrings (Technical Note #5177, 4.1 and 4.2), by operator. */
import type { GlyphBuilder } from './glyph.ts';
import { refuse } from './refused-face.ts';

type Draw = (glyph: GlyphBuilder, operands: readonly number[]) => void;

/**
 * One byte, or 1200 plus the second byte of an escaped operator. Arithmetic and storage are not supported: no
 * known font computes its outlines.
 */
export const PATH_OPERATORS: ReadonlyMap<number, Draw> = new Map<number, Draw>([
  [5, (glyph, s) => lines(glyph, s)],
  [6, (glyph, s) => axisLines(glyph, s, true)],
  [7, (glyph, s) => axisLines(glyph, s, false)],
  [8, (glyph, s) => curves(glyph, s)],
  [24, curvesAndLine],
  [25, linesAndCurve],
  [26, (glyph, s) => flatCurves(glyph, s, false)],
  [27, (glyph, s) => flatCurves(glyph, s, true)],
  [30, (glyph, s) => turningCurves(glyph, s, false)],
  [31, (glyph, s) => turningCurves(glyph, s, true)],
  [1234, hflex],
  [1235, flex],
  [1236, hflex1],
  [1237, flex1],
]);

/** Default depth of a flex, in hundredths of a pixel. */
const DEFAULT_DEPTH = 50;

function expect(isComplete: boolean): void {
  if (!isComplete) refuse('odd-charstring', 'operands of a path');
}

function lines(glyph: GlyphBuilder, s: readonly number[]): void {
  expect(s.length >= 2 && s.length % 2 === 0);
  for (let i = 0; i < s.length; i += 2) glyph.line(s[i]!, s[i + 1]!);
}

function axisLines(glyph: GlyphBuilder, s: readonly number[], startsHorizontal: boolean): void {
  expect(s.length > 0);
  for (const [i, by] of s.entries()) {
    if ((i % 2 === 0) === startsHorizontal) glyph.line(by, 0);
    else glyph.line(0, by);
  }
}

function curves(glyph: GlyphBuilder, s: readonly number[]): void {
  expect(s.length >= 6 && s.length % 6 === 0);
  for (let i = 0; i < s.length; i += 6)
    glyph.curve(s[i]!, s[i + 1]!, s[i + 2]!, s[i + 3]!, s[i + 4]!, s[i + 5]!);
}

function curvesAndLine(glyph: GlyphBuilder, s: readonly number[]): void {
  curves(glyph, s.slice(0, -2));
  lines(glyph, s.slice(-2));
}

function linesAndCurve(glyph: GlyphBuilder, s: readonly number[]): void {
  lines(glyph, s.slice(0, -6));
  curves(glyph, s.slice(-6));
}

/** `hhcurveto` and `vvcurveto`: both ends are parallel to one axis, except for an odd operand at the first start. */
function flatCurves(glyph: GlyphBuilder, s: readonly number[], isHorizontal: boolean): void {
  const odd = s.length % 4 === 1;
  expect(s.length >= 4 && s.length % 4 <= 1);
  for (let i = odd ? 1 : 0; i < s.length; i += 4) {
    const across = odd && i === 1 ? s[0]! : 0;
    if (isHorizontal) glyph.curve(s[i]!, across, s[i + 1]!, s[i + 2]!, s[i + 3]!, 0);
    else glyph.curve(across, s[i]!, s[i + 1]!, s[i + 2]!, 0, s[i + 3]!);
  }
}

/** `hvcurveto` and `vhcurveto`: starts and ends alternate between the axes; the last end may be arbitrary. */
function turningCurves(glyph: GlyphBuilder, s: readonly number[], startsHorizontal: boolean): void {
  expect(s.length >= 4 && s.length % 4 <= 1);
  const count = Math.floor(s.length / 4);
  for (let curve = 0; curve < count; curve++) {
    const i = curve * 4;
    const off = curve === count - 1 && s.length % 4 === 1 ? s[i + 4]! : 0;
    if ((curve % 2 === 0) === startsHorizontal) glyph.curve(s[i]!, 0, s[i + 1]!, s[i + 2]!, off, s[i + 3]!);
    else glyph.curve(0, s[i]!, s[i + 1]!, s[i + 2]!, s[i + 3]!, off);
  }
}

function hflex(glyph: GlyphBuilder, s: readonly number[]): void {
  expect(s.length === 7);
  glyph.flex([s[0]!, 0, s[1]!, s[2]!, s[3]!, 0, s[4]!, 0, s[5]!, -s[2]!, s[6]!, 0], DEFAULT_DEPTH);
}

function flex(glyph: GlyphBuilder, s: readonly number[]): void {
  expect(s.length === 13);
  glyph.flex(s.slice(0, 12), s[12]!);
}

function hflex1(glyph: GlyphBuilder, s: readonly number[]): void {
  expect(s.length === 9);
  const back = -(s[1]! + s[3]! + s[7]!);
  glyph.flex([s[0]!, s[1]!, s[2]!, s[3]!, s[4]!, 0, s[5]!, 0, s[6]!, s[7]!, s[8]!, back], DEFAULT_DEPTH);
}

/** The last operand is along the flex's axis; on the other axis it ends where it began. */
function flex1(glyph: GlyphBuilder, s: readonly number[]): void {
  expect(s.length === 11);
  const dx = s[0]! + s[2]! + s[4]! + s[6]! + s[8]!;
  const dy = s[1]! + s[3]! + s[5]! + s[7]! + s[9]!;
  const end = Math.abs(dx) > Math.abs(dy) ? [s[10]!, -dy] : [-dx, s[10]!];
  glyph.flex([...s.slice(0, 10), ...end], DEFAULT_DEPTH);
}
