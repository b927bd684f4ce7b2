import { describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { buildDocument, type ObjectSource, stream } from '../../testing/documents/documents.ts';
import { PDFRawStream, PDFRef } from '../objects.ts';
import { sameImageData } from './image-data.ts';

const MAX_BYTES = 1 << 20;
const samples = Uint8Array.from({ length: 4000 }, (_, at) => at % 251);
const packed = deflate(samples);
/** Four segments of a JPEG without an image: nothing here reads further. */
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xdb, 0, 3, 0, 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]);

function areSame(one: ObjectSource, other: ObjectSource): boolean {
  const { context } = buildDocument({ 5: one, 6: other });
  const [a, b] = [5, 6].map((number) => context.lookup(PDFRef.of(number)));
  if (!(a instanceof PDFRawStream && b instanceof PDFRawStream)) throw new Error('no streams');
  return sameImageData(a, b, MAX_BYTES);
}

const flate = (data: Uint8Array) => stream('/Filter /FlateDecode', data);
const dct = (parms: string) => stream(`/Filter /DCTDecode ${parms}`, jpeg);

describe('two images hold the same', () => {
  test('however it is packed', () => {
    expect(areSame(flate(packed), stream('', samples))).toBe(true);
    expect(areSame(dct(''), stream('/Filter [/FlateDecode /DCTDecode]', deflate(jpeg)))).toBe(true);
  });

  test('but not where it is damaged: readers fill in what is lost as they like', () => {
    const cut = packed.subarray(0, packed.length - 40);
    expect(areSame(flate(cut), flate(cut))).toBe(false);
  });

  test('but not under another colour transform', () => {
    const transform = (value: number) => dct(`/DecodeParms << /ColorTransform ${value} >>`);
    expect(areSame(transform(1), transform(1))).toBe(true);
    expect(areSame(transform(0), transform(1))).toBe(false);
    expect(areSame(transform(1), dct(''))).toBe(false);
  });
});
