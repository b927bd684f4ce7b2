import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { genericRegion, refinementRegion } from '../../testing/jbig2/generic-segments.ts';
import { ALL_PAGES } from '../../testing/jbig2/pages.ts';
import { combined, type Picture, packedRows, picture } from '../../testing/jbig2/picture.ts';
import { NOMINAL, type Template } from '../../testing/jbig2/regions.ts';
import { pageInformation, type Segment, segmentBytes, TYPES } from '../../testing/jbig2/segments.ts';
import { expectJbig2, jbig2Page } from '../../testing/judges/expect-jbig2.ts';
import { pdfiumJbig2 } from '../../testing/oracles/pdfium-bilevel.ts';
import { arbitraryBitmap, arbitraryPrint, bitmapOf } from '../../testing/pictures/bitmaps.ts';
import { lettersOf } from '../../testing/pictures/letters.ts';
import { type Bitmap, bitmapFromSamples } from '../bitmap.ts';
import { decodeJbig2 } from './decode.ts';
import { encodeJbig2 } from './encode.ts';

const pageOf = (width: number, height: number, ...segments: Segment[]) =>
  segmentBytes([pageInformation(1, width, height, { override: true }), ...segments]);

const whole = { x: 0, y: 0, operator: 'OR' } as const;

/** Noise, or shapes with white rows and columns between them. */
const arbitraryPicture = fc
  .record({
    width: fc.integer({ min: 1, max: 150 }),
    height: fc.integer({ min: 1, max: 40 }),
    seed: fc.integer({ min: 1, max: 1000 }),
    white: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ width, height, seed, white }) =>
    picture(width, height, (x, y) => (x >> 3) % white === 0 && (x * x * seed + y * 31 * seed) % 7 < 3),
  );

/** A place before the pixel itself. */
const arbitraryPlace = fc.oneof(
  fc.tuple(fc.integer({ min: -128, max: 127 }), fc.integer({ min: -128, max: -1 })),
  fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -3, max: -1 })),
  fc.tuple(fc.integer({ min: -128, max: -1 }), fc.constant(0)),
  fc.tuple(fc.integer({ min: -9, max: -1 }), fc.constant(0)),
);

describe('our decoder draws what others do', () => {
  test('of any generic region', () => {
    const template = fc.integer({ min: 0, max: 3 }) as fc.Arbitrary<Template>;
    const adaptive = fc.tuple(arbitraryPlace, arbitraryPlace, arbitraryPlace, arbitraryPlace);
    fc.assert(
      fc.property(arbitraryPicture, template, adaptive, fc.boolean(), fc.boolean(), (shown, ...given) => {
        const [id, places, isNominal, typical] = given;
        const coding = {
          template: id,
          adaptive: isNominal ? NOMINAL[id] : places.slice(0, NOMINAL[id].length),
          ...(typical ? { typicalPrediction: true as const } : {}),
        };
        const data = pageOf(shown.width, shown.height, genericRegion(2, shown, whole, coding));
        // pdf.js has most moved pixels wrong.
        if (isNominal) expectJbig2(data, bitmapOfPicture(shown));
        else expectAlike(data, bitmapOfPicture(shown));
      }),
      { numRuns: 60 },
    );
  });

  test('of any refinement', () => {
    const template = fc.constantFrom(0 as const, 1 as const);
    fc.assert(
      fc.property(arbitraryPicture, arbitraryPicture, template, fc.boolean(), (one, other, id, typical) => {
        const { width, height } = one;
        const reference = combined(picture(width, height), other, 3, 1, 'OR');
        const data = pageOf(
          width,
          height,
          genericRegion(2, reference, whole, { template: 3 }, TYPES.intermediateGeneric),
          refinementRegion({ number: 3, refersTo: [2] }, one, reference, whole, {
            template: id,
            ...(typical ? { typicalPrediction: true as const } : {}),
          }),
        );
        expectAlike(data, bitmapOfPicture(one));
      }),
      { numRuns: 60 },
    );
  });

  test('of any page by our coder', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryPrint, arbitraryBitmap), (page) => expectJbig2(encodeJbig2(page), page)),
      { numRuns: 40 },
    );
  });
});

/** PDFium and our decoder. */
function expectAlike(data: Uint8Array, bitmap: Bitmap): void {
  const { width, height } = bitmap;
  expect(jbig2Page(data, null, width * height)).toEqual(bitmap);
  expect(bitmapFromSamples(pdfiumJbig2(data, width, height)!, width, height)).toEqual(bitmap);
}

function bitmapOfPicture(shown: Picture): Bitmap {
  return { width: shown.width, height: shown.height, data: packedRows(shown) };
}

describe('whatever the data', () => {
  const ours = { data: encodeJbig2(lettersOf(1)), globals: null, picture: lettersOf(1) };
  const known = [ours, ...ALL_PAGES];

  test('a decoding ends with a page of the stated size, or with a problem', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
    let pages = 0;
    let failures = 0;
    fc.assert(
      fc.property(
        fc.nat(known.length - 1),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (at, changes) => {
          const { data, globals, picture: shown } = known[at]!;
          const changed = data.slice();
          for (const { at: place, byte } of changes) {
            // The comments of test pages are most of their bytes.
            const inComment = place % changed.length;
            changed[inComment > 40 && inComment < 4041 ? changed.length - 1 - (place % 200) : inComment] =
              byte;
          }
          const reading = decodeJbig2(changed, globals, shown.width * shown.height);
          if (reading.kind === 'failed') failures += 1;
          else {
            pages += 1;
            const { width, height, data: rows } = reading.bitmap;
            expect(rows.length).toBe(((width + 7) >> 3) * height);
            expect(width * height).toBeLessThanOrEqual(shown.width * shown.height);
          }
        },
      ),
      { numRuns: 2000 },
    );
    expect(pages).toBeGreaterThan(100);
    expect(failures).toBeGreaterThan(100);
  });

  test('regions that cover each other without end cost no more than the bounds', () => {
    const white = genericRegion(2, picture(400, 400), whole, { template: 0 });
    // 288 million pixels in 90 kB.
    const layers = Array.from({ length: 1800 }, () => white);
    expect(decodeJbig2(pageOf(100, 100, ...layers), null, 10_000)).toEqual({
      kind: 'failed',
      problem: 'too-long',
    });
  });

  test('a failure leaves nothing behind', () => {
    const page = bitmapOf(90, 40, (x, y) => (x * y) % 7 === 0);
    const data = encodeJbig2(page);
    expect(decodeJbig2(data.subarray(0, 40), null, 3600).kind).toBe('failed');
    expect(jbig2Page(data, null, 3600)).toEqual(page);
  });
});
