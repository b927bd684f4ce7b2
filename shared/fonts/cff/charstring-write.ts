/** Writes a glyph as a Type 2 charstring (Adobe Technical Note #5177), including hints. */
import { type Glyph, NO_STEMS, type StemSet, type Stems, sortedStems } from './glyph.ts';
import { pushOperand } from './numbers.ts';
import { MAX_OPERANDS, PathWriter } from './path-write.ts';
import { refuse } from './refused-face.ts';

/** Maximum stems of a glyph (Appendix B). */
const MAX_STEMS = 96;

const HSTEM = 1;
const VSTEM = 3;
const HSTEMHM = 18;
const VSTEMHM = 23;
const HINTMASK = 19;
const CNTRMASK = 20;
const ENDCHAR = 14;

export interface Widths {
  readonly defaultWidth: number;
  readonly nominalWidth: number;
}

export function writeCharString(glyph: Glyph, widths: Widths): Uint8Array {
  const all = allStems(glyph);
  const needsMasks = glyph.counters.length > 0 || !keepsAllStems(glyph, all);
  // "The first stack-clearing operator" takes the width as an extra operand.
  const code: number[] = [];
  if (glyph.width !== widths.defaultWidth) pushOperand(code, glyph.width - widths.nominalWidth);
  const hasWidth = code.length > 0;
  pushStems(code, all.horizontal, hasWidth, needsMasks ? HSTEMHM : HSTEM);
  pushStems(code, all.vertical, hasWidth, needsMasks ? VSTEMHM : VSTEM);
  for (const counter of glyph.counters) pushMask(code, CNTRMASK, counter, all);

  const path = new PathWriter(code);
  const mask = (stems: StemSet) => {
    path.flush();
    pushMask(code, HINTMASK, stems, all);
  };
  if (needsMasks && glyph.steps[0]?.kind !== 'stems') mask(NO_STEMS);
  for (const step of glyph.steps) {
    if (step.kind !== 'stems') path.step(step);
    else if (needsMasks) mask(step.stems);
  }
  path.flush();
  const { accent } = glyph;
  if (accent !== null)
    for (const operand of [accent.dx, accent.dy, accent.base, accent.accent]) pushOperand(code, operand);
  code.push(ENDCHAR);
  return Uint8Array.from(code);
}

/** All stems that are ever active are declared at the start; masks select among them. */
function allStems(glyph: Glyph): StemSet {
  const sets = [
    ...glyph.counters,
    ...glyph.steps.flatMap((step) => (step.kind === 'stems' ? [step.stems] : [])),
  ];
  const all = {
    horizontal: sortedStems(sets.flatMap(({ horizontal }) => pairs(horizontal))),
    vertical: sortedStems(sets.flatMap(({ vertical }) => pairs(vertical))),
  };
  if (all.horizontal.length + all.vertical.length > MAX_STEMS * 2) refuse('out-of-range', 'too many stems');
  return all;
}

function pairs(stems: Stems): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let i = 0; i < stems.length; i += 2) found.push([stems[i]!, stems[i + 1]!]);
  return found;
}

/** Returns whether the same stems are active from the first point to the last, so that no mask is needed. */
function keepsAllStems(glyph: Glyph, all: StemSet): boolean {
  const changes = glyph.steps.filter(({ kind }) => kind === 'stems').length;
  if (changes === 0) return true;
  const first = glyph.steps[0]!;
  return (
    changes === 1 &&
    first.kind === 'stems' &&
    first.stems.horizontal.length === all.horizontal.length &&
    first.stems.vertical.length === all.vertical.length
  );
}

/**
 * Each stem is relative to the end of the previous one. More stems than the stack holds are refused, since
 * readers differ on these.
 */
function pushStems(code: number[], stems: Stems, hasWidth: boolean, operator: number): void {
  if (stems.length === 0) return;
  if (stems.length + (hasWidth ? 1 : 0) > MAX_OPERANDS) refuse('out-of-range', 'too many stems');
  let edge = 0;
  for (let i = 0; i < stems.length; i += 2) {
    pushOperand(code, stems[i]! - edge);
    pushOperand(code, stems[i + 1]!);
    edge = stems[i]! + stems[i + 1]!;
  }
  code.push(operator);
}

function pushMask(code: number[], operator: number, chosen: StemSet, all: StemSet): void {
  const { length } = all.horizontal;
  const bits = new Uint8Array(Math.ceil((length + all.vertical.length) / 16));
  const set = (stem: number) => {
    bits[stem >> 3]! |= 0x80 >> (stem & 7);
  };
  for (const index of places(chosen.horizontal, all.horizontal)) set(index);
  for (const index of places(chosen.vertical, all.vertical)) set(length / 2 + index);
  code.push(operator);
  for (const byte of bits) code.push(byte);
}

function places(chosen: Stems, all: Stems): number[] {
  return pairs(chosen).map(([start, width]) => {
    for (let i = 0; i < all.length; i += 2) if (all[i] === start && all[i + 1] === width) return i / 2;
    return refuse('not-equal', 'a stem that was not declared');
  });
}
