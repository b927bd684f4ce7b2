import { INFLATE_WASM } from '../wasm/inflate-bytes.ts';
import { type KernelExports, lazyKernel } from '../wasm/kernel.ts';
import type { Inflated } from './inflated.ts';

/** What `codecs/simd/inflate-kernel.ts` exports; arguments are addresses and counts of bytes. */
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
}

/** How `run` ends; 0 is the end of all. */
const FULL = 1;
const HUNGRY = 2;
const DAMAGED = 3;

const inflateKernel = lazyKernel<InflateKernel>(INFLATE_WASM);

/**
 * Inflates deflate data (RFC 1951). What was read before damage, or before the data ends too early, is given back.
 *
 * @param start where it begins
 * @param room memory for the output, made larger where it does not do
 */
export function inflateRaw(data: Uint8Array, start: number, maxBytes: number, room: number): Inflated {
  const kernel = inflateKernel();
  const heap = new Uint8Array(kernel.memory.buffer);
  const from = kernel.outAt();
  let out = new Uint8Array(Math.min(room, maxBytes));
  let written = 0;
  let position = start;
  kernel.begin();
  for (let ended = HUNGRY; ; ended = kernel.run()) {
    if (ended === HUNGRY) {
      position -= kernel.unread();
      const piece = data.subarray(position, position + kernel.dataRoom());
      heap.set(piece, kernel.dataAt());
      position += piece.length;
      kernel.feed(piece.length, position >= data.length ? 1 : 0);
      continue;
    }
    const bytes = kernel.outEnd() - from;
    const taken = Math.min(bytes, maxBytes - written);
    if (written + taken > out.length) out = larger(out, written, Math.min(maxBytes, 2 * (written + taken)));
    out.set(heap.subarray(from, from + taken), written);
    written += taken;
    const tooLarge = taken < bytes;
    if (ended !== FULL || tooLarge)
      return { bytes: out.subarray(0, written), damaged: ended === DAMAGED && !tooLarge, tooLarge };
    kernel.slide();
  }
}

function larger(out: Uint8Array, written: number, bytes: number): Uint8Array<ArrayBuffer> {
  const more = new Uint8Array(bytes);
  more.set(out.subarray(0, written));
  return more;
}
