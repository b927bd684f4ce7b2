import { expect, test } from 'vitest';
import { parseImageOverrides } from '../../image-overrides.ts';
import { flateImage, IMAGE, imageAt, MASK, pixels, runImages } from '../../testing/pictures/image-runs.ts';
import { photo } from '../../testing/pictures/rasters.ts';

const OTHER = 102;
const picture = photo(300, 200, 3);
const two = () => ({ [IMAGE]: flateImage(picture), [OTHER]: flateImage(picture) });
const options = { quality: 75, maxDimension: 100 };

test('an image that is to be kept keeps every pixel, and its neighbour does not', async () => {
  const { doc, reports } = await runImages(two(), options, { [IMAGE]: { kind: 'keep' } });
  expect(await pixels(doc)).toEqual(picture);
  expect(reports.find(({ object }) => object === OTHER)).toMatchObject({
    outcome: { kind: 'replaced', width: 100 },
  });
});

test('one that cannot even be packed better says that it was kept on request', async () => {
  const { report } = await runImages({ [IMAGE]: flateImage(photo(8, 8, 3)) }, options, {
    [IMAGE]: { kind: 'keep' },
  });
  expect(report.outcome).toEqual({ kind: 'kept', reason: 'kept-by-user' });
});

test('its soft mask is kept with it', async () => {
  const mask = photo(300, 200, 1);
  const objects = { [IMAGE]: flateImage(picture, `/SMask ${MASK} 0 R`), [MASK]: flateImage(mask) };
  const { doc } = await runImages(objects, options, { [IMAGE]: { kind: 'keep' } });
  expect(await pixels(doc, MASK)).toEqual(mask);
});

test('a quality of its own is for one image alone', async () => {
  const { doc } = await runImages(two(), options, { [IMAGE]: { kind: 'quality', quality: 20 } });
  const plain = await runImages(two(), options);
  expect(imageAt(doc).bytes.length).toBeLessThan(imageAt(plain.doc).bytes.length);
  expect(imageAt(doc, OTHER).bytes).toEqual(imageAt(plain.doc, OTHER).bytes);
});

test('numbers that are no image change nothing', async () => {
  const { doc } = await runImages(two(), options, { 7: { kind: 'keep' } });
  expect(imageAt(doc).bytes).toEqual(imageAt((await runImages(two(), options)).doc).bytes);
});

test.each([
  [{ 12: { kind: 'keep' } }, true],
  [{ 12: { kind: 'quality', quality: 40 } }, true],
  [{ 12: { kind: 'quality', quality: 101 } }, false],
  [[], false],
  [{ 12: { kind: 'keep', quality: 5 } }, false],
  [{ 0: { kind: 'keep' } }, false],
  [{ x: { kind: 'keep' } }, false],
  [{ 12: { kind: 'drop' } }, false],
])('%j is taken: %s', (given, isTaken) => {
  expect(parseImageOverrides(given)).toEqual(isTaken ? given : null);
});
