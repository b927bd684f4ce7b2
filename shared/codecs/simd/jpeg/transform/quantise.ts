import { BLOCK_BYTES, Component, componentAt } from '../frame';
import { STEPS } from './inverse-dct';

/**
 * Trellis quantization: weighs losses against the bits of codes (Ramchandran and Vetterli 1994, in the form
 * and with the weights of mozjpeg, 2014). Coefficients from the transform are 8 times too large.
 */

/** Code lengths of AC symbols and of DC sizes, 32 bits each; 0 if there is no code. */
export const AC_BITS: usize = memory.data(4 * 256);
export const DC_BITS: usize = memory.data(4 * 16);

/** Counts after plain rounding: AC symbols, and DC sizes; 32 bits each. */
export const PLAIN_COUNTS: usize = memory.data(4 * (256 + 16));
const PLAIN_DC_COUNTS: usize = PLAIN_COUNTS + 4 * 256;

/** 1 / step^2 by position, and steps times 8. */
const WEIGHTS: usize = memory.data(4 * 64, 16);
const WIDE_STEPS: usize = memory.data(4 * 64, 16);

/** Per position: magnitude of the coefficient, its plain level, and the loss of zeroing everything up to it. */
const SIZES: usize = memory.data(4 * 64, 16);
const LEVELS: usize = memory.data(4 * 64, 16);
const LEFT_OUT: usize = memory.data(4 * 64, 16);

/** Per trellis step over nonzero coefficients, 0 being DC: position, level, previous step, and cost so far. */
const PLACE: usize = memory.data(4 * 64);
const LEVEL: usize = memory.data(4 * 64);
const BEFORE: usize = memory.data(4 * 64);
const COST: usize = memory.data(4 * 64);

/** 2^14.75 and 2^16.5: weight of a loss relative to a bit in blocks of no, and of much, activity. */
const LOSS_WEIGHT: f32 = 27554.4937;
const ACTIVITY: f32 = 92681.9;
const END_OF_BLOCK: f32 = 1.5;
const ZERO_BLOCK: f32 = 0.5;
const NEVER: f32 = 1e30;
/** Maximum of ten bits (T.81, Table F.2). */
const MAX_LEVEL: i32 = 1023;

function setSteps(index: i32): void {
  const steps = STEPS + <usize>index * 256;
  for (let k: usize = 0; k < 256; k += 4) {
    const step = <f32>load<i32>(steps + k);
    store<f32>(WEIGHTS + k, <f32>1 / (step * step));
    store<f32>(WIDE_STEPS + k, step * 8);
  }
}

/** Adds a component to `PLAIN_COUNTS`, which the caller clears. */
export function countPlain(index: i32): void {
  const component = componentAt(index);
  setSteps(index);
  for (let row = 0; row < component.blocksHigh; row += 1) {
    let last: i32 = 0;
    let at = component.coefficients + <usize>(row * component.stride) * BLOCK_BYTES;
    for (let column = 0; column < component.blocksWide; column += 1) {
      let waiting = levelsOf(at);
      let before: u32 = 0;
      for (; waiting !== 0; waiting &= waiting - 1) {
        const k = <u32>ctz(waiting);
        let run = k - before - 1;
        for (; run > 15; run -= 16) count(PLAIN_COUNTS, 0xf0);
        count(PLAIN_COUNTS, (run << 4) | sizeOf(load<i32>(LEVELS + (k << 2))));
        before = k;
      }
      if (before < 63) count(PLAIN_COUNTS, 0);
      const dc = plainDc(at);
      count(PLAIN_DC_COUNTS, sizeOf(abs(dc - last)));
      last = dc;
      at += BLOCK_BYTES;
    }
  }
}

function count(counts: usize, symbol: u32): void {
  const place = counts + (symbol << 2);
  store<u32>(place, load<u32>(place) + 1);
}

function sizeOf(level: i32): u32 {
  return 32 - <u32>clz(level);
}

function plainDc(at: usize): i32 {
  const dc = <i32>load<i16>(at);
  const step = <i32>load<f32>(WIDE_STEPS);
  const level = min((abs(dc) + (step >> 1)) / step, MAX_LEVEL);
  return dc < 0 ? -level : level;
}

/** Computes magnitudes and plain levels of a block; returns a bit for each AC position with a nonzero level. */
function levelsOf(at: usize): u64 {
  let places: u64 = 0;
  for (let k: usize = 0; k < 64; k += 8) {
    const eight = i16x8.abs(v128.load(at + (k << 1)));
    const low = i32x4.extend_low_i16x8_u(eight);
    const high = i32x4.extend_high_i16x8_u(eight);
    const lowLevels = leveled(low, k);
    const highLevels = leveled(high, k + 4);
    v128.store(SIZES + (k << 2), low);
    v128.store(SIZES + (k << 2), high, 16);
    v128.store(LEVELS + (k << 2), lowLevels);
    v128.store(LEVELS + (k << 2), highLevels, 16);
    const some = i16x8.ne(i16x8.narrow_i32x4_s(lowLevels, highLevels), i16x8.splat(0));
    places |= (<u64>i16x8.bitmask(some)) << k;
  }
  return places & ~(<u64>1);
}

