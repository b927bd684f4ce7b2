import { BITS, HELD, keepBits, NEXT, wordAt } from './entropy-data';
import { BLOCK_BYTES, Component } from './frame';
import { entryOf, extend, longEntry } from './lookup';
import { MAX_AC_SIZE } from './memory';

/** Reads bands of AC coefficients in progressive scans (T.81, G.1.2.2 and G.1.2.3). */

/** Further blocks without new coefficients in the band. */
export let RUN: i32 = 0;

/** Takes up to `most` blocks from the current run and returns their number. */
export function takeFromRun(most: i32): i32 {
  const taken = min(most, RUN);
  RUN -= taken;
  return taken;
}

/** Resets the run at the start of a restart interval. */
export function restartRun(): void {
  RUN = 0;
}

export function resumeRun(blocks: i32): void {
  RUN = blocks;
}

/** Reads the high bits of a block's band, which is still empty; returns false if the data is damaged. */
export function readBand(
  component: Component,
  block: usize,
  table: usize,
  first: i32,
  last: i32,
  low: i32,
): bool {
  const at = component.coefficients + block * BLOCK_BYTES;
  let nonZero = load<u64>(component.nonZero + block * 8);
  let bits = BITS;
  let held = HELD;
  let next = NEXT;
  for (let k = first; k <= last; k += 1) {
    if (held < 32) {
      bits |= wordAt(next) << (32 - held);
      next += 4;
      held += 32;
    }
    let entry = entryOf(table, bits);
    let value = entry >> 16;
    if (value !== 0) {
      bits <<= entry & 31;
      held -= entry & 31;
      k += (entry >> 8) & 15;
    } else {
      if (entry === 0) {
        entry = longEntry(table, bits);
        if (entry === 0) return false;
      }
      bits <<= entry & 31;
      held -= entry & 31;
      const size = (entry >> 8) & 15;
      const run = entry >> 12;
      if (size === 0) {
        if (run === 15) {
          k += 15;
          continue;
        }
        // EOBn: 2^n blocks and n more bits of them, this block included (G.1.2.2)
        if (run > 0) RUN = (1 << run) - 1 + <i32>(bits >> (64 - run));
        bits <<= run;
        held -= run;
        break;
      }
      if (size > MAX_AC_SIZE) return false;
      value = extend(<i32>(bits >> (64 - size)), size);
      bits <<= size;
      held -= size;
      k += run;
    }
    if (k > last) return false;
    // In 16 bits; nothing may remain if a file has too many bits.
    value = <i16>(value << low);
    store<i16>(at + (k << 1), value);
    nonZero |= (<u64>(value !== 0)) << k;
  }
  store<u64>(component.nonZero + block * 8, nonZero);
  keepBits(bits, held, next);
  return true;
}

/** Reads bit `low` of a block's band, outside a run; returns false if the data is damaged. */
export function refineBand(
  component: Component,
  block: usize,
  table: usize,
  first: i32,
  last: i32,
  low: i32,
): bool {
  const at = component.coefficients + block * BLOCK_BYTES;
  const step = 1 << low;
  let nonZero = load<u64>(component.nonZero + block * 8);
  // Nonzero coefficients that are not yet passed.
  let known = ((nonZero >> first) << first) & (<u64>-1 >> (63 - last));
  let bits = BITS;
  let held = HELD;
  let next = NEXT;
  let k = first;
  while (k <= last) {
    if (held < 32) {
      bits |= wordAt(next) << (32 - held);
      next += 4;
      held += 32;
    }
    let entry = entryOf(table, bits);
    if (entry === 0) {
      entry = longEntry(table, bits);
      if (entry === 0) return false;
    }
    bits <<= entry & 31;
    held -= entry & 31;
    let value = entry >> 16;
    let zeros = (entry >> 8) & 15;
    if (value === 0) {
      const size = zeros;
      zeros = entry >> 12;
      if (size > 1) return false;
      if (size === 1) {
        value = bits >> 63 === 0 ? -1 : 1;
        bits <<= 1;
        held -= 1;
      } else if (zeros < 15) {
        RUN = 1 << zeros;
        if (zeros > 0) RUN += <i32>(bits >> (64 - zeros));
        bits <<= zeros;
        held -= zeros;
        break;
      }
    }
    // "the magnitude of the newly nonzero coefficient is 1" at this bit (G.1.2.3)
    if (value < -1 || value > 1) return false;
    // Zeros that stay zero are counted; nonzero coefficients take a correction bit each.
    while (known !== 0) {
      const place = <i32>ctz(known);
      if (place - k > zeros) break;
      zeros -= place - k;
      if (held === 0) {
        bits = wordAt(next) << 32;
        next += 4;
        held = 32;
      }
      if (bits >> 63 !== 0) correct(at + (place << 1), step);
      bits <<= 1;
      held -= 1;
      known &= known - 1;
      k = place + 1;
    }
    k += zeros;
    if (k > last) return false;
    if (value !== 0) {
      store<i16>(at + (k << 1), value * step);
      nonZero |= (<u64>1) << k;
    }
    k += 1;
  }
  store<u64>(component.nonZero + block * 8, nonZero);
  keepBits(bits, held, next);
  if (RUN > 0) {
    RUN -= 1;
    correctBand(component, block, k, last, low);
  }
  return true;
}

/** Reads correction bits of a block without new coefficients from `first` on. */
export function correctBand(component: Component, block: usize, first: i32, last: i32, low: i32): void {
  if (first > last) return;
  let known = ((load<u64>(component.nonZero + block * 8) >> first) << first) & (<u64>-1 >> (63 - last));
  if (known === 0) return;
  const at = component.coefficients + block * BLOCK_BYTES;
  const step = 1 << low;
  let bits = BITS;
  let held = HELD;
  let next = NEXT;
  for (; known !== 0; known &= known - 1) {
    if (held === 0) {
      bits = wordAt(next) << 32;
      next += 4;
      held = 32;
    }
    if (bits >> 63 !== 0) correct(at + ((<usize>ctz(known)) << 1), step);
    bits <<= 1;
    held -= 1;
  }
  keepBits(bits, held, next);
}

function correct(at: usize, step: i32): void {
  const coefficient = <i32>load<i16>(at);
  store<i16>(at, coefficient > 0 ? coefficient + step : coefficient - step);
}
