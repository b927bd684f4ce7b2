/** Memory, work and failures of one decoding. An instance of the module decodes one stream. */

/** Reasons of a failure, as `failure` returns them; 0 is a trap at an address outside of memory. */
export const DAMAGED: i32 = 1;
export const UNSUPPORTED: i32 = 2;
export const TOO_LARGE: i32 = 3;
export const TOO_LONG: i32 = 4;

let REASON: i32 = 0;
/** Next free address, and the first that may not be used. */
let TOP: usize = (__heap_base + 15) & ~15;
let LIMIT: usize = 0;
/** Work that is left; about one for each decoded pixel. */
let WORK: i64 = 0;

export function setBounds(bytes: usize, work: i64): void {
  LIMIT = TOP + bytes;
  WORK = work;
}

export function failureReason(): i32 {
  return REASON;
}

/** Ends the decoding. */
export function fail(reason: i32): void {
  REASON = reason;
  unreachable();
}

export function charge(work: i64): void {
  WORK -= work;
  if (WORK < 0) fail(TOO_LONG);
}

/** Returns this many bytes, all 0, at a multiple of 16. */
export function room(bytes: u64): usize {
  if (bytes > <u64>(LIMIT - TOP)) fail(TOO_LARGE);
  const at = TOP;
  const end = (at + <usize>bytes + 15) & ~15;
  const have = (<usize>memory.size()) << 16;
  if (end > have && memory.grow(<i32>((end - have + 0xffff) >> 16)) < 0) fail(TOO_LARGE);
  memory.fill(at, 0, end - at);
  TOP = end;
  return at;
}

/** Frees all memory from `mark` on; the caller took the mark from `marked`. */
export function release(mark: usize): void {
  TOP = mark;
}

export function marked(): usize {
  return TOP;
}
