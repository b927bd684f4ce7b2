import { INFLATE_WASM } from '../wasm/inflate-bytes.ts';
import { bytesOfBase64, type KernelExports, kernelInstances } from '../wasm/kernel.ts';
import type { Inflated } from './inflated.ts';

/** Exports of `codecs/simd/inflate-kernel.ts`; arguments are addresses and byte counts. */
interface InflateKernel extends KernelExports {
  readonly dataAt: () => number;
  readonly dataRoom: () => number;
  readonly outAt: () => number;
  readonly outEnd: () => number;
  readonly unread: () => number;
  readonly begin: () => void;
  readonly feed: (bytes: number, isLast: 0 | 1) => void;
  readonly slide: () => void;
  readonly run: () => number;
  readonly bitsRead: () => number;
  readonly lastBlockAt: () => number;
}

/** Results of `run`; 0 is the end of the data. */
const FULL = 1;
const NEEDS_INPUT = 2;
const DAMAGED = 3;

const newKernel = kernelInstances<InflateKernel>('inflate', () => bytesOfBase64(INFLATE_WASM));

/** Null while in use: what reads pieces may inflate other data, such as a deflated module at its first use. */
let idleKernel: InflateKernel | null = null;

function withKernel<Result>(work: (kernel: InflateKernel) => Result): Result {
  const kernel = idleKernel ?? newKernel();
  idleKernel = null;
  try {
    return work(kernel);
  } finally {
    idleKernel = kernel;
  }
}

/**
 * Inflates deflate data (RFC 1951). Returns the bytes before damage or a premature end.
 * @param start offset of the data
 * @param room initial output size, which grows if needed
 */
export function inflateRaw(data: Uint8Array, start: number, maxBytes: number, room: number): Inflated {
  let out = new Uint8Array(Math.min(room, maxBytes));
  let written = 0;
  let total = 0;
  const ended = inflatePieces(data, start, (piece) => {
    total += piece.length;
    const needed = Math.min(total, maxBytes);
    if (needed > out.length && needed <= COPIED_UP_TO_BYTES)
      out = larger(out, written, Math.min(maxBytes, 2 * needed));
    // Bytes without room are only counted.
    if (needed <= out.length) {
      out.set(piece.subarray(0, needed - written), written);
      written = needed;
    }
    return total <= maxBytes;
  });
  const tooLarge = total > maxBytes;
  if (!tooLarge && written < total) return inflateRaw(data, start, maxBytes, total);
  return { bytes: out.subarray(0, written), damaged: ended === 'damaged' && !tooLarge, tooLarge };
}

/**
 * Output larger than expected is copied up to this size; beyond, its size is found first, so that data that explodes
 * costs no memory.
 */
const COPIED_UP_TO_BYTES = 1024 * 1024;

/** In bits from the start of the deflate data. */
export interface LastBlock {
  /** The block's first bit, which marks it as the last one (RFC 1951, 3.2.3). */
  readonly at: number;
  readonly end: number;
}

/** Finds the last block of complete deflate data. */
export function lastBlockOf(data: Uint8Array): LastBlock {
  return withKernel((kernel) => {
    runKernel(kernel, data, 0, () => true);
    return { at: kernel.lastBlockAt(), end: kernel.bitsRead() };
  });
}

/**
 * Inflates deflate data piece by piece; each piece is only valid during the call. Returns how it ended.
 * @param take returns false to stop
 */
export function inflatePieces(data: Uint8Array, start: number, take: (piece: Uint8Array) => boolean): Ended {
  return withKernel((kernel) => runKernel(kernel, data, start, take));
}

type Ended = 'whole' | 'stopped' | 'damaged';

function runKernel(
  kernel: InflateKernel,
  data: Uint8Array,
  start: number,
  take: (piece: Uint8Array) => boolean,
): Ended {
  const heap = new Uint8Array(kernel.memory.buffer);
  const from = kernel.outAt();
  let position = start;
  kernel.begin();
  for (let ended = NEEDS_INPUT; ; ended = kernel.run()) {
    if (ended === NEEDS_INPUT) {
      position -= kernel.unread();
      const piece = data.subarray(position, position + kernel.dataRoom());
      heap.set(piece, kernel.dataAt());
      position += piece.length;
      kernel.feed(piece.length, position >= data.length ? 1 : 0);
      continue;
    }
    const goesOn = take(heap.subarray(from, kernel.outEnd()));
    if (ended === DAMAGED) return 'damaged';
    if (ended !== FULL) return 'whole';
    if (!goesOn) return 'stopped';
    kernel.slide();
  }
}

function larger(out: Uint8Array, written: number, bytes: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(bytes);
  more.set(out.subarray(0, written));
  return more;
}
