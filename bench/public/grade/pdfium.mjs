import { openInPdfium, pdfiumMemory } from '../../../shared/testing/oracles/pdfium-render.ts';

/**
 * @typedef {import('@embedpdf/pdfium').WrappedPdfiumModule} Module
 * @typedef {{ readonly width: number, readonly height: number, readonly samples: Uint8Array }} Drawing in 8-bit RGB
 * @typedef {import('../../../shared/testing/oracles/pdfium-render.ts').PdfiumDocument & {
 *   readonly file: Uint8Array,
 * }} OpenDocument a document open in Chrome's PDFium, which no contestant is based on
 */

/**
 * @param {Uint8Array} file
 * @returns {Promise<OpenDocument>}
 */
export async function openDocument(file) {
  return { ...(await openInPdfium(file)), file };
}

/**
 * Renders on white, with annotations and form fields.
 *
 * @param {OpenDocument} doc
 * @param {number} index
 * @param {number} dpi
 * @returns {Drawing}
 */
export function drawing(doc, index, dpi) {
  const { width, height, rgbx } = doc.render(index, dpi);
  const samples = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) samples.set(rgbx.subarray(at * 4, at * 4 + 3), at * 3);
  return { width, height, samples };
}

/**
 * Reads a UTF-16 text whose length PDFium returns when called without a buffer.
 *
 * @param {Module} module
 * @param {(pointer: number, bytes: number) => number} write returns the required bytes, including the terminating zero
 */
export function wideText(module, write) {
  const bytes = withMemory(module, write);
  return new TextDecoder('utf-16le').decode(bytes).replace(/\0+$/, '');
}

/**
 * @param {Module} module
 * @param {(pointer: number, bytes: number) => number} write returns the required bytes
 */
export function withMemory(module, write) {
  const length = write(0, 0);
  if (length <= 0) return new Uint8Array(0);
  const pointer = module.pdfium.wasmExports.malloc(length);
  try {
    // Clears the buffer, so that stale data is not taken for output.
    pdfiumMemory(module).fill(0, pointer, pointer + length);
    write(pointer, length);
    return pdfiumMemory(module).slice(pointer, pointer + length);
  } finally {
    module.pdfium.wasmExports.free(pointer);
  }
}
