/** The two encryptions of Type 1 (Adobe Type 1 Font Format, 7) with public keys. */
import { isWhite } from '../../pdf/bytes.ts';

export const EEXEC_KEY = 55665;
export const CHARSTRING_KEY = 4330;
const C1 = 52845;
const C2 = 22719;

/** Decrypts, and drops the leading random bytes. */
export function decrypt(cipher: Uint8Array, key: number, randomBytes: number): Uint8Array {
  const plain = new Uint8Array(cipher.length);
  let state = key;
  for (let i = 0; i < cipher.length; i++) {
    plain[i] = cipher[i]! ^ (state >> 8);
    state = ((cipher[i]! + state) * C1 + C2) & 0xffff;
  }
  return plain.subarray(randomBytes);
}

/** Random bytes at the start of the eexec section. */
const EEXEC_RANDOM_BYTES = 4;
const MAX_HEX_GAP = 16;

/**
 * Decrypts from the word `eexec` to the end of the data. The private part ends at its own `closefile`, since
 * lengths and trailers are often wrong.
 */
export function decryptEexec(bytes: Uint8Array, start: number): Uint8Array {
  let at = start;
  while (at < bytes.length && at < start + MAX_HEX_GAP && isWhite(bytes[at]!)) at += 1;
  // 7.2: binary if at least one of the first four characters is not a hexadecimal digit.
  const isHex = at + 4 <= bytes.length && [0, 1, 2, 3].every((i) => hexDigit(bytes[at + i]!) >= 0);
  const cipher = isHex ? fromHex(bytes.subarray(at)) : bytes.subarray(binaryStart(bytes, start));
  return decrypt(cipher, EEXEC_KEY, EEXEC_RANDOM_BYTES);
}

/** One white-space character, or CR LF, separates `eexec` from binary data. */
function binaryStart(bytes: Uint8Array, start: number): number {
  if (bytes[start] === 0x0d && bytes[start + 1] === 0x0a) return start + 2;
  return isWhite(bytes[start]!) ? start + 1 : start;
}

function fromHex(bytes: Uint8Array): Uint8Array {
  const plain = new Uint8Array(bytes.length >> 1);
  let digits = 0;
  for (const byte of bytes) {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      plain[digits >> 1]! |= digits % 2 === 0 ? digit << 4 : digit;
      digits += 1;
    } else if (!isWhite(byte)) break;
  }
  return plain.subarray(0, digits >> 1);
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
