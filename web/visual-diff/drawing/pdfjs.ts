import {
  AnnotationMode,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import type { AssetLoader } from '../wire.ts';
import type { HalvedPictures } from './halved-pictures.ts';
import { createLocalChannel } from './local-channel.ts';
import { MaskFilterFactory } from './mask-filter.ts';
import { canvasFactory } from './offscreen-canvases.ts';

/* pdf.js inside our worker: it renders off the page's main thread and ends with the worker. Its own worker code runs
   in the same thread, connected by a local channel on which images can be intercepted. That code also posts a start
   message to the page, which Comlink ignores. The legacy build supports older browsers; its polyfills stay in this
   worker. */

export { AnnotationMode };

/**
 * @param pictures halves the document's images
 * @throws what pdf.js throws; `PasswordException` by name if the password is missing or wrong
 */
export function openWithPdfjs(
  data: Uint8Array,
  password: string | undefined,
  assets: AssetLoader,
  pictures: HalvedPictures,
): PDFDocumentLoadingTask {
  const [drawing, reading] = createLocalChannel(pictures.halve);
  WorkerMessageHandler.initializeFromPort(reading);
  return getDocument({
    // The types require a whole worker; pdf.js uses only what a port has.
    worker: PDFWorker.create({ port: drawing as unknown as Worker, verbosity: VerbosityLevel.ERRORS }),
    // The buffer is transferred.
    data,
    ...(password === undefined ? {} : { password }),
    verbosity: VerbosityLevel.ERRORS,
    // The page's CSP allows no `eval`.
    isEvalSupported: false,
    useWorkerFetch: false,
    // With our own fonts, pages look the same on every device.
    useSystemFonts: false,
    // pdf.js requires these URLs before it requests files; a base of "" keeps the file's name.
    cMapUrl: ASSETS,
    standardFontDataUrl: ASSETS,
    wasmUrl: ASSETS,
    CanvasFactory: canvasFactory(pictures),
    FilterFactory: MaskFilterFactory,
    BinaryDataFactory: assetFactory(assets),
    // Draws glyphs as outlines. The browser's rasterizer would apply hints, which pdf.js passes on for CFF but not for
    // Type 1: a font converted to CFF would look different here, and nowhere else.
    disableFontFace: true,
  } as Parameters<typeof getDocument>[0]);
}

export type { PDFDocumentProxy };

/** pdf.js requires URLs with a trailing slash. */
const ASSETS = 'asset:/';

function assetFactory(assets: AssetLoader) {
  return class {
    async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
      const bytes = await assets(filename);
      if (bytes === null) throw new Error(`${filename} cannot be had`);
      return bytes;
    }
  };
}
