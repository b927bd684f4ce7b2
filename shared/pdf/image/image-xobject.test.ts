import { expect, test } from 'vitest';
import { buildDocument, stream } from '../../testing/documents/documents.ts';
import { PDFRawStream, PDFRef } from '../objects.ts';
import { readImageXObject } from './image-xobject.ts';

function imageOf(entries: string) {
  const ref = PDFRef.of(5);
  const object = buildDocument({ 5: stream(`/Width 3 /Height 2 ${entries}`, 'data') }).context.lookup(ref);
  return object instanceof PDFRawStream ? readImageXObject(ref, object) : null;
}

test.each([
  ['DCTDecode', 'dct', 8],
  ['JPXDecode', 'jpx', 8],
  ['CCITTFaxDecode', 'ccitt', 1],
  ['JBIG2Decode', 'jbig2', 1],
  ['FlateDecode', 'flate', 0],
])('an image in %s says its depth itself', (filter, codec, bits) => {
  expect(imageOf(`/Filter [/ASCII85Decode /${filter}]`)).toMatchObject({ codec, bits });
  expect(imageOf(`/Filter /${filter} /BitsPerComponent 4`)).toMatchObject({ codec, bits: 4 });
});

test.each(['/Width 0', '/Height -1', '/Width 1.5', '/Height (2)'])('an image with %s is none', (entry) => {
  expect(imageOf(entry)).toBeNull();
});
