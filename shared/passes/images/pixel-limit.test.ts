import { describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import type { CompressOptions } from '../../options.ts';
import { type ObjectSource, stream } from '../../testing/documents/documents.ts';
import {
  dctImage,
  flateImage,
  IMAGE,
  imageAt,
  jpegOf,
  MASK,
  runImages,
} from '../../testing/pictures/image-runs.ts';
import { discMask, lineArt, photo, sequence, textPage } from '../../testing/pictures/rasters.ts';

const SIDE = 480;

/** Random squares of eight colors: each smaller size has fewer of them. */
function mosaic(width: number, height: number): Raster {
  const random = sequence(3);
  const tiles = Array.from({ length: width * height }, () => Math.floor(random() * 8) * 36);
  const samples = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const tone = tiles[(Math.floor(at / width) >> 1) * width + ((at % width) >> 1)]!;
    samples.set([tone, 255 - tone, 40], at * 3);
  }
  return { width, height, channels: 3, samples };
}

function indexed({ width, height, samples }: Raster, base = '/DeviceRGB'): ObjectSource {
  const table = Array.from({ length: 256 }, (_, at) =>
    [at, 255 - at, 40].map((level) => level.toString(16).padStart(2, '0')).join(''),
  ).join('');
  const indexes = samples.filter((_, at) => at % 3 === 0);
  return flateImage(
    { width, height, channels: 1, samples: indexes },
    `/ColorSpace [/Indexed ${base} 255 <${table}>]`,
  );
}

const outcomeOf = async (image: ObjectSource, options: Partial<CompressOptions>) =>
  (await runImages({ [IMAGE]: image }, options)).report.outcome;

describe('maxDimension', () => {
  test.each<[string, ObjectSource]>([
    ['flat colours', flateImage(mosaic(SIDE, SIDE))],
    ['a palette', indexed(mosaic(SIDE, SIDE))],
  ])('bounds %s, with JPEG and without', async (_name, image) => {
    for (const convertToJpeg of [true, false]) {
      for (const quality of [75, 100]) {
        const outcome = await outcomeOf(image, { maxDimension: 60, convertToJpeg, quality });
        expect(outcome).toMatchObject({ kind: 'replaced', width: 60, height: 60 });
        expect(outcome).not.toHaveProperty('allPixels');
      }
    }
  });

  test('names why an image that may not be resampled keeps all pixels', async () => {
    const picture = photo(SIDE, SIDE, 3);
    const image = dctImage(picture, await jpegOf(picture, 95), '/Mask [0 0 0 0 0 0]');
    expect(await outcomeOf(image, { maxDimension: 60 })).toMatchObject({
      kind: 'replaced',
      width: SIDE,
      allPixels: 'color-key-mask',
    });
  });

  test('names why a palette of colors that cannot be averaged keeps all pixels', async () => {
    const image = indexed(mosaic(SIDE, SIDE), '[/Lab << /WhitePoint [0.9642 1 0.8249] >>]');
    const outcome = await outcomeOf(image, { maxDimension: 60 });
    expect(outcome).toMatchObject({ width: SIDE, allPixels: 'unsupported-color-space' });
    expect(await outcomeOf(image, { maxDimension: SIDE })).not.toHaveProperty('allPixels');
  });

  test.each<[string, ObjectSource]>([
    ['lines', flateImage(lineArt(SIDE, SIDE, 3))],
    ['letters', flateImage(textPage(SIDE, SIDE))],
  ])('leaves %s whole where fewer pixels take more bytes, and says so', async (_name, image) => {
    expect(await outcomeOf(image, { maxDimension: SIDE - 60 })).toMatchObject({
      kind: 'replaced',
      width: SIDE,
      height: SIDE,
      allPixels: 'smaller-as-is',
    });
    const within = await outcomeOf(image, { maxDimension: SIDE });
    expect(within).toMatchObject({ kind: 'replaced', width: SIDE });
    expect(within).not.toHaveProperty('allPixels');
  });

  test('says the same of an image that nothing makes smaller', async () => {
    const lines = lineArt(SIDE, SIDE, 1);
    // Four levels fit 2 bits, without a palette.
    const loose = flateImage({
      ...lines,
      samples: lines.samples.map((level) => (level === 200 ? 170 : level)),
    });
    const { dict, bytes } = imageAt((await runImages({ [IMAGE]: loose })).doc);
    const tight = stream(
      String(dict)
        .replace(/\/Length \d+/, '')
        .replace(/^<<|>>$/g, ''),
      bytes,
    );
    expect(await outcomeOf(tight, { maxDimension: SIDE - 60 })).toEqual({
      kind: 'kept',
      reason: 'smaller-as-is',
    });
  });

  test('bounds a soft mask, unless it is smaller whole', async () => {
    const image = flateImage(photo(SIDE, SIDE, 3), `/SMask ${MASK} 0 R`);
    const shapes = lineArt(SIDE, SIDE, 1);
    const { reports } = await runImages(
      { [IMAGE]: image, [MASK]: flateImage(shapes) },
      { maxDimension: 400 },
    );
    expect(reports.find(({ object }) => object === MASK)?.outcome).toMatchObject({
      width: SIDE,
      allPixels: 'smaller-as-is',
    });
    const soft = await runImages(
      { [IMAGE]: image, [MASK]: flateImage(discMask(SIDE, SIDE)) },
      { maxDimension: 200 },
    );
    // The next simple share of its sides.
    const width = (SIDE * 2) / 5;
    expect(soft.reports.find(({ object }) => object === MASK)?.outcome).toMatchObject({ width });
  });

  /** Gray with low-order bytes of its own. */
  function ofSixteenBits({ width, height, samples }: Raster): ObjectSource {
    const words = new Uint8Array(samples.length * 2);
    for (const [at, sample] of samples.entries()) words.set([sample, 255 - sample], at * 2);
    return stream(
      `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 16 /ColorSpace /DeviceGray /Filter /FlateDecode`,
      deflate(words, 1),
    );
  }
  const exact = { quality: 100, convertToJpeg: false };

  test('takes no bits from samples of sixteen that keep all pixels', async () => {
    const image = ofSixteenBits(lineArt(SIDE, SIDE, 1));
    const { doc, report } = await runImages({ [IMAGE]: image }, { ...exact, maxDimension: SIDE - 60 });
    expect(report.outcome).toMatchObject({ width: SIDE, allPixels: 'smaller-as-is' });
    expect(String(imageAt(doc).dict)).toContain('/BitsPerComponent 16');
  });

  test('bounds samples of sixteen bits where all else must stay exact', async () => {
    const image = ofSixteenBits(photo(SIDE, SIDE, 1));
    expect(await outcomeOf(image, { ...exact, maxDimension: 200 })).toMatchObject({ width: 200 });
    expect(await outcomeOf(image, exact)).not.toMatchObject({ width: 200 });
  });

  test('does not bound one bit per pixel', async () => {
    const bits = textPage(SIDE, SIDE).samples.reduce<Uint8Array>(
      (packed, sample, at) => {
        if (sample > 127) packed[at >> 3]! |= 128 >> (at & 7);
        return packed;
      },
      new Uint8Array((SIDE * SIDE) / 8),
    );
    const image = stream(
      `/Subtype /Image /Width ${SIDE} /Height ${SIDE} /BitsPerComponent 1 /ColorSpace /DeviceGray`,
      bits,
    );
    const outcome = await outcomeOf(image, { maxDimension: 60 });
    expect(outcome).toMatchObject({ kind: 'replaced', width: SIDE });
    expect(outcome).not.toHaveProperty('allPixels');
  });
});
