import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inflate } from '../codecs/flate/inflate.ts';
import { packBits, unpackBits } from '../codecs/flate/sample-bits.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { undoPredictor } from '../pdf/filter/predictor.ts';
import { chart, discMask, flat, gradient, lineArt, photo } from '../testing/pictures/rasters.ts';
import type { EncodedImage } from './encoded-image.ts';
import { draftIndexed, draftLossless, encodeLossless } from './lossless-image.ts';

const jbig2 = 'symbols';
const everything = { mayBecomeGray: true, mayBecomeIndexed: true, mayTakeFewerBits: true, jbig2 } as const;
const nothing = { mayBecomeGray: false, mayBecomeIndexed: false, mayTakeFewerBits: false, jbig2 } as const;

/** Decodes as a PDF reader does: Flate, predictor, bits, palette, one gray component for three. */
function decoded(image: EncodedImage, channels: 1 | 3): Raster {
  const { width, height, bits, space, data } = image;
  if (data.kind !== 'flate' || bits === 16) throw new Error('not lossless');
  const inflated = inflate(data.bytes, 1e9).bytes;
  const colors = space.kind === 'same' ? channels : 1;
  const rows =
    data.predictorColors === null
      ? inflated
      : undoPredictor(inflated, {
          predictor: 15,
          colors: data.predictorColors,
          bitsPerComponent: bits,
          columns: width,
        })!;
  const values = unpackBits(rows, width * colors, height, bits);
  if (space.kind === 'Indexed') {
    const samples = [...values].flatMap((index) => [
      ...space.table.subarray(index * space.entryBytes, (index + 1) * space.entryBytes),
    ]);
    return { width, height, channels, samples: Uint8Array.from(samples) };
  }
  const scaled = values.map((value) => (value * 255) / (2 ** bits - 1));
  const samples =
    colors === channels ? scaled : Uint8Array.from([...scaled].flatMap((value) => [value, value, value]));
  return { width, height, channels, samples };
}

/** Lines of a few letters in sixteen shades, an odd number of pixels apart. */
function glyphs(width: number, height: number, advance: number): Raster {
  const samples = new Uint8Array(width * height * 3);
  const spread = (value: number) => Math.imul(value + 1, 2_654_435_761) >>> 0;
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const letter = spread(Math.floor(x / advance) * 977 + Math.floor(y / 9) * 131) % 29;
    const shade = (spread(letter * 64 + (y % 9) * 7 + (x % advance)) >>> 28) * 17;
    samples.set([shade, 255 - shade, 0], at * 3);
  }
  return { width, height, channels: 3, samples };
}

test.each([
  [256, 'Indexed'],
  [257, 'same'],
] as const)('of %i colors, the last one in the last pixel: %s', (colors, kind) => {
  const samples = Uint8Array.from({ length: 300 * 3 }, (_, at) => {
    const color = Math.max(0, Math.floor(at / 3) - (300 - colors));
    return at % 3 === 0 ? color >> 8 : at % 3 === 1 ? color & 255 : 7;
  });
  const source: Raster = { width: 300, height: 1, channels: 3, samples };
  const image = encodeLossless(source, everything);
  expect(image.space.kind).toBe(kind);
  expect(decoded(image, 3)).toEqual(source);
});

describe('every form decodes to the same samples', () => {
  test.each([
    ['a photo', photo(61, 40, 3)],
    ['a gray photo', photo(61, 40, 1)],
    ['line art', lineArt(101, 67, 3)],
    ['gray line art', lineArt(101, 67, 1)],
    ['a chart', chart(120, 50)],
    ['a gradient', gradient(90, 20, 3)],
    ['a soft mask', discMask(64, 64)],
    ['one colour', flat(33, 5, [10, 20, 30])],
    ['gray in three channels', flat(33, 5, [77, 77, 77])],
  ])('%s', (_name, raster) => {
    for (const choices of [everything, nothing]) {
      const image = encodeLossless(raster, choices);
      expect(decoded(image, raster.channels as 1 | 3)).toEqual(raster);
    }
  });

  test('any small picture', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(1 as const, 3 as const),
        fc.uint8Array({ minLength: 27, maxLength: 200 }),
        (width, channels, bytes) => {
          const height = Math.floor(bytes.length / (width * channels));
          const raster: Raster = {
            width,
            height,
            channels,
            samples: bytes.slice(0, width * height * channels),
          };
          expect(decoded(encodeLossless(raster, everything), channels)).toEqual(raster);
        },
      ),
    );
  });
});

