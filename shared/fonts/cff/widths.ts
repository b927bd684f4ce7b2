import type { Widths } from './charstring-write.ts';
import { type DictEntry, dictEntry, PRIVATE } from './dict.ts';
import { pushOperand } from './numbers.ts';

/**
 * Returns the most frequent whole advance, which those glyphs need not store, and the nominal one that minimizes
 * the differences of the others. FreeType cuts the fraction of both: with 525.5 as the default, text extraction of
 * MuPDF puts spaces elsewhere than with the advances of the glyphs themselves, which it rounds.
 */
export function chooseWidths(widths: readonly number[]): Widths {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const byCount = [...counts].sort(([a, most], [b, more]) => more - most || a - b);
  const defaultWidth = byCount.find(([width]) => Number.isInteger(width))?.[0] ?? 0;
  const others = byCount.filter(([width]) => width !== defaultWidth);
  const candidates = [0, ...others.map(([width]) => Math.round(width))].filter(isShort);
  let nominalWidth = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const bytes = others.reduce((sum, [width, count]) => sum + count * operandBytes(width - candidate), 0);
    if (bytes < fewest) {
      fewest = bytes;
      nominalWidth = candidate;
    }
  }
  return { defaultWidth, nominalWidth };
}

/** Returns the Private DICT entries; 0 is the default. */
export function widthEntries({ defaultWidth, nominalWidth }: Widths): DictEntry[] {
  const entries = [
    dictEntry(PRIVATE.defaultWidthX, [defaultWidth]),
    dictEntry(PRIVATE.nominalWidthX, [nominalWidth]),
  ];
  return entries.filter(({ operands }) => operands[0] !== 0);
}

function operandBytes(value: number): number {
  const code: number[] = [];
  pushOperand(code, value);
  return code.length;
}

function isShort(width: number): boolean {
  return width >= -16384 && width <= 16383;
}
