import type { PdfDocument } from '../pdf/document.ts';
import { isImage } from '../pdf/image/image-xobject.ts';
import { nonTreeObjects } from '../pdf/non-tree-objects.ts';
import { key, PDFNumber, PDFRawStream } from '../pdf/objects.ts';
import { weighedPixels } from './job.ts';
import { THREADS_FOR_CONTENT, type WorkAmount } from './threads.ts';

/** Content and fonts take about 3 µs per stored byte, much longer than an image's pixels. */
const PIXELS_PER_STORED_BYTE = 20;
/** Cost if threads only deflate them. */
const DEFLATED_PIXELS_PER_STORED_BYTE = 8;

/** Largest unit of data other than images: several threads deflate its parts. */
const SHARED_STORED_BYTES = 1024 * 1024;

/** Estimates from dictionaries the work of all passes that this number of threads can share. */
export function workAmount(doc: PdfDocument, threads: number): WorkAmount {
  return amountOf(
    doc,
    threads >= THREADS_FOR_CONTENT ? PIXELS_PER_STORED_BYTE : DEFLATED_PIXELS_PER_STORED_BYTE,
  );
}

/** Estimates the work for images alone. */
export function imageAmount(doc: PdfDocument): WorkAmount {
  return amountOf(doc, 0);
}

function amountOf(doc: PdfDocument, pixelsPerByte: number): WorkAmount {
  let pixels = 0;
  let largest = 0;
  for (const [, object] of nonTreeObjects(doc)) {
    if (!(object instanceof PDFRawStream)) continue;
    const isPicture = isImage(object);
    const size = isPicture ? imagePixels(object) : object.contents.length * pixelsPerByte;
    pixels += size;
    const isShared = !isPicture && object.contents.length >= SHARED_STORED_BYTES;
    largest = Math.max(largest, isShared ? size / 2 : size);
  }
  return { pixels, largest };
}

function imagePixels({ dict }: PDFRawStream): number {
  const number = (name: string) => {
    const value = dict.lookup(key(name));
    return value instanceof PDFNumber ? value.asNumber() : 0;
  };
  const [width, height] = [number('Width'), number('Height')];
  // A stencil mask has one bit, even if it does not say so.
  const bits = dict.has(key('ImageMask')) ? 1 : number('BitsPerComponent');
  return weighedPixels({ width, height, bits });
}