/** Rounded: below 2^16, the float division is exact where it must be. */
function leveled(sizes: v128, k: usize): v128 {
  const steps = v128.load(WIDE_STEPS + (k << 2));
  const more = f32x4.add(f32x4.convert_i32x4_s(sizes), f32x4.mul(steps, f32x4.splat(0.5)));
  return i32x4.min_s(i32x4.trunc_sat_f32x4_s(f32x4.div(more, steps)), i32x4.splat(MAX_LEVEL));
}

/** Quantizes a component with the code lengths in `AC_BITS` and `DC_BITS`. */
export function quantisePlane(index: i32): void {
  const component = componentAt(index);
  setSteps(index);
  for (let row = 0; row < component.blocksHigh; row += 1) {
    let at = component.coefficients + <usize>(row * component.stride) * BLOCK_BYTES;
    for (let column = 0; column < component.blocksWide; column += 1) {
      const lambda = LOSS_WEIGHT / (ACTIVITY + quantiseBlock(at));
      addDc(column, <i32>load<i16>(at), lambda * load<f32>(WEIGHTS));
      at += BLOCK_BYTES;
    }
    storeDcs(component, row);
  }
}

/** Quantizes AC and returns the block's activity; DC is not changed. */
function quantiseBlock(at: usize): f32 {
  const waiting = levelsOf(at);
  const dc = load<i16>(at);
  const energy = activity();
  const signs = signsOf(at);
  for (let part: usize = 0; part < BLOCK_BYTES; part += 16) v128.store(at + part, i16x8.splat(0));
  store<i16>(at, dc);
  if (waiting === 0) return energy;
  const steps = findSteps(waiting, LOSS_WEIGHT / (ACTIVITY + energy));
  for (let step = bestEnd(steps); step > 0; step = load<u32>(BEFORE + (step << 2))) {
    const k = load<u32>(PLACE + (step << 2));
    const level = load<i32>(LEVEL + (step << 2));
    store<i16>(at + (k << 1), <i16>((signs >> k) & 1 ? -level : level));
  }
  return energy;
}

/** One bit per negative coefficient. */
function signsOf(at: usize): u64 {
  let signs: u64 = 0;
  for (let k: usize = 0; k < 64; k += 8) signs |= (<u64>i16x8.bitmask(v128.load(at + (k << 1)))) << k;
  return signs;
}

/** Mean square of AC. */
function activity(): f32 {
  let sum = f32x4.splat(0);
  for (let k: usize = 0; k < 256; k += 16) {
    const sizes = f32x4.convert_i32x4_s(v128.load(SIZES + k));
    const counted = k === 0 ? f32x4.replace_lane(sizes, 0, 0) : sizes;
    sum = f32x4.add(sum, f32x4.mul(counted, counted));
  }
  const all =
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3));
  return all / 63;
}

/** Computes the trellis; returns the number of steps. */
function findSteps(waiting: u64, lambda: f32): u32 {
  let leftOut: f32 = 0;
  store<f32>(LEFT_OUT, 0);
  for (let k: usize = 4; k < 256; k += 4) {
    const size = <f32>load<i32>(SIZES + k);
    leftOut += size * size * load<f32>(WEIGHTS + k) * lambda;
    store<f32>(LEFT_OUT + k, leftOut);
  }
  store<u32>(PLACE, 0);
  store<f32>(COST, 0);
  let step: u32 = 1;
  for (; waiting !== 0; waiting &= waiting - 1) {
    findStep(step, <u32>ctz(waiting), lambda);
    step += 1;
  }
  return step;
}

/**
 * Finds the cheapest path to a coefficient for each of its levels: the plain one, and the largest of each
 * smaller size.
 */
