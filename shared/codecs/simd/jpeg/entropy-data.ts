/**
 * Entropy-coded data of one scan: segments between restart markers, unstuffed one by one (T.81, B.1.1.5).
 *
 * The data is followed by `SPARE_BYTES` readable bytes (`codecs/jpeg/kernel/kernel-frame.ts`): more than a
 * block can take, which is 64 codes of 16 bits with values of 16 bits, plus read-ahead. So it is enough to
 * check after a block whether it read too far.
 */

/** Start of the data that is still stuffed, and the end of the file. */
let STUFFED: usize = 0;
let FILE_END: usize = 0;
/** End of the current segment, which is unstuffed in place. */
let SEGMENT_END: usize = 0;
/** Number of the restart marker after it, 0 to 7; negative at the end of the scan. */
let RESTART: i32 = -1;

/** Next bits, the first one highest, the number of valid ones, and the address of the following ones. */
export let BITS: u64 = 0;
export let HELD: i32 = 0;
export let NEXT: usize = 0;

/** Local variables are faster: a function copies the three and stores them back here. */
export function keepBits(bits: u64, held: i32, next: usize): void {
  BITS = bits;
  HELD = held;
  NEXT = next;
}

/** Size of the state saved by `keepData`. */
export const KEPT_DATA_BYTES: usize = 32;

/** Saves the reading position, so that other data can be read. */
export function keepData(at: usize): void {
  store<u64>(at, BITS);
  store<i32>(at, HELD, 8);
  store<usize>(at, NEXT, 12);
  store<usize>(at, STUFFED, 16);
  store<usize>(at, FILE_END, 20);
  store<usize>(at, SEGMENT_END, 24);
  store<i32>(at, RESTART, 28);
}

export function resumeData(at: usize): void {
  keepBits(load<u64>(at), load<i32>(at, 8), load<usize>(at, 12));
  STUFFED = load<usize>(at, 16);
  FILE_END = load<usize>(at, 20);
  SEGMENT_END = load<usize>(at, 24);
  RESTART = load<i32>(at, 28);
}

/** The 32 bits at an address. */
export function wordAt(at: usize): u64 {
  return bswap<u32>(load<u32>(at));
}

export function openData(at: usize, fileEnd: usize): void {
  STUFFED = at;
  FILE_END = fileEnd;
  takeSegment();
}

/** Continues after restart marker `number`; returns false if another marker or none is there. */
export function nextSegment(number: i32): bool {
  if (RESTART !== number) return false;
  takeSegment();
  return true;
}

/** Returns whether a block read beyond the data. */
export function hasReadTooFar(): bool {
  return (<i32>(NEXT - SEGMENT_END)) << 3 > HELD;
}

/** A segment ends within its last byte; unread data means that something was not understood. */
export function isUsedUp(): bool {
  return ((<i32>(SEGMENT_END - NEXT)) << 3) + HELD < 8;
}

/**
 * Returns the address of the marker that ends the scan, or the file's end; 0 if there is more data. A restart
 * marker after the last interval, as some scanners write it, is ignored.
 */
export function endOfScan(intervals: i32): usize {
  if (RESTART < 0) return STUFFED;
  if (!nextSegment((intervals - 1) & 7)) return 0;
  return RESTART < 0 && SEGMENT_END === NEXT ? STUFFED : 0;
}

function takeSegment(): void {
  keepBits(0, 0, STUFFED);
  RESTART = -1;
  let to = STUFFED;
  let at = STUFFED;
  while (true) {
    while (at + 16 <= FILE_END) {
      const bytes = v128.load(at);
      if (v128.any_true(i8x16.eq(bytes, ALL_ONES))) break;
      v128.store(to, bytes);
      at += 16;
      to += 16;
    }
    while (at < FILE_END) {
      const byte = load<u8>(at);
      at += 1;
      store<u8>(to, byte);
      to += 1;
      if (byte === 0xff) break;
    }
    if (at >= FILE_END) break;
    const next = <i32>load<u8>(at);
    at += 1;
    if (next === 0) continue;
    to -= 1;
    // "Any marker may optionally be preceded by any number of fill bytes" (B.1.1.2)
    if (next === 0xff) {
      at -= 1;
      continue;
    }
    if (next >= 0xd0 && next <= 0xd7) RESTART = next - 0xd0;
    else at -= 2;
    break;
  }
  STUFFED = at;
  SEGMENT_END = to;
}

const ALL_ONES: v128 = i8x16.splat(-1);
