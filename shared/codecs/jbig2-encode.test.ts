import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryBitmap, bitmapFromArt, bitmapOf, screenedRamp } from '../testing/bitmaps.ts';
import { pdfiumJbig2 } from '../testing/pdfium-bilevel.ts';
import { type Bitmap, bitmapFromSamples } from './bitmap.ts';
import { decodeJbig2 } from './jbig2-decode.ts';
import { encodeJbig2 } from './jbig2-encode.ts';
import {
  type AdaptivePixel,
  encodeRows,
  MAX_REACH,
  nominalPixels,
  padRows,
  type TemplateId,
} from './jbig2-encode-region.ts';

const LETTER = bitmapFromArt(`
  ...####....
  ..##..##...
  .##....##..
  .########..
  .##....##..
  .##....###.`);

/** Offsets in the stream that `encodeJbig2` writes: after page information (11 + 19) and region header and place. */
const REGION_FLAGS_AT = 30 + 11 + 17;

test.each<[string, Bitmap]>([
  ['one white pixel', bitmapOf(1, 1, () => false)],
  ['one black pixel', bitmapOf(1, 1, () => true)],
  ['a letter', LETTER],
  ['all black, beyond a byte', bitmapOf(67, 9, () => true)],
  ['a column', bitmapOf(1, 300, (_x, y) => y % 7 === 0)],
  ['a long row', bitmapOf(3000, 1, (x) => x % 11 < 3)],
  ['a checkerboard', bitmapOf(64, 64, (x, y) => (x + y) % 2 === 0)],
  ['a halftone', screenedRamp(200, 200)],
])('pdf.js and PDFium decode what was encoded: %s', (_name, bitmap) => {
  expectDecodes(encodeJbig2(bitmap), bitmap);
});

test('pdf.js and PDFium decode what was encoded: any bitmap', () => {
  fc.assert(
    fc.property(arbitraryBitmap, (bitmap) => expectDecodes(encodeJbig2(bitmap), bitmap)),
    { numRuns: 100 },
  );
});

test('writes page information and one generic region on page 1, without file header or end segments', () => {
  const data = encodeJbig2(bitmapOf(300, 2, () => false));
  const pageInformation = '00000000 30 00 01 00000013 0000012c 00000002 00000000 00000000 01 0000';
  const place = '0000012c 00000002 00000000 00000000 00';
  const lengthOfRegion = (data.length - 41).toString(16).padStart(8, '0');
  const expected = `${pageInformation} 00000001 26 00 01 ${lengthOfRegion} ${place}`.replaceAll(' ', '');
  const hex = Buffer.from(data).toString('hex');
  expect(hex.slice(0, expected.length)).toBe(expected);
  expect(hex.slice(-4)).toBe('ffac');
});

test('bits beyond the width change nothing', () => {
  const dirty = new Uint8Array(LETTER.data);
  for (let y = 0; y < LETTER.height; y++) dirty[y * 2 + 1]! |= 0b11111;
  expect(encodeJbig2({ ...LETTER, data: dirty })).toEqual(encodeJbig2(LETTER));
});

test('takes a smaller template where little data would spread over too many contexts', () => {
  expect(templateOf(encodeJbig2(LETTER))).toBeGreaterThan(0);
});

test('moves adaptive pixels to the period of a halftone, which makes it much smaller', () => {
  const halftone = screenedRamp(300, 300);
  const nominal = wrapRegion(halftone, 0, nominalPixels(0));
  const found = encodeJbig2(halftone);
  expect(templateOf(found)).toBe(0);
  expect(found.length).toBeLessThan(nominal.length * 0.75);
});

test('refuses a bitmap without pixels', () => {
  expect(() => encodeJbig2({ width: 0, height: 5, data: new Uint8Array() })).toThrow(RangeError);
});

describe('every template, with adaptive pixels', () => {
  const adaptivePixel = fc.oneof(
    fc.record({
      dx: fc.integer({ min: -MAX_REACH, max: MAX_REACH - 1 }),
      dy: fc.integer({ min: -MAX_REACH, max: -1 }),
    }),
    fc.record({ dx: fc.integer({ min: -MAX_REACH, max: -1 }), dy: fc.constant(0) }),
  );

  test.each<TemplateId>([0, 1, 2, 3])('at their nominal places: template %i', (template) => {
    const check = (bitmap: Bitmap) =>
      expectDecodes(wrapRegion(bitmap, template, nominalPixels(template)), bitmap);
    fc.assert(fc.property(arbitraryBitmap, check), { numRuns: 30 });
  });

  test.each<TemplateId>([0, 1, 2, 3])('anywhere else: template %i', (template) => {
    const count = nominalPixels(template).length;
    const adaptive = fc.array(adaptivePixel, { minLength: count, maxLength: count });
    const check = (bitmap: Bitmap, pixels: AdaptivePixel[]) =>
      expectDecodes(wrapRegion(bitmap, template, pixels), bitmap);
    fc.assert(fc.property(arbitraryBitmap, adaptive, check), { numRuns: 30 });
  });
});

function expectDecodes(data: Uint8Array, bitmap: Bitmap): void {
  const { width, height } = bitmap;
  expect(decodeJbig2(data, null, width * height)).toEqual({ bitmap, damaged: false });
  const samples = pdfiumJbig2(data, width, height);
  expect(samples).not.toBeNull();
  expect(bitmapFromSamples(samples!, width, height)).toEqual(bitmap);
}

function templateOf(data: Uint8Array): number {
  return data[REGION_FLAGS_AT]! >> 1;
}

/** The stream of `encodeJbig2` with its region replaced by one of a chosen template. */
function wrapRegion(bitmap: Bitmap, template: TemplateId, adaptive: readonly AdaptivePixel[]): Uint8Array {
  const rows = padRows(bitmap);
  const data = encodeRows(rows, { from: 0, to: bitmap.height }, template, adaptive);
  const head = encodeJbig2(bitmapOf(bitmap.width, bitmap.height, () => false)).slice(0, REGION_FLAGS_AT);
  const places = adaptive.flatMap(({ dx, dy }) => [dx & 0xff, dy & 0xff]);
  new DataView(head.buffer).setUint32(30 + 7, 18 + places.length + data.length);
  return new Uint8Array([...head, template << 1, ...places, ...data]);
}
