/**
 * A decoder of JBIG2 (ITU-T T.88) that shares nothing with the coder. AssemblyScript; `node scripts/simd.mjs`
 * compiles it into `codecs/wasm/jbig2-decoder-bytes.ts`.
 *
 * Invariant: whatever the data, a decoding ends within the bounds of `setBounds`, with a page or a trap.
 */
import { heightOf, widthOf } from './jbig2-decoder/bitmaps';
import { room, setBounds } from './jbig2-decoder/memory';
import { decodeSegments, packPage, prepare } from './jbig2-decoder/page';

export { failureReason } from './jbig2-decoder/memory';

let PAGE: usize = 0;

/**
 * Sets the bytes of memory and the work, about one for each decoded pixel, that the decoding may take. Returns
 * the address for `dataBytes` of globals and data, in this order.
 */
export function begin(dataBytes: u32, memoryBytes: f64, work: f64): usize {
  setBounds(<usize>memoryBytes, <i64>work);
  prepare();
  return room(dataBytes);
}

/** Decodes the embedded stream; `maxPixels` bounds its page. Returns the address of packed rows, 1 = black. */
export function decode(data: usize, globalBytes: u32, dataBytes: u32, maxPixels: f64): usize {
  decodeSegments(data, data + globalBytes, <u64>maxPixels, true);
  PAGE = decodeSegments(data + globalBytes, data + globalBytes + dataBytes, <u64>maxPixels, false);
  return PAGE === 0 ? 0 : packPage(PAGE);
}

export function pageWidth(): i32 {
  return PAGE === 0 ? 0 : widthOf(PAGE);
}

export function pageHeight(): i32 {
  return PAGE === 0 ? 0 : heightOf(PAGE);
}
