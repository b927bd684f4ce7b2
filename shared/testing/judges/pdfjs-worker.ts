import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Sight } from './reader.ts';

/** A request to the thread. */
export interface Ask {
  readonly file: Uint8Array;
  readonly password: string;
}

export type Told = Sight | { readonly error: string };

if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;

port.on('message', async ({ file, password }: Ask) => {
  const told: Told = await see(file, password).catch((thrown: unknown) => ({
    error: thrown instanceof Error ? thrown.message : String(thrown),
  }));
  port.postMessage(told);
});

// Sent first: pdf.js is loaded, and requests are handled from now on.
port.postMessage('ready');

const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => join(PACKAGE, name) + sep;

async function see(data: Uint8Array, password: string): Promise<Sight> {
  const task = getDocument({
    data,
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
