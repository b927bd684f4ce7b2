import { BLOCK_BYTES, Component, componentAt } from './frame';
import { huffmanBits, symbolsUsed } from './huffman';
import { placesFrom } from './magnitudes';
import { MAX_AC_SIZE } from './memory';
import { sizeOf } from './tokens';

/**
 * Counts the symbols of the first scan of a component's AC coefficients (T.81, G.1.2.2) for the whole band
 * and for each way to divide it in two, in a single pass. Bands are composed from segments; only a run at
 * their border is divided between them.
 */

/** First coefficients of the segments. */
const STARTS: usize = memory.data<i32>([1, 3, 6, 9, 13, 19, 64]);
const SEGMENTS: i32 = 6;
/** Segment of each coefficient; for the last one of its segment, that segment's bit. */
const SEGMENT_OF: usize = memory.data<u8>([
  0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
  5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
]);

/** Bands: the whole one, then for each division the part before and the part after it. */
const BANDS: i32 = 11;
/** Per band: its segments, one bit each, and the last of them. */
const SEGMENTS_OF_BAND: usize = memory.data<u8>([63, 1, 62, 3, 60, 7, 56, 15, 48, 31, 32]);
const LAST_OF_BAND: usize = memory.data<u8>([32, 1, 32, 2, 32, 4, 32, 8, 32, 16, 32]);

/** Counts of two components at a time, for comparison. */
const COUNTED: usize = memory.data(2 * 19200);
const COUNTED_BYTES: usize = 19200;
/** Indexed by segment << 8 | symbol, with runs counted from the previous coefficient in any segment. */
const SYMBOLS: usize = 0;
/** Those whose run begins before the segment; and the same with the run counted from its start. */
const ENTERING: usize = SYMBOLS + 6 * 1024;
const SHORTENED: usize = ENTERING + 6 * 1024;
/** Indexed by band << 4 | n: end-of-band runs of at least 2^n blocks (EOBn). */
const RUNS: usize = SHORTENED + 6 * 1024;

/** Per band: first block of the current run. */
const RUN_STARTS: usize = memory.data(4 * 11);

const LONGEST_RUN: i32 = 0x7fff;

/**
 * Counts the AC coefficients of component `index`, shifted by `low`, in every `rowStep`th block row; `place`
 * is 0 or 1. Returns false if one is too large for its process (Table F.2).
 */
export function countFirst(place: i32, index: i32, low: i32, rowStep: i32): bool {
  const counted = COUNTED + <usize>place * COUNTED_BYTES;
  const component = componentAt(index);
  memory.fill(counted, 0, COUNTED_BYTES);
  memory.fill(RUN_STARTS, 0, 4 * BANDS);
  let block = 0;
  for (let row = 0; row < component.blocksHigh; row += rowStep) {
    const first = row * component.stride;
    for (let at: usize = first; at < <usize>(first + component.blocksWide); at += 1) {
      const found = countBlock(counted, component, at, low);
      if (found < 0) return false;
      if (found > 0) endRuns(counted, found & 63, found >> 6, block);
      block += 1;
    }
  }
  for (let band = 0; band < BANDS; band += 1) endRun(counted, band, block);
  return true;
}

/**
 * Returns the segments with nonzero coefficients, and above them those whose last coefficient is nonzero; -1
 * if one is too large.
 */
function countBlock(counted: usize, component: Component, block: usize, low: i32): i32 {
  const coefficients = component.coefficients + block * BLOCK_BYTES;
  let waiting = load<u64>(component.nonZero + block * 8);
  if (waiting !== 0 && low > 0) waiting &= placesFrom(coefficients, 1 << low);
  let before = 0;
  let segmentBefore = 0;
  let found = 0;
  while (waiting !== 0) {
    const k = <i32>ctz(waiting);
    waiting &= waiting - 1;
    const magnitude = <u32>abs(<i32>load<i16>(coefficients + (k << 1))) >> low;
    const size = sizeOf(magnitude);
    if (size > MAX_AC_SIZE) return -1;
    const segment = <i32>load<u8>(SEGMENT_OF + k);
    const run = k - before - 1;
    note(counted + SYMBOLS, segment, run, size);
    while (segmentBefore < segment) {
      segmentBefore += 1;
      const start = load<i32>(STARTS + (segmentBefore << 2));
      note(counted + ENTERING, segmentBefore, run, size);
      note(counted + SHORTENED, segmentBefore, k - start, size);
    }
    found |= 1 << segment;
    if (k + 1 === load<i32>(STARTS + (segment << 2), 4)) found |= 64 << segment;
    before = k;
  }
  return found;
}

