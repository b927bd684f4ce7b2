import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectJbig2 } from '../../testing/judges/expect-jbig2.ts';
import { plainRegion } from '../../testing/oracles/plain-jbig2.ts';
import { arbitraryBitmap, bitmapFromArt, bitmapOf, screenedRamp } from '../../testing/pictures/bitmaps.ts';
import type { Bitmap } from '../bitmap.ts';
import { encodeJbig2 } from './encode.ts';
import {
  type AdaptivePixel,
  countMismatches,
  encodeRows,
  MAX_REACH,
  nominalPixels,
  padRows,
  type RowPrediction,
  type TemplateId,
} from './generic-region.ts';

const LETTER = bitmapFromArt(`
  ...####....
  ..##..##...
  .##....##..
  .########..
  .##....##..
  .##....###.`);

const noiseAt = (x: number, y: number) => (Math.imul(x * 7919 + y * 104729, 0x9e3779b1) >>> 13) & 1;

/** Every row of any bitmap one to five times, for typical prediction. */
const tallRows: fc.Arbitrary<Bitmap> = fc
  .tuple(arbitraryBitmap, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 20 }))
  .map(([{ width, height, data }, times]) => {
    const rows = Array.from({ length: height }, (_, y) =>
      Array.from({ length: times[y % times.length]! }, () => y),
    ).flat();
    const stride = Math.ceil(width / 8);
    return bitmapOf(
      width,
      rows.length,
      (x, y) => ((data[rows[y]! * stride + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1,
    );
  });

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
  expectJbig2(encodeJbig2(bitmap), bitmap);
});

test('pdf.js and PDFium decode what was encoded: any bitmap', () => {
  fc.assert(
    fc.property(arbitraryBitmap, (bitmap) => expectJbig2(encodeJbig2(bitmap), bitmap)),
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

describe('where readers are to be quick', () => {
  test('keeps adaptive pixels in their nominal places, and predicts rows', () => {
    const halftone = screenedRamp(300, 300);
    for (const coding of ['generic', 'symbols'] as const) {
      const quick = encodeJbig2(halftone, coding, 'quick');
      expectJbig2(quick, halftone);
      expect(quick).toEqual(wrapRegion(halftone, 0, nominalPixels(0), 'typical'));
    }
  });

  test('pdf.js and PDFium decode any bitmap with rows that come again', () => {
    fc.assert(
      fc.property(tallRows, (bitmap) => expectJbig2(encodeJbig2(bitmap, 'symbols', 'quick'), bitmap)),
      { numRuns: 60 },
    );
  });

  test('a row like the one above takes next to nothing', () => {
    const width = 4000;
    const once = bitmapOf(width, 1, (x) => noiseAt(x, 0) === 1);
    const often = bitmapOf(width, 300, (x) => noiseAt(x, 0) === 1);
    const [first, all] = [once, often].map((each) => encodeJbig2(each, 'generic', 'quick').length);
    expect(all! - first!).toBeLessThan(16);
  });
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
      expectJbig2(wrapRegion(bitmap, template, nominalPixels(template)), bitmap);
    fc.assert(fc.property(arbitraryBitmap, check), { numRuns: 30 });
    const predicted = (bitmap: Bitmap) =>
      expectJbig2(wrapRegion(bitmap, template, nominalPixels(template), 'typical'), bitmap);
    fc.assert(fc.property(tallRows, predicted), { numRuns: 30 });
  });

  test.each<TemplateId>([0, 1, 2, 3])('anywhere else: template %i', (template) => {
    const count = nominalPixels(template).length;
    const adaptive = fc.array(adaptivePixel, { minLength: count, maxLength: count });
    const check = (bitmap: Bitmap, pixels: AdaptivePixel[]) =>
      expectJbig2(wrapRegion(bitmap, template, pixels), bitmap);
    fc.assert(fc.property(arbitraryBitmap, adaptive, check), { numRuns: 30 });
  });
});

test('codes any rows as they are coded pixel by pixel', () => {
  const offset = fc.record({
    dx: fc.integer({ min: -8, max: 8 }),
    dy: fc.integer({ min: -MAX_REACH, max: -1 }),
  });
  const moves = fc.array(fc.option(offset, { nil: null }), { minLength: 4, maxLength: 4 });
  const template = fc.constantFrom<TemplateId>(0, 1, 2, 3);
  const prediction = fc.constantFrom<RowPrediction>('none', 'typical');
  const bitmaps = fc.oneof(arbitraryBitmap, tallRows);
  fc.assert(
    fc.property(bitmaps, template, moves, prediction, fc.nat(20), (bitmap, id, moved, predicted, first) => {
      const adaptive = nominalPixels(id).map((nominal, index) => moved[index] ?? nominal);
      const from = Math.min(first, bitmap.height - 1);
      const coded = encodeRows(padRows(bitmap), { from, to: bitmap.height }, id, adaptive, predicted);
      expect(Buffer.compare(coded, plainRegion(bitmap, from, id, adaptive, predicted))).toBe(0);
    }),
    { numRuns: 200 },
  );
});

/** Rectangles of one color, wider than a vector of the kernel, and some pixels of the other color. */
const areas: fc.Arbitrary<Bitmap> = fc
  .record({
    width: fc.integer({ min: 100, max: 500 }),
    height: fc.integer({ min: 1, max: 60 }),
    left: fc.integer({ min: 0, max: 60 }),
    top: fc.integer({ min: 0, max: 20 }),
    right: fc.integer({ min: 60, max: 500 }),
    specks: fc.array(fc.nat(30_000), { maxLength: 4 }),
    isDark: fc.boolean(),
  })
  .map(({ width, height, left, top, right, specks, isDark }) => {
    const isSpeck = (x: number, y: number) => specks.includes(y * width + x);
    return bitmapOf(width, height, (x, y) => {
      const isInside = x >= left && x < right && y >= top;
      return (isInside === isDark) !== isSpeck(x, y);
    });
  });

test('codes areas of black and of white as they are coded pixel by pixel', () => {
  const offset = fc.record({
    dx: fc.integer({ min: -MAX_REACH, max: MAX_REACH - 1 }),
    dy: fc.integer({ min: -4, max: -1 }),
  });
  const moves = fc.array(fc.option(offset, { nil: null }), { minLength: 4, maxLength: 4 });
  const template = fc.constantFrom<TemplateId>(0, 1, 2, 3);
  fc.assert(
    fc.property(areas, template, moves, fc.boolean(), (bitmap, id, moved, isNominal) => {
      const adaptive = nominalPixels(id).map((nominal, index) =>
        isNominal ? nominal : (moved[index] ?? nominal),
      );
      const coded = encodeRows(padRows(bitmap), { from: 0, to: bitmap.height }, id, adaptive);
      expect(Buffer.compare(coded, plainRegion(bitmap, 0, id, adaptive, 'none'))).toBe(0);
    }),
    { numRuns: 150 },
  );
});

test('codes noise of which the data is longer than the picture', () => {
  const noise = bitmapOf(1500, 700, (x, y) => noiseAt(x, y) === 0);
  const coded = encodeRows(padRows(noise), { from: 0, to: 700 }, 0, nominalPixels(0));
  expect(Buffer.compare(coded, plainRegion(noise, 0, 0, nominalPixels(0), 'none'))).toBe(0);
});

test('counts the pixels that differ from those at an offset', () => {
  const noise = bitmapOf(205, 60, (x, y) => (Math.imul(x * 31 + y * 17, 0x85ebca6b) >>> 9) % 3 === 0);
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= 205 ? 0 : (noise.data[y * 26 + (x >> 3)]! >> (7 - (x & 7))) & 1;
  const offsets = [-24, -9, -8, -1, 0, 7, 24].flatMap((dx) => [
    { dx, dy: -16 },
    { dx, dy: -1 },
  ]);
  const counted = offsets.map(({ dx, dy }) => {
    let differing = 0;
    // Pixels beyond the width, to the end of the byte, are white.
    for (let y = 3; y < 60; y += 1)
      for (let x = 0; x < 208; x += 1) if (at(x, y) !== at(x + dx, y + dy)) differing += 1;
    return differing;
  });
  expect(countMismatches(padRows(noise), { from: 3, to: 60 }, offsets)).toEqual(counted);
});

function templateOf(data: Uint8Array): number {
  return (data[REGION_FLAGS_AT]! >> 1) & 3;
}

/** The stream of `encodeJbig2` with its region replaced by one with the given template. */
function wrapRegion(
  bitmap: Bitmap,
  template: TemplateId,
  adaptive: readonly AdaptivePixel[],
  prediction: RowPrediction = 'none',
): Uint8Array {
  const rows = padRows(bitmap);
  const data = encodeRows(rows, { from: 0, to: bitmap.height }, template, adaptive, prediction);
  const head = encodeJbig2(bitmapOf(bitmap.width, bitmap.height, () => false)).slice(0, REGION_FLAGS_AT);
  const places = adaptive.flatMap(({ dx, dy }) => [dx & 0xff, dy & 0xff]);
  new DataView(head.buffer).setUint32(30 + 7, 18 + places.length + data.length);
  const typical = prediction === 'typical' ? 0x08 : 0;
  return new Uint8Array([...head, (template << 1) | typical, ...places, ...data]);
}
