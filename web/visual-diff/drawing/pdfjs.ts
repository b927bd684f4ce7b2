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

/*
 * pdf.js for a worker of ours: it draws where nobody waits for the page's main thread, and ends with the worker. What is
 * its own worker elsewhere is here in the same thread, at the other end of a line of ours, where pictures can be seen on their
 * way. That code also greets the page; what it says there is no message of Comlink's, which ignores it. The legacy build serves browsers of some years back; what
 * it adds to the language stays in this worker.
 */

export { AnnotationMode };

/**
 * @param pictures where the document's pictures are kept small; null where they are kept as they are
 * @throws what pdf.js throws; `PasswordException` by name when the password is missing or wrong
 */
export function openWithPdfjs(
  data: Uint8Array,
  password: string | undefined,
  assets: AssetLoader,
  pictures: HalvedPictures | null,
): PDFDocumentLoadingTask {
  const [drawing, reading] = createLocalChannel(async (message) => pictures?.halve(message));
  WorkerMessageHandler.initializeFromPort(reading);
  return getDocument({
    // The types ask for a whole worker; of that pdf.js uses what a port has.
    worker: PDFWorker.create({ port: drawing as unknown as Worker, verbosity: VerbosityLevel.ERRORS }),
    // The buffer is given away.
    data,
    ...(password === undefined ? {} : { password }),
    verbosity: VerbosityLevel.ERRORS,
    // The page's policy allows no `eval`.
    isEvalSupported: false,
    useWorkerFetch: false,
    // With fonts of our own the same pages look the same on every device.
    useSystemFonts: false,
    // pdf.js needs names before it asks for files; a base of "" leaves the file's name alone.
    cMapUrl: ASSETS,
    standardFontDataUrl: ASSETS,
    wasmUrl: ASSETS,
    CanvasFactory: canvasFactory(pictures),
    FilterFactory: MaskFilterFactory,
    BinaryDataFactory: assetFactory(assets),
    // Glyphs are drawn as outlines. The browser's font rasteriser would look at hints, and pdf.js passes on those of CFF
    // but not those of Type 1: a font written as CFF would look different here, and nowhere else.
    disableFontFace: true,
  } as Parameters<typeof getDocument>[0]);
}

export type { PDFDocumentProxy };

/** pdf.js wants each address to end so. */
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
