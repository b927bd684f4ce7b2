import { BLOCK_BYTES, Component, componentAt, mcusHigh, mcusWide } from './frame';
import { placesFrom } from './magnitudes';
import { AC_FIRST, AC_REFINE, componentOfScan, SEQUENTIAL, scanComponents } from './memory';
import { refineTokens } from './refine-tokens';
import { beginRuns, endRun, extendRun } from './runs';
import {
  acToken,
  acTokens,
  beginCounting,
  beginWriting,
  dcToken,
  dcTokens,
  finishWriting,
  flush,
  forgetTokens,
  makeRoom,
  token,
  valueBits,
} from './tokens';

/**
 * Counts the symbols of the scan described in `SCAN` into `COUNTS`. A sequential scan and DC have all their
 * coefficients; AC has a band, bits from `low` on, and may be counted in every `rowStep`th block row.
 * @returns the number of bits after codes; negative if a coefficient is too large for its process (T.81,
 * Tables F.1 and F.2)
 */
export function countScan(kind: i32, first: i32, last: i32, low: i32, rowStep: i32): f64 {
  beginCounting();
  return walk(kind, first, last, low, rowStep) ? valueBits() : -1;
}

/** Writes the data of a scan to `out`, with the codes in `CODES`; returns the end address. */
export function writeScan(kind: i32, first: i32, last: i32, low: i32, out: usize): usize {
  beginWriting(out);
  return walk(kind, first, last, low, 1) ? finishWriting() : 0;
}

function walk(kind: i32, first: i32, last: i32, low: i32, rowStep: i32): bool {
  const isDone =
    kind === AC_FIRST || kind === AC_REFINE ? walkBand(kind, first, last, low, rowStep) : walkBlocks(kind);
  if (isDone) flush();
  else forgetTokens();
  return isDone;
}

/** Visits blocks in coding order: by MCUs, or row by row for one component (A.2). */
function walkBlocks(kind: i32): bool {
  const count = scanComponents();
  const isInterleaved = count > 1;
  const wide = isInterleaved ? mcusWide() : componentAt(componentOfScan(0)).blocksWide;
  const high = isInterleaved ? mcusHigh() : componentAt(componentOfScan(0)).blocksHigh;
  memory.fill(PREDICTIONS, 0, 16);
  for (let row = 0; row < high; row += 1)
    for (let column = 0; column < wide; column += 1)
      for (let index = 0; index < count; index += 1)
        if (!walkUnit(kind, index, row, column, isInterleaved)) return false;
  return true;
}

/** DC of the previous block, by component of the scan. */
const PREDICTIONS: usize = memory.data(4 * 4);

function walkUnit(kind: i32, index: i32, row: i32, column: i32, isInterleaved: bool): bool {
  const component = componentAt(componentOfScan(index));
  const across = isInterleaved ? component.horizontal : 1;
  const down = isInterleaved ? component.vertical : 1;
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1) {
      const block = <usize>((row * down + y) * component.stride + column * across + x);
      makeRoom();
      if (!differenceToken(index, load<i16>(component.dc + block * 2))) return false;
      if (kind === SEQUENTIAL && !coefficientTokens(component, index, block)) return false;
    }
  return true;
}

function differenceToken(index: i32, dc: i32): bool {
  const prediction = PREDICTIONS + (index << 2);
  const difference = dc - load<i32>(prediction);
  store<i32>(prediction, dc);
  return dcToken(dcTokens(index), difference);
}

/** Codes the AC coefficients of a block (F.1.2.2). */
function coefficientTokens(component: Component, index: i32, block: usize): bool {
  const table = acTokens(index);
  const coefficients = component.coefficients + block * BLOCK_BYTES;
  let waiting = load<u64>(component.nonZero + block * 8);
  let before = 0;
  while (waiting !== 0) {
    const k = <i32>ctz(waiting);
    waiting &= waiting - 1;
    const value = <i32>load<i16>(coefficients + (k << 1));
    if (!acToken(table, k - before - 1, abs(value), value < 0)) return false;
    before = k;
  }
  if (before < 63) token(table, 0, 0);
  return true;
}

function walkBand(kind: i32, first: i32, last: i32, low: i32, rowStep: i32): bool {
  const component = componentAt(componentOfScan(0));
  const band = (<u64>-1 >> (63 - last)) & ((<u64>-1) << first);
  beginRuns();
  for (let row = 0; row < component.blocksHigh; row += rowStep) {
    const start = row * component.stride;
    for (let block: usize = start; block < <usize>(start + component.blocksWide); block += 1) {
      const nonZero = load<u64>(component.nonZero + block * 8) & band;
      if (nonZero === 0) {
        extendRun();
        continue;
      }
      makeRoom();
      const coefficients = component.coefficients + block * BLOCK_BYTES;
      if (kind === AC_REFINE) refineTokens(coefficients, band, low);
      else if (!bandTokens(coefficients, nonZero, first, last, low)) return false;
    }
  }
  endRun();
  return true;
}

/** Codes the high bits of a block's band: shifted magnitudes (G.1.2.2). */
function bandTokens(coefficients: usize, nonZero: u64, first: i32, last: i32, low: i32): bool {
  let waiting = low === 0 ? nonZero : nonZero & placesFrom(coefficients, 1 << low);
  if (waiting === 0) {
    extendRun();
    return true;
  }
  endRun();
  let before = first - 1;
  for (; waiting !== 0; waiting &= waiting - 1) {
    const k = <i32>ctz(waiting);
    const value = <i32>load<i16>(coefficients + (k << 1));
    if (!acToken(acTokens(0), k - before - 1, <u32>abs(value) >> low, value < 0)) return false;
    before = k;
  }
  if (before < last) extendRun();
  return true;
}
