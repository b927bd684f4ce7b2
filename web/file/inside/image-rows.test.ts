import { expect, test } from 'vitest';
import { imageReport, inspectedImage, inspectionOf } from '../../testing/inspections.ts';
import { reportOf } from '../../testing/jobs.ts';
import { codecText, colorText, doneText, nowText, pagesText } from '../../text/images.ts';
import { changedOnPages, imageRows, sortedRows } from './image-rows.ts';

const KEPT = { kind: 'kept', reason: 'already-small' } as const;
const report = reportOf({
  images: [
    imageReport(5, { outcome: KEPT }),
    imageReport(6, {
      size: 900,
      outcome: { kind: 'replaced', codec: 'dct', width: 50, height: 25, size: 800 },
    }),
    imageReport(7),
    imageReport(8, {
      softMask: true,
      size: 50,
      outcome: { kind: 'replaced', codec: 'flate', width: 100, height: 50, size: 10 },
    }),
    imageReport(99),
  ],
});
const before = inspectionOf({
  images: [
    inspectedImage(5, { pages: [3] }),
    inspectedImage(6, { pages: [2, 3] }),
    inspectedImage(7, { pages: [1], softMask: 8 }),
    inspectedImage(8, { role: 'soft-mask', pages: [1] }),
  ],
});
const rows = imageRows(report, before);

test('a mask counts to its image, and an image of the content has no pages', () => {
  expect(
    rows.map(({ object, pages, bytesBefore, bytesAfter }) => [object, pages, bytesBefore, bytesAfter]),
  ).toEqual([
    [5, [3], 300, 300],
    [6, [2, 3], 900, 800],
    [7, [1], 350, 110],
    [99, [], 300, 100],
  ]);
});

test('in a file that came back as it was, no image is smaller', () => {
  const kept = imageRows({ ...report, unchanged: true }, before);
  expect(kept.every(({ bytesBefore, bytesAfter }) => bytesBefore === bytesAfter)).toBe(true);
});

test.each([
  ['saved', [7, 99, 6, 5]],
  ['page', [7, 6, 5, 99]],
  ['size', [6, 7, 5, 99]],
] as const)('sorted by %s', (sort, order) => {
  expect(sortedRows(rows, sort).map(({ object }) => object)).toEqual(order);
});

test('what repairs a page is what was changed on it', () => {
  expect(changedOnPages(rows, [3])).toEqual([6]);
  expect(changedOnPages(rows, [1, 2])).toEqual([6, 7]);
  expect(changedOnPages(rows, [])).toEqual([]);
});

test('each image in words', () => {
  const [kept, shrunk, recoded] = rows.map((row) => row.report);
  expect([kept, shrunk, recoded].map((image) => nowText(image!, false))).toEqual([
    'Same size',
    '50 × 25',
    'Same size',
  ]);
  expect([kept, shrunk].map((image) => codecText(image!, false))).toEqual([
    'Flate, unchanged',
    'JPEG, was Flate',
  ]);
  expect([kept, shrunk, recoded].map((image) => doneText(image!, false))).toEqual([
    'Already small enough.',
    'Scaled to 50 × 25 and saved as JPEG.',
    'Saved as JPEG.',
  ]);
  expect(doneText(shrunk!, true)).toBe('The whole file was kept as it was.');
});

test.each([
  [{ colorSpace: 'ICCBased' }, 'Color'],
  [{ colorSpace: 'DeviceGray', bitsPerComponent: 1 }, 'Black and white'],
  [{ colorSpace: 'DeviceGray' }, 'Gray'],
  [{ colorSpace: 'Indexed' }, 'Palette'],
  [{ colorSpace: 'DeviceCMYK' }, 'CMYK'],
  [{ colorSpace: 'ImageMask', bitsPerComponent: 1 }, 'Stencil'],
])('%o is %s', (parts, words) => {
  expect(colorText(imageReport(1, parts))).toBe(words);
});

test.each([
  [[], 'Somewhere in the file'],
  [[17], 'Page 17'],
  [[1, 2], 'Pages 1, 2'],
  [[1, 2, 3, 4], 'Pages 1, 2, 3 and more'],
])('drawn on %j', (pages, words) => {
  expect(pagesText(pages)).toBe(words);
});
