// JavaScript, since Node 20 loads TypeScript in a thread only by compiling pdf.js as well, which takes seconds.
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;

port.on('message', async (/** @type {import('./pdfjs.ts').Ask} */ { file, password }) => {
  /** @type {import('./pdfjs.ts').Told} */
  const told = await see(file, password).catch((thrown) => ({
    error: thrown instanceof Error ? thrown.message : String(thrown),
  }));
  port.postMessage(told);
});

// Sent first: pdf.js is loaded, and requests are handled from now on.
port.postMessage('ready');

const PACKAGE = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (/** @type {string} */ name) => join(PACKAGE, name) + sep;

/**
 * @param {Uint8Array} data
 * @param {string} password
 * @returns {Promise<import('./reader.ts').Sight>}
 */
async function see(data, password) {
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
    const texts = [];
    for (let page = 1; page <= doc.numPages; page++) texts.push(await textOf(doc, page).catch(() => null));
    return { pages: doc.numPages, texts };
  } finally {
    await task.destroy();
  }
}

/**
 * @param {import('pdfjs-dist').PDFDocumentProxy} doc
 * @param {number} number
 */
async function textOf(doc, number) {
  const page = await doc.getPage(number);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}
