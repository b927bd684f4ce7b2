/** The page of an embedded stream (T.88, 7.4.8 and 8.2). */
import { prepareStates, startArithmetic } from './arithmetic';
import { blacken, combine, heightOf, newBitmap, OR, rowOf, strideOf, widthOf } from './bitmaps';
import {
  byte,
  DATA,
  DATA_END,
  keepResult,
  REFERENCE_COUNT,
  REGION,
  readHeader,
  referredResult,
  TYPE,
  uint16,
  uint32,
} from './header';
import { DAMAGED, fail, marked, release, TOO_LARGE, UNSUPPORTED } from './memory';
import { decodeRefinement } from './refinement';
import {
  genericRegion,
  halftoneRegion,
  keepCodeTable,
  patternDictionary,
  refinementFlags,
  symbolDictionary,
  textRegion,
} from './segments';

/** Segment types (7.3). An intermediate region has the lowest number of its kind. */
const SYMBOL_DICTIONARY: u32 = 0;
const TEXT_REGION: u32 = 4;
const PATTERN_DICTIONARY: u32 = 16;
const HALFTONE_REGION: u32 = 20;
const GENERIC_REGION: u32 = 36;
const REFINEMENT_REGION: u32 = 40;
const PAGE_INFORMATION: u32 = 48;
const END_OF_PAGE: u32 = 49;
const END_OF_STRIPE: u32 = 50;
const END_OF_FILE: u32 = 51;
const TABLES: u32 = 53;
const EXTENSION: u32 = 62;

const UNKNOWN: u32 = 0xffffffff;

let PAGE: usize = 0;
let OPERATOR: u32 = 0;
let MAY_OVERRIDE: bool = false;
let MAX_PIXELS: u64 = 0;

/** Decodes the segments between two addresses; returns the page, 0 if there is none. */
export function decodeSegments(start: usize, end: usize, maxPixels: u64, isGlobal: bool): usize {
  MAX_PIXELS = maxPixels;
  let at = start;
  while (at < end) {
    const next = readHeader(at, end);
    if (TYPE === SYMBOL_DICTIONARY) symbolDictionary();
    else if (TYPE === PATTERN_DICTIONARY) patternDictionary();
    else if (TYPE === TABLES) keepCodeTable();
    else if (TYPE === PAGE_INFORMATION && !isGlobal) pageInformation(next, end);
    else if (isRegion(TYPE) && !isGlobal) region();
    else if (TYPE !== EXTENSION && (TYPE < END_OF_PAGE || TYPE > END_OF_FILE)) fail(UNSUPPORTED);
    at = next;
  }
  return PAGE;
}

export function prepare(): void {
  prepareStates();
}

function isRegion(type: u32): bool {
  const kind = type & ~3;
  const isKind =
    kind === TEXT_REGION || kind === HALFTONE_REGION || kind === GENERIC_REGION || kind === REFINEMENT_REGION;
  return isKind && (type & 3) !== 1;
}

function pageInformation(next: usize, end: usize): void {
  if (PAGE !== 0) fail(UNSUPPORTED);
  const width = uint32();
  let height = uint32();
  uint32();
  uint32();
  const flags = byte();
  uint16();
  OPERATOR = (flags >> 3) & 3;
  MAY_OVERRIDE = (flags & 0x40) !== 0;
  if (height === UNKNOWN) height = rowsOfStripes(next, end);
  if (width === 0 || height === 0) fail(DAMAGED);
  if (<u64>width * height > MAX_PIXELS) fail(TOO_LARGE);
  PAGE = newBitmap(width, height);
  if ((flags & 4) !== 0) blacken(PAGE);
}

/** The last row that an end of stripe names, plus 1; 0 if there is none (7.4.10). */
function rowsOfStripes(start: usize, end: usize): u32 {
  let rows: u32 = 0;
  for (let at = start; at < end; ) {
    const next = readHeader(at, end);
    if (TYPE === END_OF_STRIPE) rows = max(rows, uint32() + 1);
    at = next;
  }
  return rows;
}

/** Decodes a region (7.4.1), and keeps it or draws it onto the page. */
function region(): void {
  const type = TYPE;
  const kind = type & ~3;
  const isIntermediate = type === kind;
  if (PAGE === 0) fail(UNSUPPORTED);
  const width = uint32();
  const height = uint32();
  const x = uint32();
  const y = uint32();
  const operator = byte() & 7;
  if (operator > 4 || <i32>width < 0 || <i32>height < 0) fail(DAMAGED);
  if (!isIntermediate && operator !== OPERATOR && !MAY_OVERRIDE) fail(UNSUPPORTED);
  const mark = marked();
  let bitmap: usize = 0;
  if (kind === TEXT_REGION) bitmap = textRegion(width, height);
  else if (kind === HALFTONE_REGION) bitmap = halftoneRegion(width, height);
  else if (kind === GENERIC_REGION) bitmap = genericRegion(width, height);
  else bitmap = refinementRegion(width, height, x, y);
  if (isIntermediate) {
    keepResult(REGION, bitmap, 0);
    return;
  }
  combine(PAGE, bitmap, x, y, operator);
  release(mark);
}

/** Refines a region that the segment refers to, or the page (7.4.7). */
function refinementRegion(width: i32, height: i32, x: u32, y: u32): usize {
  const flags = refinementFlags();
  let reference: usize = 0;
  if (REFERENCE_COUNT > 0) {
    reference = referredResult(REGION, 0);
    if (reference === 0 || widthOf(reference) !== width || heightOf(reference) !== height) fail(DAMAGED);
  } else {
    reference = newBitmap(width, height);
    combine(reference, PAGE, -(<i64>x), -(<i64>y), OR);
  }
  startArithmetic(DATA, DATA_END);
  return decodeRefinement(width, height, flags & 1, reference, 0, 0, (flags & 2) !== 0);
}

/** Moves the rows of the page together, without white bytes between them; returns their address. */
export function packPage(page: usize): usize {
  const bytes = strideOf(page) - 1;
  const first = rowOf(page, 0);
  for (let y = 1; y < heightOf(page); y += 1)
    memory.copy(first + <usize>y * <usize>bytes, rowOf(page, y), bytes);
  return first;
}
