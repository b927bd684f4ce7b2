import { readFileSync } from 'node:fs';
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';

/** Documents that all others are made of. */
const BASES = 60;
/** Each so many objects have the contents of the one before. */
const REPEAT_EVERY = 10;
/** Each so many are no PDF, and each so many need a password. */
const BROKEN_EVERY = 101;
const LOCKED_EVERY = 103;

const LOCKED = new URL('../../../shared/fixtures/encrypted/r4-aes-128.pdf', import.meta.url);

/** Small PDFs of text and images, with some repeated, broken and locked ones. The same number gives the same bytes. */
export async function archiveDocuments(): Promise<(n: number) => Uint8Array> {
  const bases = await Promise.all(Array.from({ length: BASES }, (_, n) => baseDocument(n)));
  const locked = readFileSync(LOCKED);
  return (n) => {
    const content = n % REPEAT_EVERY === 1 ? n - 1 : n;
    // What follows the end of a PDF is no part of it, but of its bytes.
    const mark = Buffer.from(`\n% ${content}\n`);
    if (content % BROKEN_EVERY === 5) return Buffer.concat([Buffer.from('no PDF'), mark]);
    return Buffer.concat([content % LOCKED_EVERY === 7 ? locked : bases[content % BASES]!, mark]);
  };
}

async function baseDocument(seed: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(seed % 2 === 0 ? StandardFonts.Helvetica : StandardFonts.TimesRoman);
  document.setTitle(`Document ${seed}. `.repeat(20));
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  for (let number = 0; number <= seed % 4; number++) {
    const page = document.addPage([595, 842]);
    for (let line = 0; line < 30; line++)
      page.drawText(`Line ${line} of page ${number}: ${(seed * 7919 + line * 104_729) % 1_000_003}`, {
        x: 50,
        y: 780 - line * 20,
        size: 11,
        font,
      });
    if (seed % 3 !== 0) continue;
    const side = 60 + seed;
    const image = document.context.register(
      document.context.flateStream(gradient(side), {
        Type: 'XObject',
        Subtype: 'Image',
        Width: side,
        Height: side,
        BitsPerComponent: 8,
        ColorSpace: 'DeviceRGB',
      }),
    );
    page.node.setXObject(PDFName.of('Im'), image);
    const content = document.context.stream('q 200 0 0 200 300 50 cm /Im Do Q');
    page.node.addContentStream(document.context.register(content));
  }
  return document.save({ useObjectStreams: false });
}

/** An image that is neither flat nor noise. */
function gradient(side: number): Uint8Array {
  return Uint8Array.from({ length: side * side * 3 }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % side, Math.floor(at / 3 / side)];
    return (x * 3 + y * (1 + (at % 3)) + ((x * 31 + y * 17 + at) % 13)) % 256;
  });
}
