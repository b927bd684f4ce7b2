import type { EncodedImage } from '../../../image-jobs/encoded-image.ts';
import type { PageLayers } from '../../../image-jobs/mrc/layers.ts';
import { type Changes, contentDigest } from '../../../pdf/check/changes.ts';
import type { PdfDocument } from '../../../pdf/document.ts';
import type { ImageXObject } from '../../../pdf/image/image-xobject.ts';
import {
  key,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '../../../pdf/objects.ts';
import { encodedDict } from '../apply.ts';

/** Entries about the image's place in the document, which move to the form that replaces it. */
export const MOVED_ENTRIES = ['OC', 'StructParent', 'StructParents', 'Metadata'] as const;

/**
 * Turns the image into a form with the same unit square at the same place (ISO 32000-2, 8.10), so that all
 * layers are drawn with exactly the image's matrix. An ink is a one-pixel image with an explicit mask
 * (8.9.6.3), which readers smooth like any image; some of them do not smooth stencils.
 */
export function applyLayers(
  doc: PdfDocument,
  changes: Changes,
  image: ImageXObject,
  { paper, regions, inks }: PageLayers,
): void {
  const { context } = doc;
  const named: [string, PDFRef][] = [['P', registered(doc, image, paper)]];
  const drawing = ['/P Do'];
  for (const [index, { x, y, width, height, image: picture }] of regions.entries()) {
    const name = `R${index + 1}`;
    named.push([name, registered(doc, image, picture)]);
    drawing.push(`q ${[width, 0, 0, height, x, y].map(decimals).join(' ')} cm /${name} Do Q`);
  }
  // Edges are drawn below their ink.
  const tones = inks.flatMap((ink) => ink.tones);
  for (const [index, { color, mask }] of tones.entries()) {
    const name = `K${index + 1}`;
    named.push([name, registered(doc, image, color, context.register(maskStream(doc, mask)))]);
    drawing.push(`/${name} Do`);
  }
  const content = new TextEncoder().encode(drawing.join('\n'));
  context.assign(image.ref, PDFRawStream.of(formDict(doc, image, named), content));
  changes.separated(image.ref, {
    digest: contentDigest(content),
    keepsSpace: paper.space.kind === 'same',
  });
}

/** Registers a layer with the image's entries about its samples. */
function registered(doc: PdfDocument, image: ImageXObject, encoded: EncodedImage, mask?: PDFRef): PDFRef {
  const { dict } = encodedDict(doc, image, encoded);
  // A remaining soft mask hides nothing.
  for (const name of [...MOVED_ENTRIES, 'Name', 'LastModified', 'ID', 'SMask']) dict.delete(key(name));
  if (mask !== undefined) {
    dict.set(key('Mask'), mask);
    // A single pixel needs no interpolation.
    dict.delete(key('Interpolate'));
  }
  return doc.context.register(PDFRawStream.of(dict, encoded.data.bytes));
}

function maskStream({ context }: PdfDocument, { width, height, data }: EncodedImage): PDFRawStream {
  const entries: readonly (readonly [string, PDFObject])[] = [
    ['Type', PDFName.of('XObject')],
    ['Subtype', PDFName.of('Image')],
    ['Width', PDFNumber.of(width)],
    ['Height', PDFNumber.of(height)],
    ['ImageMask', PDFBool.True],
    ['BitsPerComponent', PDFNumber.of(1)],
    ['Filter', PDFName.of('JBIG2Decode')],
  ];
  return PDFRawStream.of(dictOf(context, entries), data.bytes);
}

function formDict(
  { context }: PdfDocument,
  { stream }: ImageXObject,
  named: readonly (readonly [string, PDFRef])[],
): PDFDict {
  const box = PDFArray.withContext(context);
  for (const side of [0, 0, 1, 1]) box.push(PDFNumber.of(side));
  const resources = dictOf(context, [['XObject', dictOf(context, named)]]);
  const moved = MOVED_ENTRIES.flatMap((name) => {
    const value = stream.dict.get(key(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return dictOf(context, [
    ['Type', PDFName.of('XObject')],
    ['Subtype', PDFName.of('Form')],
    ['BBox', box],
    ['Resources', resources],
    ...moved,
  ]);
}

function dictOf(
  context: PdfDocument['context'],
  entries: readonly (readonly [string, PDFObject])[],
): PDFDict {
  const dict = PDFDict.withContext(context);
  for (const [name, value] of entries) dict.set(key(name), value);
  return dict;
}

/** Decimals relative to the page's side: a millionth is less than a pixel of any reader. */
function decimals(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}
