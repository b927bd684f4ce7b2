/** The frame: its components and their planes (T.81, A.1 and A.2), with the layout of `jpeg/frame.ts`. */

/** Size in MCUs of an interleaved scan, number of components, an unused word; then the components. */
export const FRAME: usize = memory.data(16 + 4 * 36);

@unmanaged
export class Component {
  horizontal: i32;
  vertical: i32;
  blocksWide: i32;
  blocksHigh: i32;
  /** Blocks per row. */
  stride: i32;
  /** Allocated block rows: all, or those of the last few MCUs read. */
  rows: i32;
  /** Address of the coefficients: 64 of 16 bits per block, in zigzag order. */
  coefficients: usize;
  /** 64 bits per block, set for nonzero AC coefficients; the lowest one, for DC, is never set. */
  nonZero: usize;
  /** A copy of each block's DC: contiguous, they are much faster to traverse. */
  dc: usize;
}

export function mcusWide(): i32 {
  return load<i32>(FRAME);
}

export function mcusHigh(): i32 {
  return load<i32>(FRAME, 4);
}

export function componentAt(index: i32): Component {
  return changetype<Component>(FRAME + 16 + index * offsetof<Component>());
}

/** Row index in memory: rows are reused if not all are allocated. */
export function placeOfRow(component: Component, row: i32): i32 {
  return row % component.rows;
}

/** 64 coefficients. */
export const BLOCK_BYTES: usize = 128;

/** Sets a block to its DC alone. */
export function setFlat(component: Component, block: usize, dc: i32): void {
  const at = component.coefficients + block * BLOCK_BYTES;
  for (let part: usize = 0; part < BLOCK_BYTES; part += 16) v128.store(at + part, ZERO);
  store<i16>(at, dc);
  store<u64>(component.nonZero + block * 8, 0);
  store<i16>(component.dc + block * 2, dc);
}

const ZERO: v128 = i16x8.splat(0);

/**
 * Fills the blocks that only complete an MCU (A.2.4) with the shortest code: the previous block's DC, no AC.
 * They hold no sample of the image, so files that only differ there show the same image.
 */
export function completeMcus(): void {
  for (let index = 0; index < load<i32>(FRAME, 8); index += 1) {
    const component = componentAt(index);
    for (let row = 0; row < component.rows; row += 1) {
      const first = row < component.blocksHigh ? component.blocksWide : 0;
      for (let column = first; column < component.stride; column += 1) {
        const dc = first > 0 ? dcAt(component, row, column - 1) : dcAbove(component, row, column);
        setFlat(component, row * component.stride + column, dc);
      }
    }
  }
}

/** The first block row of an MCU always holds samples: for other rows, the row above is in the same MCU. */
function dcAbove(component: Component, row: i32, column: i32): i32 {
  if (row % component.vertical === 0) return 0;
  return dcAt(component, row - 1, column - (column % component.horizontal) + component.horizontal - 1);
}

function dcAt(component: Component, row: i32, column: i32): i32 {
  return load<i16>(component.dc + <usize>(row * component.stride + column) * 2);
}

/** Indexes a component's nonzero coefficients and DC if they did not come from scans. */
export function indexPlane(index: i32): void {
  const component = componentAt(index);
  const blocks = <usize>(component.rows * component.stride);
  for (let block: usize = 0; block < blocks; block += 1) {
    const at = component.coefficients + block * BLOCK_BYTES;
    const low = nonZeroOf16(at) | (nonZeroOf16(at + 32) << 16);
    const high = nonZeroOf16(at + 64) | (nonZeroOf16(at + 96) << 16);
    store<u64>(component.nonZero + block * 8, ((<u64>high) << 32) | (low & ~1));
    store<i16>(component.dc + block * 2, load<i16>(at));
  }
}

function nonZeroOf16(at: usize): u32 {
  const first = i16x8.ne(v128.load(at), ZERO);
  const second = i16x8.ne(v128.load(at, 16), ZERO);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(first, second));
}

/**
 * Returns the address of a 24-byte fingerprint of the blocks with samples: DC, nonzero positions, and their
 * values. It guards against errors of this program, not against attackers. Each step is a bijection of the
 * state, so that a single wrong coefficient always shows.
 */
export function hashPlane(index: i32): usize {
  const component = componentAt(index);
  let places: u64 = 1;
  let values: v128 = ZERO;
  for (let row = 0; row < component.blocksHigh; row += 1) {
    const start = <usize>(row * component.stride);
    for (let block = start; block < start + component.blocksWide; block += 1) {
      const waiting = load<u64>(component.nonZero + block * 8);
      places = rotl((places ^ waiting) * PLACES_FACTOR, 29);
      places = rotl((places ^ load<u16>(component.dc + block * 2)) * PLACES_FACTOR, 29);
      if (waiting !== 0) values = mixed(values, waiting, component.coefficients + block * BLOCK_BYTES);
    }
  }
  store<u64>(HASH, places);
  v128.store(HASH, values, 8);
  return HASH;
}

/** Mixes in the nonzero vectors of a block. */
function mixed(values: v128, waiting: u64, at: usize): v128 {
  for (; waiting !== 0; waiting >>= 8) {
    if ((waiting & 0xff) !== 0) {
      values = i32x4.mul(v128.xor(values, v128.load(at)), FACTORS);
      values = v128.or(i32x4.shl(values, 13), i32x4.shr_u(values, 19));
    }
    at += 16;
  }
  return values;
}

const HASH: usize = memory.data(24);
const PLACES_FACTOR: u64 = 0x9e3779b97f4b;
const FACTORS: v128 = i32x4.splat(<i32>0x85ebca6b);
