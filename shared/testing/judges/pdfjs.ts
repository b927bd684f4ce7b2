import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readerJudge, type Sight } from './reader.ts';

/** Firefox' reader. It works in this thread: Node has no worker of the kind that it wants. */
export const PDFJS = readerJudge('pdf.js', see);

const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => join(PACKAGE, name) + sep;

async function see(file: Uint8Array, password: string): Promise<Sight> {
  const task = getDocument({
    // It takes the buffer away.
    data: file.slice(),
    password,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const doc = await task.promise;
    const texts: (string | null)[] = [];
    for (let page = 1; page <= doc.numPages; page++) texts.push(await textOf(doc, page).catch(() => null));
    return { pages: doc.numPages, texts };
  } finally {
    await task.destroy();
  }
}

async function textOf(doc: PDFDocumentProxy, number: number): Promise<string> {
  const page = await doc.getPage(number);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}
