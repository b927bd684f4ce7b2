import {
  BASE,
  CODE_LENGTHS,
  DISTANCE_BITS,
  DISTANCES,
  END,
  LENGTHS,
  LITERAL,
  LITERAL_BITS,
  LITERALS,
  makeCodeLengths,
  makeDistances,
  makeFixed,
  makeLiterals,
  SUBTABLE,
} from './inflate/tables';

/**
 * Inflate (RFC 1951), in pieces: memory holds a piece of the data and a piece of output, preceded by its 32
 * KB window, so that memory never grows. Bytes before damage or a premature end are output. AssemblyScript;
 * `node scripts/simd.mjs` compiles it into `codecs/wasm/inflate-bytes.ts`.
 */

/** Results of a call. */
const DONE: i32 = 0;
/** The output buffer is full: read it, then call `slide`. */
const FULL: i32 = 1;
/** The next piece of data is needed, from `unread` on. */
const HUNGRY: i32 = 2;
/** The data is invalid or ends prematurely. */
const DAMAGED: i32 = 3;

/** Maximum distance of a match (RFC 1951, 2). */
const WINDOW_BYTES: usize = 1 << 15;
const OUT_BYTES: usize = 1 << 17;
const DATA_BYTES: usize = 1 << 17;
/** A block header takes at most 290 bytes, a match 6. */
const DATA_MARGIN: usize = 512;
/** One iteration of `decodeFast` reads twice, 8 bytes each. */
const FAST_MARGIN: usize = 24;
/** A match has up to 258 bytes, copied 16 at a time. */
const SLACK: usize = 512;

/** Output preceded by the window, then the data, each with slack at its end. */
const WINDOW: usize = memory.data(32768 + 131072 + 512 + 131072 + 64);
const OUT: usize = WINDOW + WINDOW_BYTES;
const OUT_END: usize = OUT + OUT_BYTES;
const DATA: usize = OUT_END + SLACK;

/** RFC 1951, 3.2.7. */
const CODE_LENGTH_ORDER: usize = memory.data<u8>([
  16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
]);

/** Unused bits taken from the data, the next one lowest, and the number of valid ones. */
let HOLD: u64 = 0;
let HELD: u32 = 0;
/** More bits were needed than available. */
let IS_CUT: bool = false;
/** The next byte of the data, the end of the data, and whether it is the last piece. */
let NEXT: usize = 0;
let DATA_END: usize = 0;
let IS_LAST_PIECE: bool = false;
/** Position of the next output byte, and the first byte that a match may reach. */
let TO: usize = 0;
let OLDEST: usize = 0;

const BETWEEN_BLOCKS: i32 = 0;
const IN_STORED: i32 = 1;
const IN_CODED: i32 = 2;
let PLACE: i32 = 0;
let IS_LAST_BLOCK: bool = false;
/** Bytes of earlier pieces. */
let FED: usize = 0;
/** Start of the last opened block's header, in bits from the start of the data. */
let BLOCK_AT: usize = 0;
/** Remaining bytes of a stored block. */
let STORED_LEFT: usize = 0;
/** The tables hold the fixed codes. */
let HAS_FIXED: bool = false;

/** Buffer addresses and sizes: the data, the maximum size of a piece, and the output. */
export function dataAt(): usize {
  return DATA;
}

export function dataRoom(): usize {
  return DATA_BYTES;
}

export function outAt(): usize {
  return OUT;
}

/** End of the output written by `run` since `begin` or `slide`. */
export function outEnd(): usize {
  return TO;
}

/**
 * Number of unread bytes at the end of the piece: the next piece must begin with them. Returns whole bytes
 * from the bit buffer.
 */
export function unread(): usize {
  NEXT = bytesUsed();
  HELD &= 7;
  HOLD &= (1 << HELD) - 1;
  FED += NEXT - DATA;
  return DATA_END - NEXT;
}

/** Number of bits read since `begin`. */
export function bitsRead(): usize {
  return ((FED + NEXT - DATA) << 3) - HELD;
}

