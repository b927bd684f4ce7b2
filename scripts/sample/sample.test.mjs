import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLE } from '../../web/compress/start/sample-sizes.ts';
import { samplePictures } from './sample-pictures.ts';

const stored = (/** @type {string} */ name) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../web/public', name)));

test('the start says what really becomes of the sample, and shows its first page before and after', async () => {
  const sample = stored('sample.pdf');
  expect(sample.length).toBe(SAMPLE.before);
  const { compressed, before, after } = await samplePictures(sample);
  // As exact as the displayed sizes: tenths of a kilobyte, with tolerance for a better codec.
  expect(Math.abs(compressed.length - SAMPLE.after)).toBeLessThan(1500);
  expect(stored('sample-before.jpg')).toEqual(before);
  expect(stored('sample-after.jpg')).toEqual(after);
  expect(before.length + after.length).toBeLessThan(60_000);
});
