import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { type ObjectSource, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { passContext } from '../../testing/pass-context.ts';
import {
  dctImage,
  flateImage,
  host,
  IMAGE,
  imageAt,
  jpegOf,
  pixels,
} from '../../testing/pictures/image-runs.ts';
import { meanDifference, photo } from '../../testing/pictures/rasters.ts';
import { images } from '../images.ts';

const CONTENTS = 90;

/** A page of 200 x 200 points covered by an image: 40 pixels are 14 dpi. */
const page = (image: ObjectSource) =>
  pagesDocument([`/Resources << /XObject << /Im ${IMAGE} 0 R >> >> /Contents ${CONTENTS} 0 R`], {
    [CONTENTS]: stream('', 'q 200 0 0 200 0 0 cm /Im Do Q'),
    [IMAGE]: image,
  });

/** Difference of the samples from the original in levels, and the image's bytes before and after. */
async function recoded(image: ObjectSource, quality: number) {
  const doc = page(image);
  const before = { pixels: await pixels(doc), bytes: imageAt(doc).bytes.length };
  await images.run(doc, passContext({ host, options: { ...DEFAULT_OPTIONS, quality } }));
  const after = await pixels(doc);
  return {
    difference: meanDifference(before.pixels, after),
    bytes: imageAt(doc).bytes.length,
    bytesBefore: before.bytes,
  };
}

const SIDES = [16, 40, 64, 100];

test.each(SIDES)(
  'a picture of %i pixels over the whole page keeps its looks at any quality',
  async (side) => {
    const picture = photo(side, side, 3);
    for (const quality of [75, 50, 20]) {
      const jpeg = await recoded(dctImage(picture, await jpegOf(picture, 95)), quality);
      expect(jpeg.difference).toBeLessThan(2.5);
      expect(jpeg.bytes).toBeLessThanOrEqual(jpeg.bytesBefore);
      const samples = await recoded(flateImage(picture), quality);
      expect(samples.difference).toBeLessThan(2.5);
      expect(samples.bytes).toBeLessThanOrEqual(samples.bytesBefore);
    }
  },
);

test('one of as many pixels as paper shows is recoded as it was asked', async () => {
  const picture = photo(300, 300, 3);
  const { difference, bytes, bytesBefore } = await recoded(dctImage(picture, await jpegOf(picture, 95)), 50);
  expect(difference).toBeGreaterThan(3);
  expect(bytes).toBeLessThan(bytesBefore / 2);
});
