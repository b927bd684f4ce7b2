/**
 * Brotli (RFC 7932) for PDF streams, with windows of up to 1 GB ("large window"): synchronous, the same in
 * every host, size-limited, and tolerant of damage, like `inflate`. Copies refer to the output itself, so a
 * large window costs nothing.
 */
import type { Inflated } from '../flate/inflated.ts';
import { BitReader } from './bit-reader.ts';
import { CappedOutput } from './capped-output.ts';
import { LastDistances } from './distances.ts';
import { type BrotliState, MetaBlock } from './meta-block.ts';
import { BrotliError } from './stop.ts';

/** Bytes at the start of a window that copies do not reach (RFC 7932, 9.1). */
const WINDOW_GAP = 16;
const LARGE_WINDOW_BITS = { least: 10, most: 30 };
/** Typical ratio of decoded to encoded size. */
const DEFAULT_GROWTH = 4;

/**
 * @param maxBytes limit of the output, against decompression bombs
 * @param sizeHint expected bytes, if known
 */
export function brotliDecode(data: Uint8Array, maxBytes: number, sizeHint = 0): Inflated {
  const guess = Math.min(Math.max(sizeHint, data.length * DEFAULT_GROWTH), data.length * MAX_AT_FIRST);
  const out = new CappedOutput(guess, maxBytes);
  const stop = decodeInto(out, new BitReader(data));
  return {
    bytes: out.bytes.subarray(0, out.length),
    damaged: stop === 'damaged',
    tooLarge: stop === 'too-large',
  };
}

/** A few bytes may decode to megabytes, but memory grows with actual output. */
const MAX_AT_FIRST = 64;

function decodeInto(out: CappedOutput, reader: BitReader): 'end' | 'damaged' | 'too-large' {
  try {
    const window = readWindow(reader);
    const state: BrotliState = {
      reader,
      out,
      lastDistances: new LastDistances(),
      windowBytes: 2 ** window.bits - WINDOW_GAP,
      isLargeWindow: window.isLarge,
    };
    while (readMetaBlock(state) !== 'last');
    reader.alignToByte();
    return 'end';
  } catch (thrown) {
    if (thrown instanceof BrotliError) return thrown.reason;
    throw thrown;
  }
}

/** RFC 7932, 9.1. The unused value 0010001 begins the header of a large window: a zero and six bits. */
function readWindow(reader: BitReader): { readonly bits: number; readonly isLarge: boolean } {
  if (reader.take(1) === 0) return { bits: 16, isLarge: false };
  const most = reader.take(3);
  if (most > 0) return { bits: 17 + most, isLarge: false };
  const least = reader.take(3);
  if (least === 0) return { bits: 17, isLarge: false };
  if (least > 1) return { bits: 8 + least, isLarge: false };
  const reserved = reader.take(1);
  const bits = reader.take(6);
  if (reserved !== 0 || bits < LARGE_WINDOW_BITS.least || bits > LARGE_WINDOW_BITS.most) {
    throw new BrotliError('damaged');
  }
  return { bits, isLarge: true };
}

/** RFC 7932, 9.2. */
function readMetaBlock(state: BrotliState): 'last' | 'more' {
  const { reader, out } = state;
  const isLast = reader.take(1) === 1;
  if (isLast && reader.take(1) === 1) return 'last';
  const nibbles = reader.take(2) + 4;
  if (nibbles === 7) {
    skipMetadata(reader);
    return isLast ? 'last' : 'more';
  }
  const bytes = readWhole(reader, nibbles, 4) + 1;
  const isStored = !isLast && reader.take(1) === 1;
  if (isStored) {
    reader.alignToByte();
    const stored = reader.bytes(bytes);
    out.append(stored);
    if (stored.length < bytes) throw new BrotliError('damaged');
  } else {
    new MetaBlock(state).run(bytes);
  }
  return isLast ? 'last' : 'more';
}

/** Skips metadata, which readers ignore. */
function skipMetadata(reader: BitReader): void {
  if (reader.take(1) !== 0) throw new BrotliError('damaged');
  const lengthBytes = reader.take(2);
  const bytes = lengthBytes === 0 ? 0 : readWhole(reader, lengthBytes, 8) + 1;
  reader.alignToByte();
  if (reader.bytes(bytes).length < bytes) throw new BrotliError('damaged');
}

/** Reads a number of several parts, lowest first. More parts than needed are invalid. */
function readWhole(reader: BitReader, parts: number, bitsOfPart: number): number {
  const least = bitsOfPart === 4 ? 4 : 1;
  const value = reader.take(parts * bitsOfPart);
  if (parts > least && value >>> ((parts - 1) * bitsOfPart) === 0) throw new BrotliError('damaged');
  return value;
}
