import { Bits } from './bits.ts';
import { type Picture, pixelAt } from './picture.ts';

/** MMR, the coding of ITU-T T.6, for images up to 191 pixels wide. */

/** T.4, tables 2 and 3a: runs of 0 to 63, then 64 and 128. */
const WHITE =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 11011 10010'.split(
    ' ',
  );
const BLACK =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111 0000001111 000011001000'.split(
    ' ',
  );
const PASS = '0001';
const HORIZONTAL = '001';
/** Indexed by the distance of a1 to the right of b1, from -3. */
const VERTICAL = ['0000010', '000010', '010', '1', '011', '000011', '0000011'];
const END_OF_BLOCK = '000000000001'.repeat(2);

export interface MmrCoding {
  readonly endOfBlock: boolean;
}

export function mmr(drawn: Picture, { endOfBlock }: MmrCoding): Uint8Array {
  const out = new Bits();
  for (let y = 0; y < drawn.height; y += 1) putRow(out, drawn, y);
  if (endOfBlock) out.code(END_OF_BLOCK);
  return out.finish();
}

/** T.6, 2.2.1 */
function putRow(out: Bits, drawn: Picture, y: number): void {
  const { width } = drawn;
  // An imaginary white pixel precedes the first one.
  let a0 = -1;
  let color = 0;
  while (a0 < width) {
    const a1 = nextChange(drawn, y, a0, color);
    const b1 = changeAbove(drawn, y, a0, color);
    const b2 = nextChange(drawn, y - 1, b1, color ^ 1);
    if (b2 < a1) {
      out.code(PASS);
      a0 = b2;
    } else if (Math.abs(a1 - b1) <= 3) {
      out.code(VERTICAL[a1 - b1 + 3]!);
      a0 = a1;
      color ^= 1;
    } else {
      const a2 = nextChange(drawn, y, a1, color ^ 1);
      out.code(HORIZONTAL);
      putRun(out, a1 - Math.max(a0, 0), color);
      putRun(out, a2 - a1, color ^ 1);
      a0 = a2;
    }
  }
}

/** The first pixel to the right that does not have this color, or the row's end. */
function nextChange(drawn: Picture, y: number, from: number, color: number): number {
  let x = from + 1;
  while (x < drawn.width && pixelAt(drawn, x, y) === color) x += 1;
  return Math.min(x, drawn.width);
}

/** b1: above, to the right of a0, a pixel of the other color whose left neighbor has this one. */
function changeAbove(drawn: Picture, y: number, a0: number, color: number): number {
  let x = a0 + 1;
  const isB1 = () => pixelAt(drawn, x, y - 1) !== color && pixelAt(drawn, x - 1, y - 1) === color;
  while (x < drawn.width && !isB1()) x += 1;
  return x;
}

function putRun(out: Bits, run: number, color: number): void {
  const codes = color === 0 ? WHITE : BLACK;
  if (run >= 64) out.code(codes[63 + (run >> 6)]!);
  out.code(codes[run & 63]!);
}
