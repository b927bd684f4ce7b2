import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { systemCode } from '../files/system-error.ts';

/** A page render in 8-bit RGB. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly channels: 3;
  readonly samples: Uint8Array;
}

/** A document that can be rendered. Close it: its memory is not garbage-collected. */
export interface DrawnDocument {
  readonly pages: number;
  /** Width and height in points. */
  sizeOf(index: number): readonly [number, number];
  /** Renders on white, with annotations and form fields. @throws Error if PDFium fails */
  draw(index: number, width: number, height: number): DrawnPage;
  close(): void;
}

/** Opens documents for rendering. Only a checkout can: PDFium is not part of the server. */
export interface PageDrawer {
  /** @throws Error if PDFium cannot open the file */
  open(file: Uint8Array, password: string): DrawnDocument;
}

/** Returns null if PDFium is not installed. */
export async function loadPageDrawer(): Promise<PageDrawer | null> {
  try {
    const { init } = await import('@embedpdf/pdfium');
    const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
    const file = await readFile(path);
    const module = await init({ wasmBinary: new Uint8Array(file).buffer });
    module.PDFiumExt_Init();
    return { open: (bytes, password) => openDocument(module, bytes, password) };
  } catch (error) {
    if (systemCode(error).includes('MODULE_NOT_FOUND')) return null;
    throw error;
  }
}

function openDocument(module: WrappedPdfiumModule, file: Uint8Array, password: string): DrawnDocument {
  const data = module.pdfium.wasmExports.malloc(file.length);
  if (data === 0) throw new Error('no memory for the file');
  memoryOf(module).set(file, data);
  const doc = module.FPDF_LoadMemDocument(data, file.length, password);
  if (doc === 0) {
    module.pdfium.wasmExports.free(data);
    throw new Error(`PDFium cannot open the file: error ${module.FPDF_GetLastError()}`);
  }
  const info = module.PDFiumExt_OpenFormFillInfo();
  const form = module.PDFiumExt_InitFormFillEnvironment(doc, info);
  return {
    pages: module.FPDF_GetPageCount(doc),
    sizeOf: (index) =>
      onPage(index, (page) => [module.FPDF_GetPageWidthF(page), module.FPDF_GetPageHeightF(page)] as const),
    draw: (index, width, height) => onPage(index, (page) => drawPage(module, page, form, width, height)),
    close() {
      module.PDFiumExt_ExitFormFillEnvironment(form);
      module.PDFiumExt_CloseFormFillInfo(info);
      module.FPDF_CloseDocument(doc);
      module.pdfium.wasmExports.free(data);
    },
  };

  function onPage<T>(index: number, use: (page: number) => T): T {
    const page = module.FPDF_LoadPage(doc, index);
    if (page === 0) throw new Error(`PDFium cannot load page ${index + 1}`);
    module.FORM_OnAfterLoadPage(page, form);
    try {
      return use(page);
    } finally {
      module.FORM_OnBeforeClosePage(page, form);
      module.FPDF_ClosePage(page);
    }
  }
}

/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER of `fpdfview.h`. */
const FLAGS = 0x01 | 0x10;
const BGRX = 3;
const WHITE = 0xffffffff;

function drawPage(
  module: WrappedPdfiumModule,
  page: number,
  form: number,
  width: number,
  height: number,
): DrawnPage {
  const bitmap = module.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (bitmap === 0) throw new Error('no memory for the page');
  module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
  // FPDF_RenderPageBitmap does not draw form fields.
  module.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FLAGS);
  const start = module.FPDFBitmap_GetBuffer(bitmap);
  const rgbx = memoryOf(module).subarray(start, start + width * height * 4);
  const samples = new Uint8Array(width * height * 3);
  for (let to = 0, at = 0; to < samples.length; to += 3, at += 4) {
    samples[to] = rgbx[at]!;
    samples[to + 1] = rgbx[at + 1]!;
    samples[to + 2] = rgbx[at + 2]!;
  }
  module.FPDFBitmap_Destroy(bitmap);
  return { width, height, channels: 3, samples };
}

/** Emscripten replaces this view when memory grows. Its types are in a package that is not installed. */
function memoryOf(module: WrappedPdfiumModule): Uint8Array {
  return (module.pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8;
}
