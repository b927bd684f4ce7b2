/**
 * Byte filters besides Flate (ISO 32000-2, 7.4.2, 7.4.3, 7.4.5 and 7.4.4 for LZW). Like `inflate`, each has a
 * size limit and returns the readable part of damaged data.
 */
import type { Inflated } from '../../codecs/flate/inflated.ts';

type Unpacked = Inflated;

/** A growing output with a size limit. */
class CappedBytes {
  #bytes: Uint8Array;
  #length = 0;
  readonly #max: number;

  constructor(guess: number, max: number) {
    this.#bytes = new Uint8Array(Math.min(Math.max(64, guess), max));
    this.#max = max;
  }

  /** Returns false if the limit is reached. */
  push(byte: number): boolean {
    if (this.#length === this.#bytes.length && !this.#grow(1)) return false;
    this.#bytes[this.#length++] = byte;
    return true;
  }

  append(bytes: Uint8Array): boolean {
    const room = this.#length + bytes.length <= this.#bytes.length || this.#grow(bytes.length);
    const fits = room ? bytes : bytes.subarray(0, this.#bytes.length - this.#length);
    this.#bytes.set(fits, this.#length);
    this.#length += fits.length;
    return room;
  }

  #grow(more: number): boolean {
    const needed = this.#length + more;
    const larger = new Uint8Array(Math.min(this.#max, Math.max(needed, this.#bytes.length * 2)));
    if (larger.length > this.#bytes.length) {
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    return needed <= this.#max;
  }

  result(damaged: boolean, tooLarge = false): Unpacked {
    return { bytes: this.#bytes.subarray(0, this.#length), damaged, tooLarge };
  }
}

function isBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13) || byte === 0;
}

export function asciiHexDecode(data: Uint8Array, maxBytes: number): Unpacked {
  const out = new CappedBytes(data.length >> 1, maxBytes);
  let high = -1;
  for (const byte of data) {
    if (byte === 0x3e) {
      // An odd digit at the end counts as if a 0 followed.
      if (high >= 0 && !out.push(high << 4)) return out.result(false, true);
      return out.result(false);
    }
    if (isBlank(byte)) continue;
    const digit = hexDigit(byte);
    if (digit < 0) return out.result(true);
    if (high < 0) {
      high = digit;
    } else {
      if (!out.push((high << 4) | digit)) return out.result(false, true);
      high = -1;
    }
  }
  // Data without the end mark may be complete: many writers omit it.
  if (high >= 0 && !out.push(high << 4)) return out.result(false, true);
  return out.result(false);
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

export function ascii85Decode(data: Uint8Array, maxBytes: number): Unpacked {
  const out = new CappedBytes(Math.ceil(data.length * 0.8), maxBytes);
  let position = 0;
  while (isBlank(data[position]!)) position += 1;
  // The optional "<~" of other ASCII85 writers.
  if (data[position] === 0x3c && data[position + 1] === 0x7e) position += 2;
  let group = 0;
  let count = 0;
  for (; position < data.length; position++) {
    const byte = data[position]!;
    if (byte === 0x7e) break;
    if (isBlank(byte)) continue;
    if (byte === 0x7a && count === 0) {
      for (let i = 0; i < 4; i++) if (!out.push(0)) return out.result(false, true);
      continue;
    }
    if (byte < 0x21 || byte > 0x75) return out.result(true);
    group = group * 85 + (byte - 0x21);
    if (++count < 5) continue;
    for (let shift = 24; shift >= 0; shift -= 8)
      if (!out.push((group >>> shift) & 255)) return out.result(false, true);
    group = 0;
    count = 0;
  }
  if (count === 1) return out.result(true);
  if (count > 1) {
    for (let i = count; i < 5; i++) group = group * 85 + 84;
    for (let i = 0; i < count - 1; i++)
      if (!out.push((group >>> (24 - 8 * i)) & 255)) return out.result(false, true);
  }
  return out.result(false);
}

export function runLengthDecode(data: Uint8Array, maxBytes: number): Unpacked {
  const { bytes: needed, isCut } = runLengthSize(data, maxBytes);
  const out = new Uint8Array(Math.min(needed, maxBytes));
  let written = 0;
  for (let position = 0; written < out.length; ) {
    const length = data[position++]!;
    if (length < 128) {
      const run = data.subarray(position, position + Math.min(length + 1, out.length - written));
      out.set(run, written);
      written += run.length;
      position += length + 1;
    } else {
      // Cut off at the end of the array.
      out.fill(data[position++]!, written, written + 257 - length);
      written += 257 - length;
    }
  }
  const tooLarge = needed > maxBytes;
  return { bytes: out, damaged: isCut && !tooLarge, tooLarge };
}

/** Returns the bytes before an end mark or a cut, but stops above `maxBytes`: exploding data costs no memory. */
function runLengthSize(
  data: Uint8Array,
  maxBytes: number,
): { readonly bytes: number; readonly isCut: boolean } {
  let bytes = 0;
  for (let position = 0; position < data.length && bytes <= maxBytes; ) {
    const length = data[position++]!;
    if (length === 128) break;
    if (length > 128) {
      if (position >= data.length) return { bytes, isCut: true };
      bytes += 257 - length;
      position += 1;
    } else {
      const rest = data.length - position;
      if (rest < length + 1) return { bytes: bytes + rest, isCut: true };
      bytes += length + 1;
      position += length + 1;
    }
  }
  return { bytes, isCut: false };
}

const LZW_CLEAR = 256;
const LZW_END = 257;
const LZW_MAX_CODES = 4096;

/** @param earlyChange 1 if code lengths grow one code early (the default of `/EarlyChange`), else 0 */
export function lzwDecode(data: Uint8Array, maxBytes: number, earlyChange: number): Unpacked {
  const out = new CappedBytes(data.length * 3, maxBytes);
  // A code is the string of another code plus one byte.
  const prefixes = new Uint16Array(LZW_MAX_CODES);
  const suffixes = new Uint8Array(LZW_MAX_CODES);
  const lengths = new Uint16Array(LZW_MAX_CODES).fill(1, 0, 256);
  const scratch = new Uint8Array(LZW_MAX_CODES + 1);
  for (let i = 0; i < 256; i++) suffixes[i] = i;
  let nextCode = 258;
  let codeBits = 9;
  let previous = -1;
  let hold = 0;
  let held = 0;

  for (let position = 0; ; ) {
    while (held < codeBits && position < data.length) {
      hold = ((hold << 8) | data[position++]!) & 0xffffff;
      held += 8;
    }
    // Data without an end mark is common; readers accept it.
    if (held < codeBits) return out.result(false);
    const code = (hold >>> (held - codeBits)) & ((1 << codeBits) - 1);
    held -= codeBits;

    if (code === LZW_END) return out.result(false);
    if (code === LZW_CLEAR) {
      nextCode = 258;
      codeBits = 9;
      previous = -1;
      continue;
    }
    const isNew = code === nextCode;
    if (code > nextCode || (isNew && previous < 0)) return out.result(true);
    const known = isNew ? previous : code;
    const length = lengths[known]!;
    for (let at = length - 1, walk = known; at >= 0; at--) {
      scratch[at] = suffixes[walk]!;
      walk = prefixes[walk]!;
    }
    const first = scratch[0]!;
    if (isNew) scratch[length] = first;
    if (!out.append(scratch.subarray(0, isNew ? length + 1 : length))) return out.result(false, true);

    if (previous >= 0 && nextCode < LZW_MAX_CODES) {
      prefixes[nextCode] = previous;
      suffixes[nextCode] = first;
      lengths[nextCode] = lengths[previous]! + 1;
      nextCode += 1;
    }
    previous = code;
    const grown = nextCode + earlyChange;
    codeBits = grown >= 2048 ? 12 : grown >= 1024 ? 11 : grown >= 512 ? 10 : 9;
  }
}