function findStep(step: u32, k: u32, lambda: f32): void {
  const plain = load<i32>(LEVELS + (k << 2));
  const size = <f32>load<i32>(SIZES + (k << 2));
  const wide = load<f32>(WIDE_STEPS + (k << 2));
  const weight = load<f32>(WEIGHTS + (k << 2)) * lambda;
  const most = sizeOf(plain);
  const leftOut = load<f32>(LEFT_OUT + ((k - 1) << 2));
  let best = NEVER;
  let bestLevel: i32 = 0;
  let bestBefore: u32 = 0;
  for (let bits: u32 = 1; bits <= most; bits += 1) {
    const level: i32 = bits < most ? (1 << bits) - 1 : plain;
    const error = <f32>level * wide - size;
    const own = error * error * weight + <f32>bits;
    if (own >= best) continue;
    for (let before = step; before > 0; ) {
      before -= 1;
      const from = load<u32>(PLACE + (before << 2));
      const so = load<f32>(COST + (before << 2)) + leftOut - load<f32>(LEFT_OUT + (from << 2)) + own;
      if (so >= best) continue;
      const run = k - from - 1;
      const code = load<u32>(AC_BITS + ((((run & 15) << 4) | bits) << 2));
      if (code === 0) continue;
      const cost = so + <f32>(code + (run >> 4) * load<u32>(AC_BITS + (0xf0 << 2)));
      if (cost >= best) continue;
      best = cost;
      bestLevel = level;
      bestBefore = before;
    }
  }
  store<u32>(PLACE + (step << 2), k);
  store<f32>(COST + (step << 2), best);
  store<i32>(LEVEL + (step << 2), bestLevel);
  store<u32>(BEFORE + (step << 2), bestBefore);
}

/** Returns the last step, 0 for none. */
function bestEnd(steps: u32): u32 {
  const all = load<f32>(LEFT_OUT + (63 << 2));
  const endOfBlock: f32 = END_OF_BLOCK;
  let best: f32 = all + ZERO_BLOCK;
  let last: u32 = 0;
  for (let step: u32 = 1; step < steps; step += 1) {
    const k = load<u32>(PLACE + (step << 2));
    const end = k < 63 ? endOfBlock : 0;
    const cost = load<f32>(COST + (step << 2)) + all - load<f32>(LEFT_OUT + (k << 2)) + end;
    if (cost >= best) continue;
    best = cost;
    last = step;
  }
  return last;
}

/** DCs of a row: each may take a level near its plain one; the choice is optimal for the whole row. */
const MAX_DC_CHOICES: i32 = 9;
/**
 * Per block (T.81 limits a row to 8,192) and choice: level, previous choice. By choice: costs of this block
 * and of the previous one.
 */
const DC_LEVELS: usize = memory.data(2 * 9 * 8192);
const DC_BEFORE: usize = memory.data(9 * 8192);
const DC_COSTS: usize = memory.data(4 * 9 * 2, 16);

/** Fewer choices for coarser steps: a level costs more then. */
function dcChoices(): i32 {
  const step = <i32>load<f32>(WIDE_STEPS) >> 3;
  return min(MAX_DC_CHOICES, (2 + 60 / step) | 1);
}

/** Adds the next block of the row; its predecessors' costs are known. */
function addDc(column: i32, dc: i32, weight: f32): void {
  const choices = dcChoices();
  const wide = load<f32>(WIDE_STEPS);
  const size = abs(dc);
  const plain = min((size + (<i32>wide >> 1)) / <i32>wide, MAX_LEVEL - MAX_DC_CHOICES / 2);
  const costs = DC_COSTS + (column & 1) * 36;
  const earlier = DC_COSTS + (~column & 1) * 36;
  const levels = DC_LEVELS + column * 18;
  for (let choice = 0; choice < choices; choice += 1) {
    const magnitude = plain - (choices >> 1) + choice;
    const error = <f32>magnitude * wide - <f32>size;
    const level = dc < 0 ? -magnitude : magnitude;
    store<i16>(levels + (choice << 1), <i16>level);
    const loss = error * error * weight;
    let best = NEVER;
    let before: i32 = 0;
    for (let from = 0; from < (column === 0 ? 1 : choices); from += 1) {
      const last: i32 = column === 0 ? 0 : load<i16>(levels - 18 + (from << 1));
      const bits = sizeOf(abs(level - last));
      const code = bits < 16 ? load<u32>(DC_BITS + (bits << 2)) : 0;
      if (code === 0) continue;
      const cost = <f32>(code + bits) + loss + (column === 0 ? 0 : load<f32>(earlier + (from << 2)));
      if (cost >= best) continue;
      best = cost;
      before = from;
    }
    store<f32>(costs + (choice << 2), best);
    store<u8>(DC_BEFORE + column * 9 + choice, <u8>before);
  }
}

function storeDcs(component: Component, row: i32): void {
  const last = component.blocksWide - 1;
  const costs = DC_COSTS + (last & 1) * 36;
  let choice: i32 = 0;
  for (let other = 1; other < dcChoices(); other += 1) {
    if (load<f32>(costs + (other << 2)) < load<f32>(costs + (choice << 2))) choice = other;
  }
  for (let column = last; column >= 0; column -= 1) {
    const block = component.coefficients + <usize>(row * component.stride + column) * BLOCK_BYTES;
    store<i16>(block, load<i16>(DC_LEVELS + column * 18 + (choice << 1)));
    choice = load<u8>(DC_BEFORE + column * 9 + choice);
  }
}