describe('the form', () => {
  test.each([
    ['3 colours', lineArt(80, 60, 3), 'Indexed', 2],
    ['many colours', photo(40, 40, 3), 'same', 8],
    ['black and white in three channels', flat(40, 40, [255, 255, 255]), 'DeviceGray', 1],
    ['gray of two levels', lineArt(80, 60, 1), 'Indexed', 2],
  ])('for %s', (_name, raster, space, bits) => {
    const image = encodeLossless(raster, everything);
    expect(image.space.kind).toBe(space);
    expect(image.bits).toBe(bits);
  });

  test('sixteen colours take a byte each where what repeats does not keep to bytes of two', () => {
    const raster = glyphs(300, 90, 7);
    const image = encodeLossless(raster, everything);
    expect(image).toMatchObject({ bits: 8, space: { kind: 'Indexed' } });
    expect(decoded(image, 3)).toEqual(raster);
  });

  test('sixteen levels of gray take a byte each over the whole range', () => {
    const { width, height, samples } = glyphs(300, 90, 7);
    const gray: Raster = { width, height, channels: 1, samples: samples.filter((_, at) => at % 3 === 0) };
    const image = encodeLossless(gray, { ...everything, mayBecomeIndexed: false });
    expect(image).toMatchObject({ bits: 8, space: { kind: 'same' } });
    expect(decoded(image, 1)).toEqual(gray);
  });

  test.each([
    ['two levels', 255, 1],
    ['four levels', 85, 2],
    ['sixteen levels', 17, 4],
    ['levels between them', 5, 8],
  ])('gray of %s takes as few bits as hold them exactly', (_, step, bits) => {
    const levels = 255 / step + 1;
    const samples = Uint8Array.from({ length: 64 * 48 }, (_, at) => ((at * 7) % levels) * step);
    const gray: Raster = { width: 64, height: 48, channels: 1, samples };
    const image = encodeLossless(gray, { ...nothing, mayTakeFewerBits: true });
    expect(image).toMatchObject({ bits, space: { kind: 'same' } });
    expect(decoded(image, 1)).toEqual(gray);
  });

  test('a soft mask takes fewer bits only where its levels allow it, and is never Indexed', () => {
    const maskChoices = { ...nothing, mayTakeFewerBits: true };
    const hard: Raster = {
      ...discMask(50, 50),
      samples: discMask(50, 50).samples.map((level) => (level > 127 ? 255 : 0)),
    };
    expect(encodeLossless(hard, maskChoices)).toMatchObject({ bits: 1, space: { kind: 'same' } });
    expect(encodeLossless(discMask(50, 50), maskChoices)).toMatchObject({ bits: 8, space: { kind: 'same' } });
  });
});

describe('an Indexed image', () => {
  test('keeps only the entries it uses, equal ones once, in as few bits as they need', () => {
    const table = Uint8Array.of(9, 9, 9, 1, 2, 3, 7, 7, 7, 1, 2, 3);
    const indexes = Uint8Array.of(1, 3, 2, 1, 3, 3);
    const image = draftIndexed({ width: 3, height: 2 }, indexes, { table, entryBytes: 3 }, jbig2).finish();
    expect(image).toMatchObject({
      bits: 1,
      space: { kind: 'Indexed', table: Uint8Array.of(1, 2, 3, 7, 7, 7) },
    });
    expect([...decoded(image, 3).samples]).toEqual([1, 2, 3, 1, 2, 3, 7, 7, 7, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
  });

  test('takes the last entry for an index beyond the table', () => {
    const palette = { table: Uint8Array.of(5, 6), entryBytes: 1 };
    const size = { width: 2, height: 1 };
    const image = draftIndexed(size, Uint8Array.of(0, 200), palette, jbig2).finish();
    expect([...decoded(image, 1).samples]).toEqual([5, 6]);
  });
});

test.each([1, 2, 4, 8] as const)('%d bits: packing is undone by unpacking', (bits) => {
  const values = Uint8Array.from({ length: 7 * 5 }, (_, at) => (at * 13) % 2 ** bits);
  expect(unpackBits(packBits(values, 7, 5, bits), 7, 5, bits)).toEqual(values);
});

test('what a draft promises holds for a large picture whose bytes lie in one place', () => {
  const width = 2400;
  const height = 1200;
  const samples = new Uint8Array(width * height).fill(255);
  const busy = photo(2400, 150, 1);
  samples.set(busy.samples, 500 * width);
  const draft = draftLossless({ width, height, channels: 1, samples }, nothing);
  const bytes = draft.finish().data.bytes.length;
  expect(bytes).toBeLessThanOrEqual(draft.about);
  expect(bytes).toBeGreaterThan(draft.about * 0.65);
});
