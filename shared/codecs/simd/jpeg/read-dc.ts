import { BITS, HELD, keepBits, NEXT, wordAt } from './entropy-data';
import { BLOCK_BYTES, Component, setFlat } from './frame';
import { acTable, dcTable, entryOf, extend, longEntry } from './lookup';
import { acTableOfScan, dcTableOfScan, MAX_AC_SIZE, MAX_DC_SIZE } from './memory';

/** Reads blocks of scans with DC (T.81, F.2 and G.1.2.1). Each function returns false if the data is damaged. */

/** DC of the previous block, by component of the scan. */
export const PREDICTIONS: usize = memory.data(4 * 4);
export const PREDICTIONS_BYTES: usize = 4 * 4;

/** Resets predictions at the start of a restart interval (F.2.1.3.1). */
export function restartPredictions(): void {
  memory.fill(PREDICTIONS, 0, PREDICTIONS_BYTES);
}

/**
 * Reads a block of a sequential scan, or the DC of a progressive one from bit `low` on; other coefficients
 * become zero.
 */
export function readBlock(
  component: Component,
  block: usize,
  index: i32,
  low: i32,
  isSequential: bool,
): bool {
  let bits = BITS;
  let held = HELD;
  let next = NEXT;
  if (held < 32) {
    bits |= wordAt(next) << (32 - held);
    next += 4;
    held += 32;
  }
  let table = dcTable(dcTableOfScan(index));
  let entry = entryOf(table, bits);
  if (entry === 0) {
    entry = longEntry(table, bits);
    if (entry === 0) return false;
  }
  bits <<= entry & 31;
  held -= entry & 31;
  // Difference to the previous block (F.2.2.1).
  let dc = entry >> 16;
  if (dc !== 0) {
    // Sizes of 16 and more, which look like runs.
    if ((entry & 0xf00) !== 0) return false;
  } else {
    const size = entry >> 8;
    if (size > MAX_DC_SIZE) return false;
    if (size > 0) {
      dc = extend(<i32>(bits >> (64 - size)), size);
      bits <<= size;
      held -= size;
    }
  }
  dc += load<i32>(PREDICTIONS + (index << 2));
  store<i32>(PREDICTIONS + (index << 2), dc);
  setFlat(component, block, dc << low);
  if (!isSequential) {
    keepBits(bits, held, next);
    return true;
  }

  // The AC coefficients (F.2.2.2).
  table = acTable(acTableOfScan(index));
  const at = component.coefficients + block * BLOCK_BYTES;
  let nonZero: u64 = 0;
  for (let k = 1; k < 64; k += 1) {
    if (held < 32) {
      bits |= wordAt(next) << (32 - held);
      next += 4;
      held += 32;
    }
    entry = entryOf(table, bits);
    if (entry >> 16 !== 0) {
      bits <<= entry & 31;
      held -= entry & 31;
      k += (entry >> 8) & 15;
      if (k > 63) return false;
      store<i16>(at + (k << 1), entry >> 16);
      nonZero |= (<u64>1) << k;
      continue;
    }
    if (entry === 0) {
      entry = longEntry(table, bits);
      if (entry === 0) return false;
    }
    bits <<= entry & 31;
    held -= entry & 31;
    const size = (entry >> 8) & 15;
    if (size === 0) {
      if (entry < 256) break;
      // A run without a value is 16 zeros (F.1.2.2.1); other lengths are undefined.
      if (entry >> 8 !== 0xf0) return false;
      k += 15;
      continue;
    }
    k += entry >> 12;
    if (k > 63 || size > MAX_AC_SIZE) return false;
    store<i16>(at + (k << 1), extend(<i32>(bits >> (64 - size)), size));
    nonZero |= (<u64>1) << k;
    bits <<= size;
    held -= size;
  }
  store<u64>(component.nonZero + block * 8, nonZero);
  keepBits(bits, held, next);
  return true;
}

/** Reads one more bit of a DC coefficient (G.1.2.1.1). */
export function refineDc(component: Component, block: usize, low: i32): void {
  let bits = BITS;
  let held = HELD;
  let next = NEXT;
  if (held === 0) {
    bits = wordAt(next) << 32;
    next += 4;
    held = 32;
  }
  const dc = component.dc + block * 2;
  const refined = load<i16>(dc) | ((<i32>(bits >> 63)) << low);
  store<i16>(dc, refined);
  store<i16>(component.coefficients + block * BLOCK_BYTES, refined);
  keepBits(bits << 1, held - 1, next);
}
