/** Parameters and results of calls, at fixed addresses. */

/**
 * The current scan: number of components, then for each of four its index in the frame, its DC and its AC
 * table. Bytes.
 */
export const SCAN: usize = memory.data(16);
export const SCAN_BYTES: usize = 16;

export function scanComponents(): i32 {
  return load<u8>(SCAN);
}

export function componentOfScan(index: i32): i32 {
  return load<u8>(SCAN + index, 1) & 3;
}

export function dcTableOfScan(index: i32): i32 {
  return load<u8>(SCAN + index, 5) & 3;
}

export function acTableOfScan(index: i32): i32 {
  return load<u8>(SCAN + index, 9) & 3;
}

/** Kinds of scans, by their coefficients (T.81, Table B.3); `first` and `last` limit the AC band. */
export const SEQUENTIAL: i32 = 0;
export const DC_FIRST: i32 = 1;
export const DC_REFINE: i32 = 2;
export const AC_FIRST: i32 = 3;
export const AC_REFINE: i32 = 4;

/** Maximum sizes of DC differences and AC values for 8-bit samples (T.81, Tables F.1 and F.2). */
export const MAX_DC_SIZE: i32 = 11;
export const MAX_AC_SIZE: i32 = 10;

/** From here on, memory belongs to the caller. */
export function heapStart(): usize {
  return __heap_base;
}

/** Growth beyond the need, so that it does not happen every few blocks. */
const GROWTH_BYTES: usize = 1 << 18;

/** Grows memory to `end`; traps if that fails. */
export function reachTo(end: usize): void {
  const have = (<usize>memory.size()) << 16;
  if (end > have && memory.grow(<i32>((end - have + GROWTH_BYTES) >> 16)) < 0) unreachable();
}
