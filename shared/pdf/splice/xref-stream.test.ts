import { expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { buildDocument, stream } from '../../testing/documents/documents.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { PDFRawStream, PDFRef } from '../objects.ts';
import { offsetsIn, readXrefStream } from './xref-stream.ts';

function read(entries: string, data: Uint8Array) {
  const object = buildDocument({ 5: stream(entries, data) }).context.lookup(PDFRef.of(5));
  if (!(object instanceof PDFRawStream)) throw new Error('no stream');
  return readXrefStream(object, DEFAULT_LIMITS);
}

/** A free entry, two in use at 300 and 70, one in an object stream. */
const ROWS = Uint8Array.of(0, 0, 0, 255, 1, 1, 44, 0, 1, 0, 70, 0, 2, 0, 9, 1);

test('the offsets of a cross-reference stream are those of objects in use, and of other ones', () => {
  const xref = read('/W [1 2 1] /Size 4 /Prev 17 /XRefStm 18', ROWS)!;
  expect(offsetsIn(xref)).toEqual([300, 70, 17, 18]);
  expect(offsetsIn(read('/W [0 2 1] /Size 2', Uint8Array.of(1, 44, 0, 0, 70, 0))!)).toEqual([300, 70]);
});

test('a damaged cross-reference stream is read where no row is missing, and only there', () => {
  const rows = noise(4000, 1);
  const cut = (packed: Uint8Array) => packed.subarray(0, packed.length - 6);
  const damaged = (data: Uint8Array) => read('/W [1 2 1] /Size 1000 /Filter /FlateDecode', data);
  expect(damaged(cut(deflate(rows)))).toBeNull();
  expect(damaged(cut(deflate(Uint8Array.of(...rows, ...noise(400, 2)))))).not.toBeNull();
  expect(read('/W [1 2 1] /Index [0 500 700 500] /Filter /FlateDecode', cut(deflate(rows)))).toBeNull();
});

test.each(['/W [1 2] /Size 4', '/W [1 -2 1] /Size 4', '/W [1 9 1] /Size 4', '/Size 4'])(
  'a cross-reference stream with %s is not read',
  (entries) => {
    expect(read(entries, ROWS)).toBeNull();
  },
);
