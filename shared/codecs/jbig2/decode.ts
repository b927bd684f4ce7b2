import { type Bitmap, bytesPerRow } from '../bitmap.ts';
import { inflatedModule } from '../wasm/inflated-module.ts';
import { DEFLATED_JBIG2_DECODER_WASM, JBIG2_DECODER_BYTES } from '../wasm/jbig2-decoder-bytes.ts';
import { type KernelExports, kernelInstances } from '../wasm/kernel.ts';

/** Exports of `codecs/simd/jbig2-decoder-kernel.ts`. */
interface Decoder extends KernelExports {
  readonly begin: (dataBytes: number, memoryBytes: number, work: number) => number;
  readonly decode: (data: number, globalBytes: number, dataBytes: number, maxPixels: number) => number;
  readonly pageWidth: () => number;
  readonly pageHeight: () => number;
  readonly failureReason: () => number;
}

/** An instance decodes one stream, so that nothing of a failed one is left. */
const newDecoder = kernelInstances<Decoder>('jbig2-decoder', () =>
  inflatedModule(DEFLATED_JBIG2_DECODER_WASM, JBIG2_DECODER_BYTES),
);

/** Memory besides the data and four times the page, for symbols and patterns: as much as PDFium may take. */
const SPARE_BYTES = 32 * 1024 * 1024;
/** Work that a stream may take for each pixel of its page, and besides for symbols; one is about a pixel. */
const WORK_PER_PIXEL = 64;
const SPARE_WORK = 2 ** 28;

/**
 * Why there is no page. `damaged` includes data that contradicts itself or ends early; `unsupported` is what
 * readers draw differently; the others exceed the bounds of size, memory and work.
 */
export type Jbig2Problem = 'damaged' | 'unsupported' | 'too-large' | 'too-long';

/** Indexed by the numbers of `jbig2-decoder/memory.ts`; 0 is a trap at an address outside of memory. */
const PROBLEMS: readonly Jbig2Problem[] = ['damaged', 'damaged', 'unsupported', 'too-large', 'too-long'];

export type Jbig2Reading =
  | { readonly kind: 'page'; readonly bitmap: Bitmap }
  | { readonly kind: 'failed'; readonly problem: Jbig2Problem };

/**
 * Decodes the embedded stream of JBIG2Decode, with `globals` as the data of `/JBIG2Globals`. The page must have
 * exactly one page information, and at most `maxPixels`.
 */
export function decodeJbig2(data: Uint8Array, globals: Uint8Array | null, maxPixels: number): Jbig2Reading {
  const globalBytes = globals?.length ?? 0;
  const bytes = globalBytes + data.length;
  const decoder = newDecoder();
  try {
    const memory = bytes + (maxPixels / 8) * 4 + SPARE_BYTES;
    const at = decoder.begin(bytes, memory, maxPixels * WORK_PER_PIXEL + SPARE_WORK);
    const input = new Uint8Array(decoder.memory.buffer);
    if (globals !== null) input.set(globals, at);
    input.set(data, at + globalBytes);
    const rows = decoder.decode(at, globalBytes, data.length, maxPixels);
    if (rows === 0) return { kind: 'failed', problem: 'damaged' };
    const width = decoder.pageWidth();
    const height = decoder.pageHeight();
    const packed = new Uint8Array(decoder.memory.buffer, rows, bytesPerRow(width) * height).slice();
    return { kind: 'page', bitmap: { width, height, data: packed } };
  } catch {
    // A trap of the module.
    return { kind: 'failed', problem: PROBLEMS[decoder.failureReason()]! };
  }
}
