/** Number formats of DICTs and of both kinds of charstrings (Technical Notes #5176, 4 and #5177, 3.2). */
import { refuse } from './refused-face.ts';

const FIXED = 65536;

/** Returns the length of a number that begins with a byte from 32 to 254. */
export function shortNumberBytes(first: number): 1 | 2 {
  return first <= 246 ? 1 : 2;
}

/** Returns its value; `second` is only used for two bytes. */
export function shortNumber(first: number, second: number): number {
  if (first <= 246) return first - 139;
  return first <= 250 ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108;
}

export function int16(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16)) >> 16;
}

export function int32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

/** Up to three bytes, as in DICTs and charstrings; null beyond 16 bits. */
export function writeInt16(value: number): number[] | null {
  if (value >= -107 && value <= 107) return [value + 139];
  if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 0xff];
  if (value >= -1131 && value <= -108) return [251 + ((-value - 108) >> 8), (-value - 108) & 0xff];
  return value >= -32768 && value <= 32767 ? [28, (value >> 8) & 0xff, value & 0xff] : null;
}

export function writeInt32(value: number): number[] {
  if (value !== (value | 0)) refuse('out-of-range', `${value} in four bytes`);
  return [(value >> 24) & 0xff, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

/** Appends a charstring number: an integer, or with 16 fractional bits. */
export function pushOperand(code: number[], value: number): void {
  if (value >= -107 && value <= 107 && Number.isInteger(value)) {
    code.push(value + 139);
    return;
  }
  const short = Number.isInteger(value) ? writeInt16(value) : null;
  code.push(...(short ?? [255, ...writeInt32(value * FIXED)]));
}
