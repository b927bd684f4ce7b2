/** Decodes the segments of dictionaries and regions (T.88, 7.4). */
import { resetIntegers, startArithmetic } from './arithmetic';
import { blacken, newBitmap } from './bitmaps';
import { startBits } from './bits';
import { ADAPTIVE, decodeGeneric, GENERIC_CONTEXT_BYTES, GENERIC_CONTEXTS, tapsOf } from './generic';
import { decodeHalftone, decodePatterns, setGrid } from './halftone';
import {
  byte,
  CODE_TABLE,
  DATA,
  DATA_END,
  keepResult,
  PATTERN_LIST,
  referredResult,
  referredSymbols,
  retainedContexts,
  SYMBOL_LIST,
  skipData,
  uint16,
  uint32,
} from './header';
import { codeTable, standardTable, symbolIdTable } from './huffman';
import { DAMAGED, fail, marked, release, room, UNSUPPORTED } from './memory';
import { decodeMmr } from './mmr';
import {
  nominalRefinementPixels,
  REFINEMENT_ADAPTIVE,
  REFINEMENT_CONTEXT_BYTES,
  REFINEMENT_CONTEXTS,
} from './refinement';
import * as symbols from './symbols';
import * as text from './text';

/** Custom tables that the segment has used of those that it refers to. */
let USED_TABLES: u32 = 0;

function resetContexts(): void {
  memory.fill(GENERIC_CONTEXTS, 0, GENERIC_CONTEXT_BYTES);
  memory.fill(REFINEMENT_CONTEXTS, 0, REFINEMENT_CONTEXT_BYTES);
  resetIntegers();
}

function readAdaptive(template: u32): void {
  const bytes = tapsOf(template) << 1;
  memory.copy(ADAPTIVE, skipData(bytes), bytes);
}

function readRefinementAdaptive(template: u32): void {
  if (template === 0) memory.copy(REFINEMENT_ADAPTIVE, skipData(4), 4);
  else nominalRefinementPixels();
}

/** Returns the table of a field: `first` of Annex B or one of those after it, or for `custom` the next referred one. */
function tableFor(choice: u32, custom: u32, first: u32): usize {
  if (choice !== custom) return standardTable(first + choice);
  const table = referredResult(CODE_TABLE, USED_TABLES);
  if (table === 0) fail(DAMAGED);
  USED_TABLES += 1;
  return table;
}

/** 7.4.2 */
export function symbolDictionary(): void {
  const flags = uint16();
  const isHuffman = flags & 1;
  const aggregates = (flags >> 1) & 1;
  const template = (flags >> 10) & 3;
  const refinementTemplate = (flags >> 12) & 1;
  if (isHuffman === 0) readAdaptive(template);
  if (aggregates !== 0) readRefinementAdaptive(refinementTemplate);
  const exported = uint32();
  const added = uint32();
  USED_TABLES = 0;
  symbols.setDictionary(symbols.IS_HUFFMAN, isHuffman);
  symbols.setDictionary(symbols.AGGREGATES, aggregates);
  symbols.setDictionary(symbols.TEMPLATE, template);
  symbols.setDictionary(symbols.DICTIONARY_REFINEMENT_TEMPLATE, refinementTemplate);
  if (isHuffman !== 0) {
    symbols.setDictionary(symbols.HEIGHT_TABLE, tableFor((flags >> 2) & 3, 3, 4));
    symbols.setDictionary(symbols.WIDTH_TABLE, tableFor((flags >> 4) & 3, 3, 2));
    symbols.setDictionary(symbols.SIZE_TABLE, tableFor((flags >> 6) & 1, 1, 1));
    symbols.setDictionary(symbols.COUNT_TABLE, tableFor((flags >> 7) & 1, 1, 1));
  }
  resetContexts();
  if ((flags & 0x100) !== 0) {
    const contexts = retainedContexts();
    memory.copy(GENERIC_CONTEXTS, contexts, GENERIC_CONTEXT_BYTES);
    memory.copy(REFINEMENT_CONTEXTS, contexts + GENERIC_CONTEXT_BYTES, REFINEMENT_CONTEXT_BYTES);
  }
  startCoding(isHuffman !== 0);
  symbols.endOfDictionary(DATA_END);
  const list = symbols.decodeSymbols(referredSymbols(), added, exported);
  let contexts: usize = 0;
  if ((flags & 0x200) !== 0) {
    contexts = room(GENERIC_CONTEXT_BYTES + REFINEMENT_CONTEXT_BYTES);
    memory.copy(contexts, GENERIC_CONTEXTS, GENERIC_CONTEXT_BYTES);
    memory.copy(contexts + GENERIC_CONTEXT_BYTES, REFINEMENT_CONTEXTS, REFINEMENT_CONTEXT_BYTES);
  }
  keepResult(SYMBOL_LIST, list, contexts);
}

