import { MAX_AC_SIZE, MAX_DC_SIZE, reachTo } from './memory';

/**
 * Tokens of a scan before its Huffman codes are known: symbols of one of 15 tables, each with up to 15 extra
 * bits. A token is table 4 | symbol 8 | bit count 4 | bits 15; tokens are counted or written in portions.
 */

/** Table number for bits without a symbol. */
const RAW: u32 = 15 << 27;

/** Tables of the scan's component `index`. */
export function dcTokens(index: i32): u32 {
  return (<u32>index) << 27;
}

export function acTokens(index: i32): u32 {
  return (<u32>(index + 4)) << 27;
}

const PORTION: i32 = 8192;
/** Maximum tokens of a block: correction bits of a long run, coefficients, and their runs. */
const BLOCK_TOKENS: i32 = 2048;
const TOKENS: usize = memory.data(4 * (PORTION + BLOCK_TOKENS));
let TOKENS_END: usize = TOKENS;

/** Indexed by table << 8 | symbol: count, or code << 5 | length. */
export const COUNTS: usize = memory.data(4 * 16 * 256);
export const CODES: usize = memory.data(4 * 16 * 256);

let IS_WRITING: bool = false;
/** Number of bits outside codes. */
let VALUE_BITS: f64 = 0;
/** Address of the next byte, and fewer than 32 pending bits. */
let OUT: usize = 0;
let PENDING: u64 = 0;
let PENDING_BITS: u32 = 0;

export function beginCounting(): void {
  IS_WRITING = false;
  VALUE_BITS = 0;
  memory.fill(COUNTS, 0, 4 * 16 * 256);
}

export function valueBits(): f64 {
  return VALUE_BITS;
}

export function countValueBits(bits: u64): void {
  VALUE_BITS += <f64>bits;
}

export function beginWriting(out: usize): void {
  IS_WRITING = true;
  OUT = out;
  PENDING = 0;
  PENDING_BITS = 0;
}

/** Call before each block. */
export function makeRoom(): void {
  if (TOKENS_END >= TOKENS + 4 * PORTION) flush();
}

export function token(tableAndSymbol: u32, bitCount: i32, bits: u32): void {
  store<u32>(TOKENS_END, tableAndSymbol | ((<u32>bitCount) << 15) | bits);
  TOKENS_END += 4;
}

/** Up to 15 bits. */
export function rawToken(bitCount: i32, bits: u32): void {
  token(RAW, bitCount, bits);
}

/** Number of bits of a value: its size category (T.81, Tables F.1 and F.2). */
export function sizeOf(magnitude: u32): i32 {
  return 32 - clz(magnitude);
}

/** Adds a DC difference; returns false if it is too large for its process. */
export function dcToken(table: u32, difference: i32): bool {
  const size = sizeOf(abs(difference));
  if (size > MAX_DC_SIZE) return false;
  // Bits after the size's code (F.1.2.1)
  token(table | ((<u32>size) << 19), size, difference < 0 ? difference + (1 << size) - 1 : difference);
  return true;
}

/** Adds a coefficient after `run` zeros; returns false if it is too large for its process. */
export function acToken(table: u32, run: i32, magnitude: u32, isNegative: bool): bool {
  for (; run > 15; run -= 16) token(table | (0xf0 << 19), 0, 0);
  const size = sizeOf(magnitude);
  if (size > MAX_AC_SIZE) return false;
  const bits = isNegative ? ((1 << size) - 1) ^ magnitude : magnitude;
  token(table | ((<u32>run) << 23) | ((<u32>size) << 19), size, bits);
  return true;
}

/** Call at the end. */
export function flush(): void {
  if (IS_WRITING) write();
  else count();
  TOKENS_END = TOKENS;
}

/** Discards pending tokens: the scan cannot be coded. */
export function forgetTokens(): void {
  TOKENS_END = TOKENS;
}

function count(): void {
  let bits: u64 = 0;
  for (let at = TOKENS; at < TOKENS_END; at += 4) {
    const each = load<u32>(at);
    const place = COUNTS + ((each >> 19) << 2);
    store<u32>(place, load<u32>(place) + 1);
    bits += (each >> 15) & 15;
  }
  VALUE_BITS += <f64>bits;
}

/** Writes Huffman codes with byte stuffing (T.81, F.1.2.3). */
function write(): void {
  // At most 31 bits per token, each byte stuffed in the worst case.
  reachTo(OUT + ((TOKENS_END - TOKENS) << 1) + 16);
  let out = OUT;
  let pending = PENDING;
  let pendingBits = PENDING_BITS;
  for (let at = TOKENS; at < TOKENS_END; at += 4) {
    const each = load<u32>(at);
    const code = load<u32>(CODES + ((each >> 19) << 2));
    const extra = (each >> 15) & 15;
    const length = (code & 31) + extra;
    pending = (pending << length) | ((code >> 5) << extra) | (each & 0x7fff);
    pendingBits += length;
    if (pendingBits < 32) continue;
    pendingBits -= 32;
    const word = <u32>(pending >> pendingBits);
    if (((~word - 0x01010101) & word & 0x80808080) === 0) {
      store<u32>(out, bswap<u32>(word));
      out += 4;
    } else {
      out = stuffed(out, word >> 24);
      out = stuffed(out, (word >> 16) & 0xff);
      out = stuffed(out, (word >> 8) & 0xff);
      out = stuffed(out, word & 0xff);
    }
  }
  OUT = out;
  PENDING = pending;
  PENDING_BITS = pendingBits;
}

function stuffed(out: usize, byte: u32): usize {
  store<u8>(out, byte);
  if (byte !== 0xff) return out + 1;
  store<u8>(out, 0, 1);
  return out + 2;
}

/** Writes the pending bits, "padded with 1-bits" (F.1.2.3). Returns the end address. */
export function finishWriting(): usize {
  const free = -PENDING_BITS & 7;
  PENDING = (PENDING << free) | ((1 << free) - 1);
  let out = OUT;
  for (let left = PENDING_BITS + free; left > 0; left -= 8)
    out = stuffed(out, <u32>(PENDING >> (left - 8)) & 0xff);
  return out;
}