/** Number of those bits before the last opened block. */
export function lastBlockAt(): usize {
  return BLOCK_AT;
}

/** Starts new data. */
export function begin(): void {
  HOLD = 0;
  HELD = 0;
  NEXT = DATA;
  DATA_END = DATA;
  TO = OUT;
  OLDEST = OUT;
  PLACE = BETWEEN_BLOCKS;
  IS_LAST_BLOCK = false;
  IS_CUT = false;
  FED = 0;
}

/** Announces a piece of `bytes` at `dataAt`. */
export function feed(bytes: usize, isLast: bool): void {
  NEXT = DATA;
  DATA_END = DATA + bytes;
  IS_LAST_PIECE = isLast;
}

/** Called after the output was read: keeps the window before it. */
export function slide(): void {
  memory.copy(WINDOW, TO - WINDOW_BYTES, WINDOW_BYTES);
  OLDEST = WINDOW;
  TO = OUT;
}

export function run(): i32 {
  while (PLACE !== BETWEEN_BLOCKS || !IS_LAST_BLOCK) {
    if (PLACE === BETWEEN_BLOCKS) {
      if (isHungry()) return HUNGRY;
      if (!openBlock() || IS_CUT) return DAMAGED;
    }
    const ended = PLACE === IN_STORED ? copyStored() : decode();
    if (ended !== DONE) return ended;
    PLACE = BETWEEN_BLOCKS;
  }
  return DONE;
}

function isHungry(): bool {
  return !IS_LAST_PIECE && NEXT + DATA_MARGIN > DATA_END;
}

/** First byte without used bits. */
function bytesUsed(): usize {
  return NEXT - (HELD >> 3);
}

/** RFC 1951, 3.2.3. */
function openBlock(): bool {
  BLOCK_AT = bitsRead();
  IS_LAST_BLOCK = take(1) === 1;
  const type = take(2);
  if (type === 0) return openStored();
  PLACE = IN_CODED;
  if (type === 3) return false;
  if (type === 2) return readCodes();
  if (!HAS_FIXED) makeFixed();
  HAS_FIXED = true;
  return true;
}

/** RFC 1951, 3.2.4. */
function openStored(): bool {
  PLACE = IN_STORED;
  const at = bytesUsed();
  HOLD = 0;
  HELD = 0;
  if (at + 4 > DATA_END) return false;
  const length = load<u16>(at);
  NEXT = at + 4;
  STORED_LEFT = length;
  return (length ^ load<u16>(at, 2)) === 0xffff;
}

function copyStored(): i32 {
  while (STORED_LEFT > 0) {
    if (TO >= OUT_END) return FULL;
    if (NEXT === DATA_END) return IS_LAST_PIECE ? DAMAGED : HUNGRY;
    const bytes = min(STORED_LEFT, min(DATA_END - NEXT, OUT_END - TO));
    memory.copy(TO, NEXT, bytes);
    NEXT += bytes;
    TO += bytes;
    STORED_LEFT -= bytes;
  }
  return DONE;
}

/** RFC 1951, 3.2.7. */
function readCodes(): bool {
  HAS_FIXED = false;
  const literals = take(5) + 257;
  const distances = take(5) + 1;
  const described = take(4) + 4;
  if (literals > 286 || distances > 30) return false;
  memory.fill(LENGTHS, 0, 19);
  for (let i: u32 = 0; i < described; i += 1)
    store<u8>(LENGTHS + load<u8>(CODE_LENGTH_ORDER + i), <u8>take(3));
  if (!makeCodeLengths(LENGTHS)) return false;
  const all = literals + distances;
  for (let i: u32 = 0; i < all; ) {
    refill();
    const code = load<u32>(CODE_LENGTHS + ((<usize>HOLD & 127) << 2));
    if (code === 0 || (code & 15) > HELD) return false;
    drop(code & 15);
    const symbol = code >> 10;
    if (symbol < 16) {
      store<u8>(LENGTHS + i, <u8>symbol);
      i += 1;
      continue;
    }
    if (symbol === 16 && i === 0) return false;
    const repeat = symbol === 16 ? 3 + take(2) : symbol === 17 ? 3 + take(3) : 11 + take(7);
    if (i + repeat > all) return false;
    memory.fill(LENGTHS + i, symbol === 16 ? load<u8>(LENGTHS + i - 1) : 0, repeat);
    i += repeat;
  }
  return (
    NEXT <= DATA_END + 8 && makeLiterals(LENGTHS, literals) && makeDistances(LENGTHS + literals, distances)
  );
}

