import { deflateSync } from 'node:zlib';
import { PDFDocument as EncryptingDocument } from '@cantoo/pdf-lib';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';

/** Pixels per side of the image with fine detail, and its drawn size in points. */
const SIDE = { pixels: 1200, points: 400 };

/**
 * Three pages of text; the second has an image with fine detail, which low quality visibly changes. A link, two
 * bookmarks, a language, an attachment, an author.
 */
export async function finePicture(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const { context, catalog } = document;
  const picture = context.stream(deflateSync(detailedSamples(), { level: 6 }), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: SIDE.pixels,
    Height: SIDE.pixels,
    ColorSpace: 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  });
  for (const number of [1, 2, 3]) {
    const page = document.addPage([595, 842]);
    for (let line = 0; line < 12; line += 1) {
      page.drawText(`Page ${number}, line ${line} of words that must stay`, {
        x: 60,
        y: 780 - line * 20,
        size: 12,
        font,
      });
    }
    if (number !== 2) continue;
    page.node.setXObject(PDFName.of('Fine'), context.register(picture));
    const drawing = context.register(
      context.stream(`q ${SIDE.points} 0 0 ${SIDE.points} 90 100 cm /Fine Do Q`),
    );
    page.node.addContentStream(drawing);
  }
  const link = {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [60, 60, 200, 80],
    A: { S: 'URI', URI: PDFString.of('https://example.org/') },
  };
  document.getPage(0).node.addAnnot(context.register(context.obj(link)));
  addOutline(document);
  catalog.set(PDFName.of('Lang'), PDFString.of('en-GB'));
  await document.attach(Buffer.from('a note beside the pages'), 'note.txt');
  document.setAuthor('A. Nonymous');
  return Buffer.from(await document.save());
}

function addOutline({ context, catalog }: PDFDocument): void {
  const [root, first, second] = [context.nextRef(), context.nextRef(), context.nextRef()];
  context.assign(root, context.obj({ Type: 'Outlines', First: first, Last: second, Count: 2 }));
  context.assign(first, context.obj({ Title: PDFString.of('One'), Parent: root, Next: second }));
  context.assign(second, context.obj({ Title: PDFString.of('Two'), Parent: root, Prev: first }));
  catalog.set(PDFName.of('Outlines'), root);
}

/** Stripes of a few pixels with grain, 8-bit RGB. */
function detailedSamples(): Uint8Array {
  const { pixels } = SIDE;
  const samples = new Uint8Array(pixels * pixels * 3);
  let noise = 1;
  for (let y = 0, at = 0; y < pixels; y += 1) {
    for (let x = 0; x < pixels; x += 1, at += 3) {
      // The constants of Numerical Recipes' linear congruential generator.
      noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
      const stripe = ((x * 3 + y * 2) >> 4) & 1;
      samples[at] = 40 + stripe * 150 + (noise >>> 27);
      samples[at + 1] = 30 + (x * 160) / pixels + ((noise >>> 22) & 31);
      samples[at + 2] = 30 + (y * 160) / pixels + ((noise >>> 17) & 31);
    }
  }
  return samples;
}

/** The same document, opened only by `password`. */
export async function lockedPicture(password: string): Promise<Buffer> {
  const document = await EncryptingDocument.load(await finePicture());
  document.encrypt({ userPassword: password, ownerPassword: `${password}-owner` });
  return Buffer.from(await document.save());
}

/** A page with text in a CJK font that is not embedded, and a predefined CMap. */
export async function predefinedCMap(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { context } = document;
  const descriptor = {
    Type: 'FontDescriptor',
    FontName: 'Ryumin-Light',
    Flags: 4,
    FontBBox: [0, -200, 1000, 900],
    ItalicAngle: 0,
    Ascent: 900,
    Descent: -200,
    CapHeight: 800,
    StemV: 80,
  };
  const descendant = {
    Type: 'Font',
    Subtype: 'CIDFontType0',
    BaseFont: 'Ryumin-Light',
    CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Japan1'), Supplement: 2 },
    FontDescriptor: context.register(context.obj(descriptor)),
    DW: 1000,
  };
  const font = {
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'Ryumin-Light-90ms-RKSJ-H',
    Encoding: '90ms-RKSJ-H',
    DescendantFonts: [context.register(context.obj(descendant))],
  };
  const page = document.addPage([300, 200]);
  page.node.setFontDictionary(PDFName.of('J'), context.register(context.obj(font)));
  // "日本語" in Shift JIS, often enough to be worth compressing.
  const drawing = 'BT /J 40 Tf 40 100 Td <93fa967b8cea> Tj ET\n'.repeat(60);
  page.node.set(PDFName.of('Contents'), context.register(context.stream(drawing)));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** A black square of 200 points with a luminosity soft mask that shows its right half. */
export async function luminosityMask(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { context } = document;
  const page = document.addPage([200, 200]);
  const group = context.stream('0 g 0 0 100 200 re f 1 g 100 0 100 200 re f', {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 200, 200],
    Group: { S: 'Transparency', CS: 'DeviceGray' },
  });
  const mask = { Type: 'Mask', S: 'Luminosity', G: context.register(group) };
  page.node.setExtGState(PDFName.of('M'), context.register(context.obj({ Type: 'ExtGState', SMask: mask })));
  // Worth compressing, and one path alone: for each, pdf.js applies the mask to the whole page again.
  const content = `/M gs 0 g\n0 0 200 200 re f\n${'% a remark\n'.repeat(300)}`;
  page.node.set(PDFName.of('Contents'), context.register(context.stream(content)));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}
