/** Symbol dictionaries (T.88, 6.5), as lists: the number of symbols, then the addresses of their bitmaps. */
import {
  decodeInteger,
  decodeNumber,
  decodeSymbolId,
  IAAI,
  IADH,
  IADW,
  IAEX,
  IARDX,
  IARDY,
  OUT_OF_BAND,
} from './arithmetic';
import { columnsOf, newBitmap, OR, rowOf } from './bitmaps';
import { aligned, moveTo, nextBits, startBits } from './bits';
import { decodeGeneric } from './generic';
import { decodeHuffman, decodeHuffmanNumber, equalCodes, standardTable } from './huffman';
import { charge, DAMAGED, fail, marked, release, room } from './memory';
import { decodeMmr } from './mmr';
import {
  CORNER,
  decodeText,
  FIRST_TABLE,
  HUFFMAN,
  ID_CODES,
  ID_LENGTH,
  NEXT_TABLE,
  OFFSET,
  OPERATOR,
  REFINEMENT_TABLES,
  REFINEMENT_TEMPLATE,
  REFINES,
  refinedSymbol,
  STRIP_TABLE,
  STRIPS,
  SYMBOL_COUNT,
  SYMBOLS,
  setText,
  symbolOf,
  TRANSPOSED,
  textParameter,
} from './text';

/** Parameters, 32 bits each; tables are addresses. */
const PARAMETERS: usize = memory.data(4 * 10, 4);
export const IS_HUFFMAN: usize = 0;
export const AGGREGATES: usize = 4;
export const TEMPLATE: usize = 8;
export const DICTIONARY_REFINEMENT_TEMPLATE: usize = 12;
export const HEIGHT_TABLE: usize = 16;
export const WIDTH_TABLE: usize = 20;
export const SIZE_TABLE: usize = 24;
export const COUNT_TABLE: usize = 28;

export function setDictionary(parameter: usize, value: usize): void {
  store<usize>(PARAMETERS + parameter, value);
}

function parameter(at: usize): u32 {
  return load<u32>(PARAMETERS + at);
}

/** SBSYMCODELEN: bits for the numbers of this many symbols. */
export function idLength(symbols: u32): u32 {
  return symbols < 2 ? 0 : 32 - clz(symbols - 1);
}

/** Imported and new symbols, and the number of those that are known. */
let KNOWN: usize = 0;
let KNOWN_COUNT: u32 = 0;

/**
 * Decodes new symbols after those of `imported`, a list, and returns the list of `exported` ones. The
 * arithmetic decoder or the reader of bits has been started.
 */
export function decodeSymbols(imported: usize, added: u32, exported: u32): usize {
  const before = load<u32>(imported);
  const all = <u64>before + added;
  if (exported > all) fail(DAMAGED);
  const list = room((<u64>exported + 1) << 2);
  KNOWN = room(all << 2);
  charge((<i64>all) << 2);
  KNOWN_COUNT = before;
  memory.copy(KNOWN, imported + 4, (<usize>before) << 2);
  if (parameter(AGGREGATES) !== 0) prepareText(<u32>all);

  const isHuffman = parameter(IS_HUFFMAN) !== 0;
  const isJoined = isHuffman && parameter(AGGREGATES) === 0;
  const widths = isJoined ? room((<u64>added) << 2) : 0;
  let height = 0;
  while (KNOWN_COUNT < <u32>all) {
    charge(64);
    height += isHuffman ? decodeHuffmanNumber(parameter(HEIGHT_TABLE)) : decodeNumber(IADH);
    if (height < 0) fail(DAMAGED);
    let width = 0;
    let total: i64 = 0;
    const first = KNOWN_COUNT;
    while (true) {
      const step = isHuffman ? decodeHuffman(parameter(WIDTH_TABLE)) : decodeInteger(IADW);
      if (step === OUT_OF_BAND) break;
      if (KNOWN_COUNT >= <u32>all) fail(DAMAGED);
      charge(64);
      width += step;
      if (width < 0) fail(DAMAGED);
      total += width;
      if (isJoined) {
        store<i32>(widths + ((KNOWN_COUNT - before) << 2), width);
        KNOWN_COUNT += 1;
      } else {
        know(
          parameter(AGGREGATES) === 0
            ? decodeGeneric(width, height, parameter(TEMPLATE), false, 0)
            : aggregate(width, height),
        );
      }
    }
    if (isJoined) divide(joined(total, height), first, widths + ((first - before) << 2));
  }

  exportSymbols(list, exported, isHuffman);
  return list;
}

function know(symbol: usize): void {
  store<u32>(KNOWN + (KNOWN_COUNT << 2), symbol);
  KNOWN_COUNT += 1;
}

