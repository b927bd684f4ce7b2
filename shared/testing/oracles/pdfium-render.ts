import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/**
 * Chrome's PDFium as a judge: pages as pixels, and their text. Unlike Poppler, it runs the programs of
 * TrueType fonts, so it shows changes of their hinting; neither uses stem hints of Type 1 and CFF.
 */

export interface RenderedPage {
  readonly width: number;
  readonly height: number;
  /** Row by row from the top, on white, four bytes per pixel: red, green, blue and an unused one. */
  readonly rgbx: Uint8Array;
}

/** A document open in PDFium; close it, since its memory is not garbage collected. */
export interface PdfiumDocument {
  readonly module: WrappedPdfiumModule;
  readonly handle: number;
  readonly pageCount: number;
  /** Calls `use` with the handle of a page, by its 0-based index. */
  onPage<T>(index: number, use: (page: number) => T): T;
  /** @param index 0-based page index */
  render(index: number, dpi: number): RenderedPage;
  text(index: number): string;
  close(): void;
}

const ANNOTATIONS = 0x01;
const REVERSED_BYTES = 0x10;
const BGRX = 3;
const WHITE = 0xffffffff;

let loading: Promise<WrappedPdfiumModule> | undefined;

/** Makes the next document open in a new PDFium instance. */
export function forgetPdfium(): void {
  loading = undefined;
}

/** @throws Error when PDFium cannot open the file */
export async function openInPdfium(file: Uint8Array, password = ''): Promise<PdfiumDocument> {
  const module = await (loading ??= loadPdfium());
  const data = module.pdfium.wasmExports.malloc(file.length);
  pdfiumMemory(module).set(file, data);
  const doc = module.FPDF_LoadMemDocument(data, file.length, password);
  if (doc === 0) {
    module.pdfium.wasmExports.free(data);
    throw new Error(`PDFium cannot open the file: error ${module.FPDF_GetLastError()}`);
  }
  const formInfo = module.PDFiumExt_OpenFormFillInfo();
  const form = module.PDFiumExt_InitFormFillEnvironment(doc, formInfo);

  return {
    module,
    handle: doc,
    pageCount: module.FPDF_GetPageCount(doc),
    onPage,

    render(index, dpi) {
      return onPage(index, (page) => {
        const width = Math.max(1, Math.round((module.FPDF_GetPageWidthF(page) * dpi) / 72));
        const height = Math.max(1, Math.round((module.FPDF_GetPageHeightF(page) * dpi) / 72));
        const bitmap = module.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
        module.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
        const flags = ANNOTATIONS | REVERSED_BYTES;
        module.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
        // Fields are not among the annotations that the page draws.
        module.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
        const start = module.FPDFBitmap_GetBuffer(bitmap);
        const rgbx = pdfiumMemory(module).slice(start, start + width * height * 4);
        module.FPDFBitmap_Destroy(bitmap);
        return { width, height, rgbx };
      });
    },

    text(index) {
      return onPage(index, (page) => {
        const text = module.FPDFText_LoadPage(page);
        const count = module.FPDFText_CountChars(text);
        const pointer = module.pdfium.wasmExports.malloc((count + 1) * 2);
        const written = module.FPDFText_GetText(text, 0, count, pointer);
        const units = pdfiumMemory(module).slice(pointer, pointer + Math.max(0, written - 1) * 2);
        module.pdfium.wasmExports.free(pointer);
        module.FPDFText_ClosePage(text);
        return new TextDecoder('utf-16le').decode(units);
      });
    },

    close() {
      module.PDFiumExt_ExitFormFillEnvironment(form);
      module.PDFiumExt_CloseFormFillInfo(formInfo);
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

export interface RenderDifference {
  /** 1-based. */
  readonly page: number;
  readonly dpi: number;
  readonly what: 'size' | 'text' | 'pixels';
  /** Share of pixels that differ in any channel, and the largest difference; 0 unless pixels differ. */
  readonly share: number;
  readonly most: number;
}

export interface CompareOptions {
  /** Hinting shows at low resolution, small differences of shape at high. */
  readonly dpis?: readonly number[];
  /** 0-based; default: all. */
  readonly pages?: readonly number[];
  readonly password?: string;
}

/** Returns every difference in PDFium's rendering and text of two files' pages; empty if there is none. */
export async function pdfiumDifferences(
  before: Uint8Array,
  after: Uint8Array,
  { dpis = [110, 220], pages, password }: CompareOptions = {},
): Promise<RenderDifference[]> {
  const one = await openInPdfium(before, password);
  const other = await openInPdfium(after, password);
  try {
    if (one.pageCount !== other.pageCount) throw new Error('the page counts differ');
    const differences: RenderDifference[] = [];
    for (const index of pages ?? Array.from({ length: one.pageCount }, (_, i) => i)) {
      if (one.text(index) !== other.text(index))
        differences.push({ page: index + 1, dpi: 0, what: 'text', share: 0, most: 0 });
      for (const dpi of dpis) {
        const found = pixelDifference(one.render(index, dpi), other.render(index, dpi));
        if (found !== null) differences.push({ page: index + 1, dpi, ...found });
      }
    }
    return differences;
  } finally {
    one.close();
    other.close();
  }
}

/** Returns the difference of two renderings; null if they are equal. */
export function pixelDifference(
  one: RenderedPage,
  other: RenderedPage,
): Pick<RenderDifference, 'what' | 'share' | 'most'> | null {
  if (one.width !== other.width || one.height !== other.height) return { what: 'size', share: 1, most: 255 };
  let pixels = 0;
  let most = 0;
  for (let at = 0; at < one.rgbx.length; at += 4) {
    let largest = 0;
    for (let channel = at; channel < at + 3; channel++) {
      largest = Math.max(largest, Math.abs(one.rgbx[channel]! - other.rgbx[channel]!));
    }
    if (largest > 0) pixels += 1;
    most = Math.max(most, largest);
  }
  return pixels === 0 ? null : { what: 'pixels', share: (pixels * 4) / one.rgbx.length, most };
}

/** Returns the memory, which Emscripten renews when it grows. */
export function pdfiumMemory(module: WrappedPdfiumModule): Uint8Array {
  // The cast: its types are in a package that is not installed.
  return (module.pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8;
}

async function loadPdfium(): Promise<WrappedPdfiumModule> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const file = readFileSync(path);
  const wasmBinary = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  const module = await init({ wasmBinary });
  module.PDFiumExt_Init();
  return module;
}