function startCoding(isBits: bool): void {
  if (isBits) startBits(DATA, DATA_END);
  else startArithmetic(DATA, DATA_END);
}

/** 7.4.3 */
export function textRegion(width: i32, height: i32): usize {
  const flags = uint16();
  const isHuffman = flags & 1;
  const refines = (flags >> 1) & 1;
  const template = (flags >> 15) & 1;
  const tables = isHuffman !== 0 ? uint16() : 0;
  if (refines !== 0) readRefinementAdaptive(template);
  const instances = uint32();
  USED_TABLES = 0;

  const bitmap = newBitmap(width, height);
  const mark = marked();
  if ((flags & 0x200) !== 0) blacken(bitmap);
  const list = referredSymbols();
  const count = load<u32>(list);
  text.setText(text.HUFFMAN, isHuffman);
  text.setText(text.REFINES, refines);
  text.setText(text.STRIPS, (flags >> 2) & 3);
  text.setText(text.CORNER, (flags >> 4) & 3);
  text.setText(text.TRANSPOSED, (flags >> 6) & 1);
  text.setText(text.OPERATOR, (flags >> 7) & 3);
  text.setText(text.OFFSET, <i32>(flags << 17) >> 27);
  text.setText(text.REFINEMENT_TEMPLATE, template);
  text.setText(text.SYMBOLS, list + 4);
  text.setText(text.SYMBOL_COUNT, count);
  resetContexts();
  if (isHuffman !== 0) {
    text.setText(text.FIRST_TABLE, tableFor(tables & 3, 3, 6));
    text.setText(text.NEXT_TABLE, tableFor((tables >> 2) & 3, 3, 8));
    text.setText(text.STRIP_TABLE, tableFor((tables >> 4) & 3, 3, 11));
    for (let field: u32 = 0; field < 4; field += 1)
      text.setText(
        text.REFINEMENT_TABLES + (field << 2),
        tableFor((tables >> (6 + (field << 1))) & 3, 3, 14),
      );
    text.setText(text.REFINEMENT_TABLES + 16, tableFor((tables >> 14) & 1, 1, 1));
    startCoding(true);
    text.setText(text.ID_CODES, symbolIdTable(count));
  } else {
    const length = symbols.idLength(count);
    text.setText(text.ID_LENGTH, length);
    text.setText(text.ID_CODES, room((<u64>1) << length));
    startCoding(false);
  }
  text.decodeText(bitmap, instances);
  release(mark);
  return bitmap;
}

/** 7.4.4 */
export function patternDictionary(): void {
  const flags = byte();
  const width = byte();
  const height = byte();
  const largest = uint32();
  resetContexts();
  startCoding((flags & 1) !== 0);
  const list = decodePatterns((flags & 1) !== 0, (flags >> 1) & 3, width, height, largest);
  keepResult(PATTERN_LIST, list, 0);
}

/** 7.4.5 */
export function halftoneRegion(width: i32, height: i32): usize {
  const flags = byte();
  const operator = (flags >> 4) & 7;
  if (operator > 4) fail(DAMAGED);
  const columns = uint32();
  const rows = uint32();
  const x = <i32>uint32();
  const y = <i32>uint32();
  const stepX = uint16();
  const stepY = uint16();
  setGrid(columns, rows, x, y, stepX, stepY);
  const patterns = referredResult(PATTERN_LIST, 0);
  if (patterns === 0) fail(DAMAGED);
  const bitmap = newBitmap(width, height);
  if ((flags & 0x80) !== 0) blacken(bitmap);
  resetContexts();
  startCoding((flags & 1) !== 0);
  decodeHalftone(bitmap, patterns, (flags & 1) !== 0, (flags >> 1) & 3, (flags & 8) !== 0, operator);
  return bitmap;
}

/** 7.4.6 */
export function genericRegion(width: i32, height: i32): usize {
  const flags = byte();
  if ((flags & 1) !== 0) {
    startCoding(true);
    return decodeMmr(width, height);
  }
  // The extended template of amendment 2 has twelve adaptive pixels.
  if ((flags & 0x10) !== 0) fail(UNSUPPORTED);
  const template = (flags >> 1) & 3;
  readAdaptive(template);
  resetContexts();
  startCoding(false);
  return decodeGeneric(width, height, template, (flags & 8) !== 0, 0);
}

export function keepCodeTable(): void {
  keepResult(CODE_TABLE, codeTable(DATA, DATA_END), 0);
}

/** Reads the flags of 7.4.7.2 and adaptive pixels, and resets contexts. */
export function refinementFlags(): u32 {
  const flags = byte();
  readRefinementAdaptive(flags & 1);
  resetContexts();
  return flags;
}