/** The bitmap of a height class (6.5.9). */
function joined(width: i64, height: i32): usize {
  if (width > i32.MAX_VALUE) fail(DAMAGED);
  const size = decodeHuffmanNumber(parameter(SIZE_TABLE));
  const start = aligned();
  if (size < 0) fail(DAMAGED);
  if (size > 0) {
    moveTo(start + size);
    startBits(start, start + size);
    const bitmap = decodeMmr(<i32>width, height);
    startBits(start + size, END);
    return bitmap;
  }
  const bitmap = newBitmap(<i32>width, height);
  const bytes = <usize>((width + 7) >> 3);
  const rest = <u32>width & 7;
  moveTo(start + bytes * height);
  for (let y = 0; y < height; y += 1) {
    const row = rowOf(bitmap, y);
    memory.copy(row, start + bytes * y, bytes);
    if (rest !== 0) store<u8>(row + bytes - 1, load<u8>(row + bytes - 1) & (0xff00 >> rest));
  }
  return bitmap;
}

/** End of the segment, where the bits continue after those in MMR. */
let END: usize = 0;

export function endOfDictionary(end: usize): void {
  END = end;
}

function divide(bitmap: usize, first: u32, widths: usize): void {
  let x = 0;
  for (let index = first; index < KNOWN_COUNT; index += 1) {
    const width = load<i32>(widths + ((index - first) << 2));
    store<u32>(KNOWN + (index << 2), columnsOf(bitmap, x, width));
    x += width;
  }
}

/** Parameters of the text regions that draw symbols from others (6.5.8.2, table 17). */
function prepareText(all: u32): void {
  const isHuffman = parameter(IS_HUFFMAN);
  const length = isHuffman !== 0 ? max<u32>(idLength(all), 1) : idLength(all);
  setText(HUFFMAN, isHuffman);
  setText(REFINES, 1);
  setText(STRIPS, 0);
  setText(CORNER, 1);
  setText(TRANSPOSED, 0);
  setText(OPERATOR, OR);
  setText(OFFSET, 0);
  setText(REFINEMENT_TEMPLATE, parameter(DICTIONARY_REFINEMENT_TEMPLATE));
  setText(SYMBOLS, KNOWN);
  setText(ID_LENGTH, length);
  setText(ID_CODES, isHuffman !== 0 ? equalCodes(all, length) : room((<u64>1) << length));
  if (isHuffman === 0) return;
  setText(FIRST_TABLE, standardTable(6));
  setText(NEXT_TABLE, standardTable(8));
  setText(STRIP_TABLE, standardTable(11));
  const differences = standardTable(15);
  for (let table: usize = 0; table < 16; table += 4) setText(REFINEMENT_TABLES + table, differences);
  setText(REFINEMENT_TABLES + 16, standardTable(1));
}

/** A symbol drawn from one other (6.5.8.2.2) or from several. */
function aggregate(width: i32, height: i32): usize {
  const isHuffman = parameter(IS_HUFFMAN) !== 0;
  setText(SYMBOL_COUNT, KNOWN_COUNT);
  const count = isHuffman ? decodeHuffmanNumber(parameter(COUNT_TABLE)) : decodeNumber(IAAI);
  if (count < 1) fail(DAMAGED);
  if (count > 1) {
    const bitmap = newBitmap(width, height);
    const mark = marked();
    decodeText(bitmap, count);
    release(mark);
    return bitmap;
  }
  const length = textParameter(ID_LENGTH);
  const symbol = symbolOf(isHuffman ? nextBits(length) : decodeSymbolId(textParameter(ID_CODES), length));
  const dx = isHuffman ? decodeHuffmanNumber(textParameter(REFINEMENT_TABLES)) : decodeNumber(IARDX);
  const dy = isHuffman ? decodeHuffmanNumber(textParameter(REFINEMENT_TABLES)) : decodeNumber(IARDY);
  return refinedSymbol(symbol, width, height, dx, dy);
}

/** 6.5.10: runs of symbols that are not exported and of those that are, in turn. */
function exportSymbols(list: usize, exported: u32, isHuffman: bool): void {
  const table = isHuffman ? standardTable(1) : 0;
  let index: u32 = 0;
  let count: u32 = 0;
  let isExported = false;
  while (index < KNOWN_COUNT) {
    charge(16);
    const run = isHuffman ? decodeHuffmanNumber(table) : decodeNumber(IAEX);
    if (run < 0 || <u32>run > KNOWN_COUNT - index) fail(DAMAGED);
    if (isExported) {
      if (<u32>run > exported - count) fail(DAMAGED);
      memory.copy(list + ((count + 1) << 2), KNOWN + (index << 2), (<usize>run) << 2);
      count += run;
    }
    index += run;
    isExported = !isExported;
  }
  if (count !== exported) fail(DAMAGED);
  store<u32>(list, count);
}
