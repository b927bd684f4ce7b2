import { expect, test } from 'vitest';
import { flat } from '../../../testing/pictures/rasters.ts';
import { scannedPrint, withPicture } from '../../../testing/pictures/scanned-print.ts';
import { thinLines } from '../quality-gate/reduced.ts';
import { findPictureRegions } from './picture-regions.ts';

const DPI = 200;
const FACTOR = 2;
const paper = scannedPrint({ width: 3, height: 2, dpi: DPI, channels: 1, grain: 12, lines: [] });
const size = { factor: FACTOR, width: paper.width / FACTOR, height: paper.height / FACTOR };
const look = flat(size.width, size.height, [246]);
const nothing = new Uint8Array(size.width * size.height);
const seeds = new Uint8Array(Math.ceil(size.width / 16) * Math.ceil(size.height / 16));

const regionsOf = (thin: Uint8Array) =>
  findPictureRegions(look, look, { coverage: [], stays: nothing, thin }, seeds);

test('faint dashes need all pixels, although the pictures that are compared do not show the difference', () => {
  const dashed = [0.3, 0.6, 0.9].reduce(
    (page, left) => withPicture(page, flat(18, 1, [214]), DPI, left, 1),
    paper,
  );
  const [box, ...others] = regionsOf(thinLines(dashed, size)) ?? [];
  expect(others).toEqual([]);
  // Tiles of 16 pixels of 100 dpi, extended by one on each side.
  expect(box).toEqual({ left: 1, top: 5, right: 8, bottom: 8 });
});

test('upright lines do too', () => {
  const thin = thinLines(withPicture(paper, flat(2, 120, [214]), DPI, 2, 0.5), size);
  expect(thin.some((is) => is === 1)).toBe(true);
  expect(regionsOf(thin)).toHaveLength(1);
});

test('the grain of paper does not', () => {
  const thin = thinLines(paper, size);
  expect(thin).toEqual(nothing);
  expect(regionsOf(thin)).toEqual([]);
});
