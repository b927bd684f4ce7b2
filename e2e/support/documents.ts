import { basename, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PDFDocument as EncryptingDocument } from '@cantoo/pdf-lib';
import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { scannedPrint } from '../../shared/testing/pictures/scanned-print.ts';

const INK = [[30, 30, 34]] as const;

const REAL = join(import.meta.dirname, '../../shared/fixtures/real');

/** Everyday documents; shared/fixtures/README.md names their sources. */
export const REAL_DOCUMENTS = {
  newspaper: join(REAL, 'newspaper-gray-jpeg.pdf'),
  seeThrough: join(REAL, 'see-through-images.pdf'),
  form: join(REAL, 'form-jbig2.pdf'),
  invoice: join(REAL, 'invoice-pdfa3.pdf'),
} as const;

export const nameOf = (path: string) => basename(path);

export interface PhotoSize {
  readonly photos: number;
  readonly width: number;
  readonly height: number;
  /** Levels of noise, a power of two; default 16. Less noise compresses better and takes longer. */
  readonly grain?: number;
}

/** About 34 MB: three photos of 4.3 megapixels, stored losslessly as many scanners do. */
export const LARGE: PhotoSize = { photos: 3, width: 2400, height: 1800 };

/** About 22 MB that take twice as long to compress losslessly: time to look at the page meanwhile. */
export const SLOW_PHOTOS: PhotoSize = { photos: 4, width: 2400, height: 1800, grain: 2 };

/** A document with a lossless RGB photo on every page. The same size gives the same bytes. */
export async function photoDocument(size: PhotoSize): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  for (let index = 0; index < size.photos; index += 1) {
    addPicturePage(document, [595, 842], 'q 500 0 0 375 47 400 cm /Photo Do Q', {
      ...size,
      samples: photoSamples(size, index),
    });
  }
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A page that shows the left half of its photo: the rest is clipped. */
export async function halfHiddenDocument(): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const size: PhotoSize = { photos: 1, width: 800, height: 600 };
  addPicturePage(document, [595, 842], 'q 47 400 250 375 re W n 500 0 0 375 47 400 cm /Photo Do Q', {
    ...size,
    samples: photoSamples(size, 0),
  });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A page with one 8-bit RGB image, stored losslessly. */
function addPicturePage(
  document: PDFDocument,
  paper: [number, number],
  content: string,
  picture: { readonly width: number; readonly height: number; readonly samples: Uint8Array },
): void {
  const { context } = document;
  const photo = context.stream(deflateSync(picture.samples, { level: 1 }), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: picture.width,
    Height: picture.height,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  });
  const page = document.addPage(paper);
  page.node.setXObject(PDFName.of('Photo'), context.register(photo));
  page.node.set(PDFName.of('Contents'), context.register(context.stream(content)));
}

/** Color gradients with film grain, 8-bit RGB: as hard to compress losslessly as a photo. */
function photoSamples({ width, height, grain = 16 }: PhotoSize, seed: number): Uint8Array {
  const samples = new Uint8Array(width * height * 3);
  let noise = seed + 1;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      // The constants of Numerical Recipes' linear congruential generator.
      noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
      samples[at] = 20 + (x * 200) / width + ((noise >>> 28) & (grain - 1));
      samples[at + 1] = 20 + (y * 200) / height + ((noise >>> 24) & (grain - 1));
      samples[at + 2] = 20 + ((x + y) * 200) / (width + height) + ((noise >>> 20) & (grain - 1));
    }
  }
  return samples;
}

/** One page of text that only `password` opens. */
export async function lockedDocument(password: string): Promise<Buffer> {
  const document = await EncryptingDocument.create();
  document.addPage([300, 300]).drawText('Only for those who know the word.', { size: 12, x: 40, y: 150 });
  document.encrypt({ userPassword: password, ownerPassword: `${password}-owner` });
  return Buffer.from(await document.save());
}

/** A document without a catalog: the format is right, but pages cannot be found. */
export function damagedDocument(): Buffer {
  return Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Font >>\nendobj\ntrailer\n<< /Size 2 >>\n%%EOF\n');
}

/** Two scanned pages of print with grain, which is expensive in JPEG; stored losslessly. */
export async function scanDocument(): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  // Different lengths: pages with equal images would share one.
  for (const length of [12, 10]) {
    const lines = Array.from({ length }, (_, line) => ({ top: 0.3 + line * 0.2, letters: 32, inks: INK }));
    const scan = scannedPrint({ width: 4, height: 3, dpi: 300, grain: 24, lines });
    addPicturePage(document, [288, 216], 'q 288 0 0 216 0 0 cm /Photo Do Q', scan);
  }
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A page of text, a few kilobytes, that compresses well; each name gives different bytes. */
export async function smallDocument(name: string): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([300, 300]);
  for (let line = 0; line < 20; line += 1)
    page.drawText(`${name}, line ${line}`, { size: 10, x: 20, y: 280 - line * 13 });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Pages of letters in no order: about `bytes` each, with nothing that could be left out. */
export async function denseDocument(pages: number, bytes: number): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  // Five of eight bits of each are random; compressed, a letter takes about this share of a byte.
  const letters = noise(Math.round((pages * bytes) / 0.62));
  const text = [...letters].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
  const own = Math.floor(text.length / pages);
  for (let index = 0; index < pages; index += 1)
    document
      .addPage([300, 300])
      .drawText(text.slice(index * own, (index + 1) * own), { size: 4, x: 20, y: 200 });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A small document with an incompressible attachment. */
export async function attachedDocument(bytes: number): Promise<Buffer> {
  const document = await PDFDocument.load(await smallDocument('attached'), { updateMetadata: false });
  await document.attach(noise(bytes), 'data.bin');
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

function noise(bytes: number): Uint8Array {
  let state = 7;
  return Uint8Array.from({ length: bytes }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** A small document with a signature, not necessarily a valid one, and optionally an attachment. */
export async function signedDocument(name: string, attached = 0): Promise<Buffer> {
  const document = await PDFDocument.load(await smallDocument(name), { updateMetadata: false });
  if (attached > 0) await document.attach(noise(attached), 'data.bin');
  const { context } = document;
  const value = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    ByteRange: [0, 10, 20, 30],
    Contents: PDFHexString.of('00'.repeat(64)),
  });
  const field = context.obj({ FT: 'Sig', T: PDFString.of('Signature'), V: context.register(value) });
  const form = context.obj({ SigFlags: 3, Fields: [context.register(field)] });
  document.catalog.set(PDFName.of('AcroForm'), context.register(form));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}
