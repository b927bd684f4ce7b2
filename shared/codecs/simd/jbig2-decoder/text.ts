/** The text region (T.88, 6.4). */
import {
  decodeInteger,
  decodeNumber,
  decodeSymbolId,
  IADS,
  IADT,
  IAFS,
  IAIT,
  IARDH,
  IARDW,
  IARDX,
  IARDY,
  IARI,
  OUT_OF_BAND,
  startArithmetic,
} from './arithmetic';
import { combine, heightOf, widthOf } from './bitmaps';
import { aligned, moveTo, nextBit, nextBits } from './bits';
import { decodeHuffman, decodeHuffmanNumber } from './huffman';
import { charge, DAMAGED, fail, marked, release } from './memory';
import { decodeRefinement } from './refinement';

/** Parameters, 32 bits each. Tables are addresses, and only used with Huffman coding. */
const PARAMETERS: usize = memory.data(4 * 19, 4);
export const HUFFMAN: usize = 0;
export const REFINES: usize = 4;
/** Binary logarithm of SBSTRIPS. */
export const STRIPS: usize = 8;
export const CORNER: usize = 12;
export const TRANSPOSED: usize = 16;
export const OPERATOR: usize = 20;
export const OFFSET: usize = 24;
export const REFINEMENT_TEMPLATE: usize = 28;
/** Addresses of the symbols, then their number. */
export const SYMBOLS: usize = 32;
export const SYMBOL_COUNT: usize = 36;
/** Length of symbol numbers and their contexts with arithmetic coding, else their table. */
export const ID_LENGTH: usize = 40;
export const ID_CODES: usize = 44;
/** Tables for the first S, its differences, T, and for refinements. */
export const FIRST_TABLE: usize = 48;
export const NEXT_TABLE: usize = 52;
export const STRIP_TABLE: usize = 56;
/** RDW, RDH, RDX, RDY and RSIZE; of 4 bytes each. */
export const REFINEMENT_TABLES: usize = 60;

const BOTTOM_RIGHT: u32 = 2;
const TOP_RIGHT: u32 = 3;
const BOTTOM_LEFT: u32 = 0;

export function setText(parameter: usize, value: usize): void {
  store<usize>(PARAMETERS + parameter, value);
}

export function textParameter(at: usize): u32 {
  return load<u32>(PARAMETERS + at);
}

function number(procedure: u32, table: usize): i32 {
  return textParameter(HUFFMAN) !== 0 ? decodeHuffmanNumber(textParameter(table)) : decodeNumber(procedure);
}

/** Draws `instances` symbols onto a bitmap. */
export function decodeText(onto: usize, instances: u32): void {
  const isHuffman = textParameter(HUFFMAN) !== 0;
  const strips = textParameter(STRIPS);
  const isTransposed = textParameter(TRANSPOSED) !== 0;
  const corner = textParameter(CORNER);
  const isRight = corner === TOP_RIGHT || corner === BOTTOM_RIGHT;
  const isBottom = corner === BOTTOM_LEFT || corner === BOTTOM_RIGHT;
  // vi) and x): the extent of a symbol along S is added before or after it is drawn.
  const isBefore = isTransposed ? isBottom : isRight;
  let stripT = -((<i64>number(IADT, STRIP_TABLE)) << strips);
  let firstS: i64 = 0;
  let done: u32 = 0;
  while (done < instances) {
    stripT += (<i64>number(IADT, STRIP_TABLE)) << strips;
    firstS += number(IAFS, FIRST_TABLE);
    let s = firstS;
    while (true) {
      if (done >= instances) fail(DAMAGED);
      charge(16);
      let t = stripT;
      if (strips > 0) t += isHuffman ? nextBits(strips) : decodeNumber(IAIT);
      const mark = marked();
      const symbol = nextSymbol();
      const width = widthOf(symbol);
      const height = heightOf(symbol);
      const extent = isTransposed ? height - 1 : width - 1;
      if (isBefore) s += extent;
      let x = isTransposed ? t : s;
      let y = isTransposed ? s : t;
      if (isRight) x -= width - 1;
      if (isBottom) y -= height - 1;
      combine(onto, symbol, x, y, textParameter(OPERATOR));
      release(mark);
      if (!isBefore) s += extent;
      done += 1;
      const step = isHuffman ? decodeHuffman(textParameter(NEXT_TABLE)) : decodeInteger(IADS);
      if (step === OUT_OF_BAND) break;
      s += <i64>step + <i32>textParameter(OFFSET);
    }
  }
}

/** The bitmap of the next instance (6.4.10 and 6.4.11). */
function nextSymbol(): usize {
  const isHuffman = textParameter(HUFFMAN) !== 0;
  const id = isHuffman
    ? <u32>decodeHuffman(textParameter(ID_CODES))
    : decodeSymbolId(textParameter(ID_CODES), textParameter(ID_LENGTH));
  const symbol = symbolOf(id);
  if (textParameter(REFINES) === 0) return symbol;
  if ((isHuffman ? <i32>nextBit() : decodeNumber(IARI)) === 0) return symbol;
  const dw = number(IARDW, REFINEMENT_TABLES);
  const dh = number(IARDH, REFINEMENT_TABLES + 4);
  const dx = number(IARDX, REFINEMENT_TABLES + 8);
  const dy = number(IARDY, REFINEMENT_TABLES + 12);
  return refinedSymbol(symbol, widthOf(symbol) + dw, heightOf(symbol) + dh, (dw >> 1) + dx, (dh >> 1) + dy);
}

export function symbolOf(id: u32): usize {
  if (id >= textParameter(SYMBOL_COUNT)) fail(DAMAGED);
  return load<u32>(textParameter(SYMBOLS) + (id << 2));
}

/** Refines a symbol. With Huffman coding the size of the arithmetic data comes first, and whole bytes. */
export function refinedSymbol(symbol: usize, width: i32, height: i32, dx: i32, dy: i32): usize {
  const template = textParameter(REFINEMENT_TEMPLATE);
  if (textParameter(HUFFMAN) !== 0) {
    const size = decodeHuffmanNumber(textParameter(REFINEMENT_TABLES + 16));
    const start = aligned();
    if (size < 0) fail(DAMAGED);
    moveTo(start + size);
    startArithmetic(start, start + size);
  }
  return decodeRefinement(width, height, template, symbol, dx, dy, false);
}
