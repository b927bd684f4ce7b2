import { expect, test } from 'vitest';
import type { Bitmap } from '../../codecs/bitmap.ts';
import type { ImageCodecs } from '../../image-jobs/image-codecs.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { readImageXObject } from '../../pdf/image/image-xobject.ts';
import { type PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { buildDocument, stream } from '../../testing/documents/documents.ts';
import { bitmapFromArt } from '../../testing/pictures/bitmaps.ts';
import { samplesOf } from './thumbnail.ts';

async function samplesIn(entries: string, data: readonly number[], bitmap: Bitmap | null = null) {
  const ref = PDFRef.of(5);
  const { context } = buildDocument({ 5: stream(entries, Uint8Array.from(data)) });
  const image = readImageXObject(ref, context.lookup(ref) as PDFRawStream)!;
  const codecs = {
    readBilevel: async () => (bitmap === null ? { kind: 'unread' } : { kind: 'bits', bitmap }),
  };
  const found = await samplesOf(image, DEFAULT_LIMITS, codecs as unknown as ImageCodecs);
  return found === null ? null : { values: [...found.values], highest: found.highest };
}

const GRAY = '/Width 4 /Height 1 /ColorSpace /DeviceGray';

test.each<[number, number[], number[], number]>([
  [1, [0b01010000], [0, 1, 0, 1], 1],
  [2, [0b00011011], [0, 1, 2, 3], 3],
  [4, [0x0f, 0x3a], [0, 15, 3, 10], 15],
  [8, [0, 255, 3, 10], [0, 255, 3, 10], 255],
  [16, [0, 0, 255, 255, 3, 3, 10, 10], [0, 255, 3, 10], 255],
])('samples of %d bits are read with their highest value', async (bits, data, values, highest) => {
  expect(await samplesIn(`${GRAY} /BitsPerComponent ${bits}`, data)).toEqual({ values, highest });
  expect(await samplesIn(`${GRAY} /BitsPerComponent ${bits}`, data.slice(1))).toBeNull();
});

test('a one-bit codec gives samples where it could be read, and only there', async () => {
  const entries = `${GRAY} /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 4 /Rows 1 >>`;
  const values = [0, 1, 1, 0];
  expect(await samplesIn(entries, [0, 1], bitmapFromArt('#..#'))).toEqual({ values, highest: 1 });
  expect(await samplesIn(entries, [0, 1])).toBeNull();
});
