import type { Bits } from './bits.ts';

/** Huffman tables of T.88, annex B. */

/** A range of values, with the lengths of its code and extra bits; `lower` counts down from `first`. */
interface Line {
  readonly first: number;
  readonly prefixLength: number;
  readonly rangeLength: number;
  readonly kind: 'range' | 'lower' | 'out-of-band';
}

export interface HuffmanTable {
  readonly lines: readonly (Line & { readonly code: string })[];
}

/** B.5: rows of `first prefix range`, of `<first prefix range` for the lower one and of `oob prefix`. */
export function huffmanTable(text: string): HuffmanTable {
  const lines = text.split(',').map((row): Line => {
    const [first, prefix, range = '0'] = row.trim().split(' ');
    const kind = first === 'oob' ? 'out-of-band' : first!.startsWith('<') ? 'lower' : 'range';
    return {
      first: kind === 'out-of-band' ? 0 : Number(first!.replace('<', '')),
      prefixLength: Number(prefix),
      rangeLength: Number(range),
      kind,
    };
  });
  const codes = prefixCodes(lines.map(({ prefixLength }) => prefixLength));
  return { lines: lines.map((line, at) => ({ ...line, code: codes[at]! })) };
}

/** B.3: codes by their lengths, in the order of the lines; empty for a length of 0. */
export function prefixCodes(lengths: readonly number[]): string[] {
  const codes = lengths.map(() => '');
  let first = 0;
  for (let length = 1; length <= Math.max(...lengths); length += 1) {
    first = (first + (length === 1 ? 0 : lengths.filter((each) => each === length - 1).length)) << 1;
    let code = first;
    for (const [at, each] of lengths.entries()) {
      if (each !== length) continue;
      codes[at] = code.toString(2).padStart(length, '0');
      code += 1;
    }
  }
  return codes;
}

/** Writes a value; undefined is out-of-band. */
export function putHuffman(bits: Bits, { lines }: HuffmanTable, value: number | undefined): void {
  const line = lines.find((each) => holds(each, value));
  if (line === undefined) throw new Error(`no code for ${value}`);
  bits.code(line.code);
  if (value === undefined) return;
  bits.put(line.kind === 'lower' ? line.first - value : value - line.first, line.rangeLength);
}

function holds({ first, rangeLength, kind }: Line, value: number | undefined): boolean {
  if (value === undefined || kind === 'out-of-band') return value === undefined && kind === 'out-of-band';
  return kind === 'lower' ? value <= first : value >= first && value < first + 2 ** rangeLength;
}

/** The tables among B.1 to B.15 that tests use. */
export const TABLES = {
  B1: huffmanTable('0 1 4, 16 2 8, 272 3 16, 65808 3 32'),
  B2: huffmanTable('0 1, 1 2, 2 3, 3 4 3, 11 5 6, 75 6 32, oob 6'),
  B4: huffmanTable('1 1, 2 2, 3 3, 4 4 3, 12 5 6, 76 5 32'),
  B6: huffmanTable(
    '-2048 5 10, -1024 4 9, -512 4 8, -256 4 7, -128 5 6, -64 5 5, -32 4 5, 0 2 7, 128 3 7, 256 3 8, 512 4 9, 1024 4 10, <-2049 6 32, 2048 6 32',
  ),
  B8: huffmanTable(
    '-15 8 3, -7 9 1, -5 8 1, -3 9, -2 7, -1 4, 0 2 1, 2 5, 3 6, 4 3 4, 20 6 1, 22 4 4, 38 4 5, 70 5 6, 134 5 7, 262 6 7, 390 7 8, 646 6 10, <-16 9 32, 1670 9 32, oob 2',
  ),
  B7: huffmanTable(
    '-1024 4 9, -512 3 8, -256 4 7, -128 5 6, -64 5 5, -32 4 5, 0 4 5, 32 5 5, 64 5 6, 128 4 7, 256 3 8, 512 3 9, 1024 3 10, <-1025 5 32, 2048 5 32',
  ),
  B9: huffmanTable(
    '-31 8 4, -15 9 2, -11 8 2, -7 9 1, -5 7 1, -3 4 1, -1 3 1, 1 3 1, 3 5 1, 5 6 1, 7 3 5, 39 6 2, 43 4 5, 75 4 6, 139 5 7, 267 5 8, 523 6 8, 779 7 9, 1291 6 11, <-32 9 32, 3339 9 32, oob 2',
  ),
  B10: huffmanTable(
    '-21 7 4, -5 8, -4 7, -3 5, -2 2 2, 2 5, 3 6, 4 7, 5 8, 6 2 6, 70 5 5, 102 6 5, 134 6 6, 198 6 7, 326 6 8, 582 6 9, 1094 6 10, 2118 7 11, <-22 8 32, 4166 8 32, oob 2',
  ),
  B12: huffmanTable(
    '1 1, 2 2, 3 3 1, 5 5, 6 5 1, 8 6 1, 10 7, 11 7 1, 13 7 2, 17 7 3, 25 7 4, 41 8 5, 73 8 32',
  ),
  B13: huffmanTable(
    '1 1, 2 3, 3 4, 4 5, 5 4 1, 7 3 3, 15 6 1, 17 6 2, 21 6 3, 29 6 4, 45 6 5, 77 7 6, 141 7 32',
  ),
  B11: huffmanTable(
    '1 1, 2 2 1, 4 4, 5 4 1, 7 5 1, 9 5 2, 13 6 2, 17 7 2, 21 7 3, 29 7 4, 45 7 5, 77 7 6, 141 7 32',
  ),
  B14: huffmanTable('-2 3, -1 3, 0 1, 1 3, 2 3'),
  B15: huffmanTable(
    '-24 7 4, -8 6 2, -4 5 1, -2 4, -1 3, 0 1, 1 3, 2 4, 3 5 1, 5 6 2, 9 7 4, <-25 7 32, 25 7 32',
  ),
} as const;
