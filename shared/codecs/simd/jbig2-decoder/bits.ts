/** Bits of Huffman and MMR coded data, most significant first. */
import { DAMAGED, fail } from './memory';

/** Address of the current byte, the end of the data, and consumed bits of the byte. */
let AT: usize = 0;
let END: usize = 0;
let USED: u32 = 0;

export function startBits(start: usize, end: usize): void {
  AT = start;
  END = end;
  USED = 0;
}

/** Moves to the next whole byte and returns its address. */
export function aligned(): usize {
  if (USED > 0) {
    AT += 1;
    USED = 0;
  }
  return AT;
}

export function endOfBits(): usize {
  return END;
}

/** Continues at a whole byte. */
export function moveTo(address: usize): void {
  if (address < AT || address > END) fail(DAMAGED);
  AT = address;
  USED = 0;
}

export function nextBit(): u32 {
  if (AT >= END) fail(DAMAGED);
  const bit: u32 = (load<u8>(AT) >> (7 - USED)) & 1;
  USED += 1;
  if (USED === 8) {
    USED = 0;
    AT += 1;
  }
  return bit;
}

export function nextBits(count: u32): u32 {
  let bits: u32 = 0;
  for (; count > 0; count -= 1) bits = (bits << 1) | nextBit();
  return bits;
}

/** Up to 24 bits without consuming them; after the end of the data they are 0. */
export function peekBits(count: u32): u32 {
  let word: u32 = 0;
  for (let byte: usize = 0; byte < 4; byte += 1)
    word = (word << 8) | (AT + byte < END ? load<u8>(AT + byte) : 0);
  return (word << USED) >> (32 - count);
}

export function dropBits(count: u32): void {
  const bits = USED + count;
  AT += bits >> 3;
  USED = bits & 7;
  if (AT > END || (AT === END && USED > 0)) fail(DAMAGED);
}
