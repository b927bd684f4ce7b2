import { forgetPdfium, openInPdfium, type PdfiumDocument } from '../pdfium-render.ts';
import { readerJudge, type Sight } from './reader.ts';

/** Chrome's PDFium, as WebAssembly. */
export const PDFIUM = readerJudge('PDFium', (file, password) => see(file, password, textsOf));

/** PDFium, asked for nothing but the number of pages. */
export const PDFIUM_PAGES = readerJudge('PDFium', (file, password) => see(file, password, () => []));

async function see(
  file: Uint8Array,
  password: string,
  texts: (doc: PdfiumDocument) => Sight['texts'],
): Promise<Sight> {
  try {
    const doc = await openInPdfium(file, password);
    try {
      // It opens what has no page tree, too.
      if (doc.pageCount === 0) throw new Error('no page is found');
      return { pages: doc.pageCount, texts: texts(doc) };
    } finally {
      doc.close();
    }
  } catch (thrown) {
    // What has trapped once may do anything after: the next file gets a new one.
    if (isTrap(thrown)) forgetPdfium();
    throw thrown;
  }
}

function textsOf(doc: PdfiumDocument): Sight['texts'] {
  return Array.from({ length: doc.pageCount }, (_, index) => textOf(() => doc.text(index)));
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
