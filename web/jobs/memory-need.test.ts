import { describe, expect, test } from 'vitest';
import { type CompressOptions, DEFAULT_OPTIONS, type ProbedImage } from '../../shared/index.ts';
import { probeOf } from '../testing/jobs.ts';
import { memoryNeed } from './memory-need.ts';

const MB = 1_000_000;
const PHOTOGRAPH = 24 * MB;

function leastFor(unpacking: ProbedImage['unpacking'], options: Partial<CompressOptions> = {}): number {
  const probe = probeOf({ largestImages: [{ pixels: PHOTOGRAPH, unpacking }] });
  return memoryNeed(8 * MB, probe, { ...DEFAULT_OPTIONS, ...options }, 1).least;
}

test('an album of photographs fits a tab that may use 268 MB, as they come in rows', () => {
  expect(leastFor('rows', { minDpi: 150 })).toBeLessThan(110 * MB);
});

describe('an image takes more', () => {
  test.each<[string, number, number]>([
    ['when all of it is unpacked', leastFor('whole'), leastFor('rows')],
    ['as JPEG 2000', leastFor('jpx'), leastFor('whole')],
    ['when it may become JPEG 2000', leastFor('whole', { jpx: 'lossless' }), leastFor('whole')],
    ['when it keeps its size', leastFor('rows', { maxDimension: 100_000 }), leastFor('rows')],
    ['when the page allows it to be large', leastFor('rows', { minDpi: 300 }), leastFor('rows')],
    ['when text is looked for in it', leastFor('rows', { mrc: 'auto' }), leastFor('rows')],
  ])('%s', (_, more, less) => {
    expect(more - less).toBeGreaterThan(40 * MB);
  });
});

test('an image is not counted larger than it is, whatever the page has room for', () => {
  const sizeless = { maxDimension: 1_000_000, minDpi: 0 };
  expect(leastFor('rows', sizeless)).toBe(leastFor('rows', { ...sizeless, minDpi: 10_000 }));
});

test('a file is there twice: as it came, and as what was made of it', () => {
  const [small, large] = [MB, 9 * MB].map(
    (bytes) => memoryNeed(bytes, probeOf({}), DEFAULT_OPTIONS, 1).least,
  );
  expect(large! - small!).toBe(2 * 8 * MB);
});

test('side by side, images take what they take together, and each worker the core', () => {
  const probe = probeOf({
    largestImages: [
      // Needs little memory, although it has the most pixels.
      { pixels: 2 * PHOTOGRAPH, unpacking: 'bits' },
      { pixels: PHOTOGRAPH, unpacking: 'whole' },
      { pixels: PHOTOGRAPH, unpacking: 'whole' },
    ],
  });
  const one = memoryNeed(8 * MB, probe, DEFAULT_OPTIONS, 1);
  const two = memoryNeed(8 * MB, probe, DEFAULT_OPTIONS, 2);
  expect(two.least).toBe(one.least);
  expect(two.usual - one.usual).toBeGreaterThan(8 * PHOTOGRAPH);
});
