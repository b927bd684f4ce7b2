/** Reads the current segment's header and data (T.88, 7.2), and keeps results of earlier segments. */
import { charge, DAMAGED, fail, room, UNSUPPORTED } from './memory';

/** Number, type and references of the current segment; DATA moves over its data up to DATA_END. */
export let TYPE: u32 = 0;
export let DATA: usize = 0;
export let DATA_END: usize = 0;
let NUMBER: u32 = 0;
let REFERENCES: usize = 0;
let REFERENCE_BYTES: u32 = 0;
export let REFERENCE_COUNT: u32 = 0;

const UNKNOWN: u32 = 0xffffffff;

export function skipData(bytes: usize): usize {
  if (bytes > DATA_END - DATA) fail(DAMAGED);
  const at = DATA;
  DATA += bytes;
  return at;
}

export function byte(): u32 {
  return load<u8>(skipData(1));
}

export function uint16(): u32 {
  return bswap(load<u16>(skipData(2)));
}

export function uint32(): u32 {
  return bswap(load<u32>(skipData(4)));
}

/** Reads the header at `start` and returns the end of its data. */
export function readHeader(start: usize, end: usize): usize {
  DATA = start;
  DATA_END = end;
  NUMBER = uint32();
  const flags = byte();
  TYPE = flags & 63;
  // 7.2.4: a count up to 4 with its retention flags in one byte, or the long form.
  let count = byte() >> 5;
  if (count > 4) {
    if (count < 7) fail(DAMAGED);
    DATA -= 1;
    count = uint32() & 0x1fffffff;
    skipData((count + 8) >> 3);
  }
  REFERENCE_COUNT = count;
  REFERENCE_BYTES = NUMBER <= 256 ? 1 : NUMBER <= 65536 ? 2 : 4;
  if (<u64>count * REFERENCE_BYTES > <u64>(end - DATA)) fail(DAMAGED);
  REFERENCES = skipData(count * REFERENCE_BYTES);
  skipData((flags & 0x40) !== 0 ? 4 : 1);
  const length = uint32();
  if (length === UNKNOWN) fail(UNSUPPORTED);
  if (<usize>length > end - DATA) fail(DAMAGED);
  DATA_END = DATA + length;
  return DATA_END;
}

/** Results: the one before, then number, kind, address of the result, and of retained contexts. */
let LAST: usize = 0;
const RESULT_BYTES: u64 = 20;

/** Kinds of results. */
export const SYMBOL_LIST: u32 = 1;
export const PATTERN_LIST: u32 = 2;
export const CODE_TABLE: u32 = 3;
export const REGION: u32 = 4;

export function keepResult(kind: u32, result: usize, contexts: usize): void {
  const kept = room(RESULT_BYTES);
  store<u32>(kept, LAST);
  store<u32>(kept, NUMBER, 4);
  store<u32>(kept, kind, 8);
  store<u32>(kept, result, 12);
  store<u32>(kept, contexts, 16);
  LAST = kept;
}

/** Returns the result that the reference at this index names if it is of this kind, else 0. */
function referred(index: u32, kind: u32): usize {
  const at = REFERENCES + index * REFERENCE_BYTES;
  const number: u32 =
    REFERENCE_BYTES === 1
      ? <u32>load<u8>(at)
      : REFERENCE_BYTES === 2
        ? <u32>bswap(load<u16>(at))
        : bswap(load<u32>(at));
  let kept = LAST;
  while (kept !== 0 && load<u32>(kept, 4) !== number) {
    charge(1);
    kept = load<u32>(kept);
  }
  // A missing segment would leave gaps in numbers and tables.
  if (kept === 0) fail(DAMAGED);
  return load<u32>(kept, 8) === kind ? kept : 0;
}

/** Returns the `place`-th result of this kind that the segment refers to, else 0. */
export function referredResult(kind: u32, place: u32): usize {
  for (let index: u32 = 0; index < REFERENCE_COUNT; index += 1) {
    charge(1);
    const kept = referred(index, kind);
    if (kept === 0) continue;
    if (place === 0) return load<u32>(kept, 12);
    place -= 1;
  }
  return 0;
}

/** Returns contexts that the last dictionary among the references has retained; fails if there are none. */
export function retainedContexts(): usize {
  for (let index = REFERENCE_COUNT; index > 0; index -= 1) {
    const kept = referred(index - 1, SYMBOL_LIST);
    if (kept === 0) continue;
    const contexts = load<u32>(kept, 16);
    if (contexts === 0) fail(DAMAGED);
    return contexts;
  }
  fail(DAMAGED);
  return 0;
}

/** Returns the list of all symbols that the segment refers to. */
export function referredSymbols(): usize {
  let count: u64 = 0;
  for (let index: u32 = 0; index < REFERENCE_COUNT; index += 1) {
    const kept = referred(index, SYMBOL_LIST);
    if (kept !== 0) count += load<u32>(load<u32>(kept, 12));
  }
  charge(<i64>count);
  const list = room((count + 1) << 2);
  store<u32>(list, <u32>count);
  let to = list + 4;
  for (let index: u32 = 0; index < REFERENCE_COUNT; index += 1) {
    const kept = referred(index, SYMBOL_LIST);
    if (kept === 0) continue;
    const from = load<u32>(kept, 12);
    const bytes = (<usize>load<u32>(from)) << 2;
    memory.copy(to, from + 4, bytes);
    to += bytes;
  }
  return list;
}
