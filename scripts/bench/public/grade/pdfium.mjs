import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';

/**
 * @typedef {import('@embedpdf/pdfium').WrappedPdfiumModule} Module
 * @typedef {{ readonly width: number, readonly height: number, readonly rgb: Uint8Array }} Drawing
 * @typedef {{
 *   readonly module: Module,
 *   readonly handle: number,
 *   readonly file: Uint8Array,
 *   readonly pages: number,
 *   readonly onPage: <T>(index: number, use: (page: number) => T) => T,
 *   readonly draw: (index: number, dpi: number) => Drawing,
 *   readonly close: () => void,
 * }} OpenDocument a document open in PDFium; its memory is not garbage-collected
 */

/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER of `fpdfview.h`. */
const FLAGS = 0x01 | 0x10;
const BGRX = 3;
const WHITE = 0xffffffff;

/** Chrome's PDFium, which no contestant is based on. */
export async function loadPdfium() {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const module = await init({ wasmBinary: new Uint8Array(readFileSync(path)).buffer });
  module.PDFiumExt_Init();
  return module;
}

/**
 * @param {Module} module
 * @param {Uint8Array} file
 * @returns {OpenDocument}
 */
export function openDocument(module, file) {
  const data = module.pdfium.wasmExports.malloc(file.length);
  memoryOf(module).set(file, data);
  const handle = module.FPDF_LoadMemDocument(data, file.length, '');
  if (handle === 0) {
    module.pdfium.wasmExports.free(data);
    throw new Error(`PDFium cannot open it: error ${module.FPDF_GetLastError()}`);
  }
  const info = module.PDFiumExt_OpenFormFillInfo();
  const form = module.PDFiumExt_InitFormFillEnvironment(handle, info);

  /** @type {OpenDocument['onPage']} */
  const onPage = (index, use) => {
    const page = module.FPDF_LoadPage(handle, index);
    if (page === 0) throw new Error(`PDFium cannot load page ${index + 1}`);
    module.FORM_OnAfterLoadPage(page, form);
    try {
      return use(page);
    } finally {
      module.FORM_OnBeforeClosePage(page, form);
      module.FPDF_ClosePage(page);
    }
  };
  return {
    module,
    handle,
    file,
    pages: module.FPDF_GetPageCount(handle),
    onPage,
    draw: (index, dpi) => onPage(index, (page) => drawing(module, page, form, dpi)),
    close() {
      module.PDFiumExt_ExitFormFillEnvironment(form);
      module.PDFiumExt_CloseFormFillInfo(info);
      module.FPDF_CloseDocument(handle);
      module.pdfium.wasmExports.free(data);
    },
  };
}

/**
 * Renders on white, with annotations and form fields.
 *
 * @param {Module} module
 * @param {number} page
 * @param {number} form
 * @param {number} dpi
 * @returns {Drawing}
 */
function drawing(module, page, form, dpi) {
  const [width, height] = [module.FPDF_GetPageWidthF(page), module.FPDF_GetPageHeightF(page)].map((points) =>
    Math.max(1, Math.round((points * dpi) / 72)),
  );
  const bitmap = module.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (bitmap === 0) throw new Error('PDFium has no memory for the page');
  module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
  // FPDF_RenderPageBitmap does not draw form fields.
  module.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FLAGS);
  const rgb = new Uint8Array(width * height * 3);
  const start = module.FPDFBitmap_GetBuffer(bitmap);
  const memory = memoryOf(module);
  for (let at = 0; at < width * height; at += 1) {
    rgb.set(memory.subarray(start + at * 4, start + at * 4 + 3), at * 3);
  }
  module.FPDFBitmap_Destroy(bitmap);
  return { width, height, rgb };
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
    memoryOf(module).fill(0, pointer, pointer + length);
    write(pointer, length);
    return memoryOf(module).slice(pointer, pointer + length);
  } finally {
    module.pdfium.wasmExports.free(pointer);
  }
}

/**
 * Emscripten replaces this view when memory grows. Its types are in a package that is not installed. @param {Module}
 * module
 */
export function memoryOf(module) {
  return /** @type {{ readonly HEAPU8: Uint8Array }} */ (/** @type {unknown} */ (module.pdfium)).HEAPU8;
}