/** Up to 16 bits; 0 if fewer are available, which sets `IS_CUT`. */
function take(bits: u32): u32 {
  refill();
  if (bits > HELD) {
    IS_CUT = true;
    return 0;
  }
  const value = <u32>HOLD & ((1 << bits) - 1);
  drop(bits);
  return value;
}

function drop(bits: u32): void {
  HOLD >>= bits;
  HELD -= bits;
}

/**
 * Fills up to at least 48 bits, or to the end of the data. Higher bits in `HOLD` belong to the very next byte
 * and are loaded again.
 */
function refill(): void {
  if (NEXT + 8 <= DATA_END) {
    HOLD |= load<u64>(NEXT) << HELD;
    NEXT += (63 - HELD) >> 3;
    HELD |= 56;
    return;
  }
  while (HELD < 48 && NEXT < DATA_END) {
    HOLD |= (<u64>load<u8>(NEXT)) << HELD;
    NEXT += 1;
    HELD += 8;
  }
}

/** Decodes the symbols of a compressed block (3.2.3). */
function decode(): i32 {
  if (!IS_LAST_PIECE) return decodeFast(DATA_END - DATA_MARGIN);
  const ended = NEXT + FAST_MARGIN > DATA_END ? HUNGRY : decodeFast(DATA_END - FAST_MARGIN);
  return ended === HUNGRY ? decodeCarefully() : ended;
}

/** Decodes while enough data remains that no check is needed. */
function decodeFast(lastNext: usize): i32 {
  let hold = HOLD;
  let held = HELD;
  let next = NEXT;
  let to = TO;
  let ended = DAMAGED;
  for (;;) {
    if (to >= OUT_END) {
      ended = FULL;
      break;
    }
    if (next > lastNext) {
      ended = HUNGRY;
      break;
    }
    hold |= load<u64>(next) << held;
    next += (63 - held) >> 3;
    held |= 56;

    let code = load<u32>(LITERALS + ((<usize>hold & ((1 << LITERAL_BITS) - 1)) << 2));
    if (((code >> 4) & 3) === LITERAL && code !== 0) {
      // Ten bits each: three codes leave enough for a length.
      hold >>= code & 15;
      held -= code & 15;
      store<u8>(to, <u8>(code >> 10));
      to += 1;
      code = load<u32>(LITERALS + ((<usize>hold & ((1 << LITERAL_BITS) - 1)) << 2));
      if (((code >> 4) & 3) === LITERAL && code !== 0) {
        hold >>= code & 15;
        held -= code & 15;
        store<u8>(to, <u8>(code >> 10));
        to += 1;
        code = load<u32>(LITERALS + ((<usize>hold & ((1 << LITERAL_BITS) - 1)) << 2));
        if (((code >> 4) & 3) === LITERAL && code !== 0) {
          hold >>= code & 15;
          held -= code & 15;
          store<u8>(to, <u8>(code >> 10));
          to += 1;
          continue;
        }
      }
    }
    if (((code >> 4) & 3) === SUBTABLE) {
      const more = <u32>(hold >> LITERAL_BITS) & ((1 << ((code >> 6) & 15)) - 1);
      code = load<u32>(LITERALS + ((<usize>(code >> 10) + more) << 2));
    }
    if (code === 0) break;
    hold >>= code & 15;
    held -= code & 15;
    const kind = (code >> 4) & 3;
    if (kind === LITERAL) {
      store<u8>(to, <u8>(code >> 10));
      to += 1;
      continue;
    }
    if (kind === END) {
      ended = DONE;
      break;
    }

    const lengthExtra = (code >> 6) & 15;
    const length = (code >> 10) + (<u32>hold & ((1 << lengthExtra) - 1));
    hold >>= lengthExtra;
    held -= lengthExtra;
    // At most 15 + 13 bits.
    hold |= load<u64>(next) << held;
    next += (63 - held) >> 3;
    held |= 56;
    let far = load<u32>(DISTANCES + ((<usize>hold & ((1 << DISTANCE_BITS) - 1)) << 2));
    if (((far >> 4) & 3) === SUBTABLE) {
      const more = <u32>(hold >> DISTANCE_BITS) & ((1 << ((far >> 6) & 15)) - 1);
      far = load<u32>(DISTANCES + ((<usize>(far >> 10) + more) << 2));
    }
    if (((far >> 4) & 3) !== BASE) break;
    hold >>= far & 15;
    held -= far & 15;
    const farExtra = (far >> 6) & 15;
    const distance = (far >> 10) + (<u32>hold & ((1 << farExtra) - 1));
    hold >>= farExtra;
    held -= farExtra;
    if (<usize>distance > to - OLDEST) break;
    copyMatch(to, distance, length);
    to += length;
  }
  HOLD = hold;
  HELD = held;
  NEXT = next;
  TO = to;
  return ended;
}

