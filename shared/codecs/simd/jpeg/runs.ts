import { acTokens, rawToken, sizeOf, token } from './tokens';

/** Counts end-of-band runs (EOBn) until something else must be coded (T.81, Figures G.4 and G.9). */

const LONGEST_RUN: i32 = 0x7fff;
/** Maximum pending correction bits; a run is ended early beyond it. */
const MAX_CORRECTIONS: usize = 16384;
const BLOCK_BITS: usize = 64;

/** Blocks of the run. */
let RUN: i32 = 0;
/** Pending correction bits, a byte each; those of the current block follow those of the run. */
const CORRECTIONS: usize = memory.data(16384 + 64 + 16);
let WAITING: usize = 0;

export function beginRuns(): void {
  RUN = 0;
  WAITING = 0;
}

export function waitingCorrections(): usize {
  return WAITING;
}

/** Adds the current block, which has nothing more in the band, to the run. */
export function extendRun(): void {
  RUN += 1;
  if (RUN === LONGEST_RUN || WAITING > MAX_CORRECTIONS - BLOCK_BITS) endRun();
}

export function correct(bit: u32): void {
  store<u8>(CORRECTIONS + WAITING, bit);
  WAITING += 1;
}

export function endRun(): void {
  if (RUN > 0 || WAITING > 0) endRunBefore(WAITING);
}

/** Codes the run with the first `count` correction bits; the others belong after the next symbol. */
export function endRunBefore(count: usize): void {
  if (RUN > 0) {
    const size = sizeOf(RUN) - 1;
    token(acTokens(0) | ((<u32>size) << 23), size, RUN - (1 << size));
    RUN = 0;
  }
  if (count === 0) return;
  writeCorrections(count);
  memory.copy(CORRECTIONS, CORRECTIONS + count, WAITING - count);
  WAITING -= count;
}

export function flushCorrections(): void {
  writeCorrections(WAITING);
  WAITING = 0;
}

function writeCorrections(count: usize): void {
  for (let at: usize = 0; at < count; at += 15) {
    const end = min(at + 15, count);
    let bits: u32 = 0;
    for (let index = at; index < end; index += 1) bits = (bits << 1) | load<u8>(CORRECTIONS + index);
    rawToken(<i32>(end - at), bits);
  }
}
