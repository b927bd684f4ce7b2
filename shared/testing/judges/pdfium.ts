import { createHash } from 'node:crypto';
import { forgetPdfium, openInPdfium, type PdfiumDocument } from '../oracles/pdfium-render.ts';
import { readerJudge, type Sight } from './reader.ts';

/** Chrome's PDFium, as WebAssembly. */
export const PDFIUM = readerJudge('PDFium', (file, password) =>
  see(file, password, (doc) => ({ texts: textsOf(doc) })),
);

/** PDFium, asked only for the number of readable pages: pages that a wrong `/Count` declares cannot be lost. */
export const PDFIUM_PAGES = readerJudge('PDFium', (file, password) =>
  see(file, password, (doc) => ({ pages: readablePages(doc), texts: [] })),
);

/** PDFium, to the last pixel: for lossless results. */
export const PDFIUM_PIXELS = readerJudge('PDFium', (file, password) =>
  see(file, password, (doc) => ({ texts: textsOf(doc), drawings: drawingsOf(doc) })),
);

async function see(
  file: Uint8Array,
  password: string,
  look: (doc: PdfiumDocument) => Omit<Sight, 'pages'> & Partial<Sight>,
): Promise<Sight> {
  try {
    const doc = await openInPdfium(file, password);
    try {
      // It also opens files without a page tree.
      if (doc.pageCount === 0) throw new Error('no page is found');
      return { pages: doc.pageCount, ...look(doc) };
    } finally {
      doc.close();
    }
  } catch (thrown) {
    // After a trap, the instance is unreliable: the next file gets a new one.
    if (isTrap(thrown)) forgetPdfium();
    throw thrown;
  }
}

/** @throws Error if there is none: then nothing can be lost */
function readablePages(doc: PdfiumDocument): number {
  const readable = textsOf(doc).filter((text) => text !== null).length;
  if (readable === 0) throw new Error('no page can be read');
  return readable;
}

function textsOf(doc: PdfiumDocument): Sight['texts'] {
  return Array.from({ length: doc.pageCount }, (_, index) => textOf(() => doc.text(index)));
}

const DPI = 72;

function drawingsOf(doc: PdfiumDocument): readonly string[] {
  return Array.from({ length: doc.pageCount }, (_, index) => {
    const { width, height, rgbx } = doc.render(index, DPI);
    return createHash('sha256').update(`${width} x ${height}`).update(rgbx).digest('hex');
  });
}

function textOf(read: () => string): string | null {
  try {
    return read();
  } catch (thrown) {
    if (isTrap(thrown)) throw thrown;
    return null;
  }
}

function isTrap(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'RuntimeError';
}