/** Decodes one symbol at a time, checking for the end of the data. */
function decodeCarefully(): i32 {
  while (TO < OUT_END) {
    // Two codes of 15 bits with 5 and 13 extra bits.
    refill();
    const code = nextCode(LITERALS, LITERAL_BITS);
    if (code === 0) return DAMAGED;
    const kind = (code >> 4) & 3;
    if (kind === END) return DONE;
    if (kind === LITERAL) {
      store<u8>(TO, <u8>(code >> 10));
      TO += 1;
      continue;
    }
    const lengthExtra = (code >> 6) & 15;
    if (lengthExtra > HELD) return DAMAGED;
    const length = (code >> 10) + (<u32>HOLD & ((1 << lengthExtra) - 1));
    drop(lengthExtra);
    const far = nextCode(DISTANCES, DISTANCE_BITS);
    const farExtra = (far >> 6) & 15;
    if (far === 0 || farExtra > HELD) return DAMAGED;
    const distance = (far >> 10) + (<u32>HOLD & ((1 << farExtra) - 1));
    drop(farExtra);
    if (<usize>distance > TO - OLDEST) return DAMAGED;
    copyMatch(TO, distance, length);
    TO += length;
  }
  return FULL;
}

/** Returns the entry of the next code and consumes its bits; 0 if there is none, or the data has ended. */
function nextCode(table: usize, rootBits: u32): u32 {
  let code = load<u32>(table + ((<usize>HOLD & ((1 << rootBits) - 1)) << 2));
  if (((code >> 4) & 3) === SUBTABLE) {
    const more = <u32>(HOLD >> rootBits) & ((1 << ((code >> 6) & 15)) - 1);
    code = load<u32>(table + ((<usize>(code >> 10) + more) << 2));
  }
  if ((code & 15) > HELD) return 0;
  drop(code & 15);
  return code;
}

/**
 * Copies 16 bytes at a time, up to 15 too many; closer matches repeat themselves, so their distance can be
 * doubled.
 */
function copyMatch(to: usize, distance: usize, length: usize): void {
  const from = to - distance;
  const end = to + length;
  let at = to;
  let step = distance;
  while (step < 16 && at < end) {
    v128.store(at, v128.load(from));
    at += step;
    step <<= 1;
  }
  for (let source = from; at < end; at += 16, source += 16) v128.store(at, v128.load(source));
}