/** Counts a run of zeros with the following value; every 16 zeros before take a separate symbol. */
function note(symbols: usize, segment: i32, run: i32, size: i32): void {
  const at = symbols + (segment << 10);
  increase(at + ((((run & 15) << 4) | size) << 2), 1);
  if (run > 15) increase(at + (0xf0 << 2), run >> 4);
}

function increase(at: usize, by: u32): void {
  store<u32>(at, load<u32>(at) + by);
}

/** Ends the runs of bands in which a block has coefficients; starts one if the block ends before the band does. */
function endRuns(counted: usize, occupied: i32, ended: i32, block: i32): void {
  for (let band = 0; band < BANDS; band += 1) {
    if ((load<u8>(SEGMENTS_OF_BAND + band) & occupied) === 0) continue;
    endRun(counted, band, block);
    const isFull = (load<u8>(LAST_OF_BAND + band) & ended) !== 0;
    store<i32>(RUN_STARTS + (band << 2), isFull ? block + 1 : block);
  }
}

function endRun(counted: usize, band: i32, block: i32): void {
  for (let run = block - load<i32>(RUN_STARTS + (band << 2)); run > 0; run -= LONGEST_RUN) {
    const size = 31 - <i32>clz(min(run, LONGEST_RUN));
    increase(counted + RUNS + (((band << 4) | size) << 2), 1);
  }
}

/** Symbol counts of a band, after composition. */
export const BAND: usize = memory.data(4 * 256);

/**
 * Returns the bits of a scan of one band: its data, by a code of unlimited length, times `rowStep`; its
 * table, if it has any symbols, with `segmentBits` for the segment; and `headerBits`.
 * @param band 0 is the whole one, 1 and 2 are the parts of the first division, and so on
 */
export function bandBits(place: i32, band: i32, rowStep: i32, segmentBits: i32, headerBits: i32): f64 {
  const valueBits = putTogether(place, band);
  const dataBits = huffmanBits(BAND) + valueBits;
  const symbols = symbolsUsed();
  const tableBits = symbols === 0 ? 0 : 8 * (17 + symbols) + segmentBits;
  return <f64>dataBits * rowStep + tableBits + headerBits;
}

/** Composes a band in `BAND`; returns the number of bits after its codes. */
export function putTogether(place: i32, band: i32): u64 {
  const counted = COUNTED + <usize>place * COUNTED_BYTES;
  const segments = <i32>load<u8>(SEGMENTS_OF_BAND + band);
  const first = <i32>ctz(segments);
  memory.fill(BAND, 0, 4 * 256);
  for (let segment = first; segment < SEGMENTS && segments >> segment !== 0; segment += 1)
    addTo(BAND, counted + SYMBOLS + (segment << 10), 1);
  // The run into its first segment begins there.
  if (first > 0) {
    addTo(BAND, counted + SHORTENED + (first << 10), 1);
    addTo(BAND, counted + ENTERING + (first << 10), -1);
  }
  let bits: u64 = 0;
  for (let symbol: usize = 1; symbol < 256; symbol += 1)
    bits += (symbol & 15) * load<u32>(BAND + (symbol << 2));
  for (let size = 0; size < 16; size += 1) {
    const runs = load<u32>(counted + RUNS + (((band << 4) | size) << 2));
    increase(BAND + (size << 6), runs);
    bits += <u64>size * runs;
  }
  return bits;
}

function addTo(sums: usize, counts: usize, sign: i32): void {
  const signs = i32x4.splat(sign);
  for (let at: usize = 0; at < 1024; at += 16)
    v128.store(sums + at, i32x4.add(v128.load(sums + at), i32x4.mul(v128.load(counts + at), signs)));
}

/** Number of values of the whole band with at least `least` bits. */
export function valueCounts(place: i32, least: i32): f64 {
  putTogether(place, 0);
  let values: u64 = 0;
  for (let symbol: usize = 0; symbol < 256; symbol += 1)
    if (<i32>(symbol & 15) >= least) values += load<u32>(BAND + (symbol << 2));
  return <f64>values;
}
