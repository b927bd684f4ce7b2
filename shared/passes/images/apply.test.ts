import { expect, test } from 'vitest';
import { Changes } from '../../pdf/check/changes.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { readImageXObject } from '../../pdf/image/image-xobject.ts';
import { PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { buildDocument, stream } from '../../testing/documents/documents.ts';
import { applyImage } from './apply.ts';

function streamAt(doc: PdfDocument, ref: PDFRef): PDFRawStream {
  const stream = doc.context.lookup(ref);
  if (!(stream instanceof PDFRawStream)) throw new Error(`${ref.tag} is no stream`);
  return stream;
}

test('the image as it was read can still be decoded after its object has another form', () => {
  const source =
    '/Type /XObject /Subtype /Image /Width 4 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8';
  const doc = buildDocument({ 1: '<< /Type /Catalog >>', 5: stream(source, '01234567') });
  const ref = PDFRef.of(5);
  const image = readImageXObject(ref, streamAt(doc, ref));
  if (image === null) throw new Error('no image');
  applyImage(doc, new Changes(), image, {
    width: 2,
    height: 1,
    bits: 8,
    space: { kind: 'same' },
    data: { kind: 'flate', bytes: new Uint8Array([1, 2, 3]), predictorColors: 1 },
  });
  const decoded = decodeStream(image.stream, 1000);
  expect(decoded.kind === 'bytes' && new TextDecoder().decode(decoded.bytes)).toBe('01234567');
  expect(streamAt(doc, ref).contents).toEqual(new Uint8Array([1, 2, 3]));
});

test('a default /Decode goes when the colour space or the bits change, since it would mean another mapping', () => {
  const source =
    '/Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Decode [0 1 0 1 0 1]';
  const doc = buildDocument({ 1: '<< /Type /Catalog >>', 5: stream(source, 'RGBrgb') });
  const ref = PDFRef.of(5);
  const image = readImageXObject(ref, streamAt(doc, ref));
  if (image === null) throw new Error('no image');
  applyImage(doc, new Changes(), image, {
    width: 2,
    height: 1,
    bits: 1,
    space: { kind: 'Indexed', table: new Uint8Array([1, 2, 3, 4, 5, 6]), entryBytes: 3 },
    data: { kind: 'flate', bytes: new Uint8Array([0x40]), predictorColors: null },
  });
  expect(streamAt(doc, ref).dict.toString()).not.toContain('/Decode ');
});
