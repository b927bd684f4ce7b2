import { expect, test } from 'vitest';
import { encodedBytes } from '../image-jobs/encoded-image.ts';
import { createImageCodecs } from '../image-jobs/image-codecs.ts';
import { runImageJob } from '../image-jobs/image-job.ts';
import type { RecodeJob } from '../image-jobs/types.ts';
import { createTestHost } from '../testing/host.ts';
import { recodeJob } from '../testing/pictures/image-jobs.ts';
import { chart, photo } from '../testing/pictures/rasters.ts';
import { bandsOf } from './bands.ts';

const codecs = createImageCodecs(createTestHost());
const PHOTO = photo(1000, 1200, 3);

async function bytesOf(job: RecodeJob): Promise<number> {
  const result = await runImageJob(job, codecs);
  if (result.kind !== 'replaced') throw new Error(`not replaced: ${result.kind}`);
  return encodedBytes(result.image);
}

test('bands of a photograph take about their share of its bytes, by a fraction of its pixels', async () => {
  const whole = recodeJob(PHOTO);
  const bands = bandsOf(whole);
  if (bands === null) throw new Error('no bands');
  expect(bands.job.height).toBeLessThanOrEqual(PHOTO.height / 2);
  expect(bands.times * bands.job.height).toBeCloseTo(PHOTO.height);
  const [guessed, made] = [(await bytesOf(bands.job)) * bands.times, await bytesOf(whole)];
  expect(Math.abs(guessed - made)).toBeLessThan(0.05 * made);
});

test('bands lie all over a photograph', async () => {
  const samples = PHOTO.samples.slice().fill(200, 0, PHOTO.samples.length >> 1);
  const whole = recodeJob({ ...PHOTO, samples });
  const bands = bandsOf(whole);
  if (bands === null) throw new Error('no bands');
  const [guessed, made] = [(await bytesOf(bands.job)) * bands.times, await bytesOf(whole)];
  expect(Math.abs(guessed - made)).toBeLessThan(0.1 * made);
});

test('a wide photograph has two dozen bands of eight rows', () => {
  expect(bandsOf(recodeJob(photo(3000, 400, 3)))?.job.height).toBe(24 * 8);
});

test('gray colors that are decoded as one component have bands', () => {
  const space = { kind: 'rgb', mayBecomeGray: true, isGray: true } as const;
  expect(bandsOf(recodeJob(photo(1000, 1200, 1), { space }))?.job.height).toBe(50 * 8);
});

test.each<[string, RecodeJob]>([
  ['a drawing', recodeJob(chart(1000, 1200))],
  ['a small photograph', recodeJob(photo(400, 300, 3))],
  ['a photograph of just under a megapixel', recodeJob(photo(1000, 990, 3))],
  ['a photograph of which bands are more than half', recodeJob(photo(3000, 340, 3))],
  ['samples that end early', recodeJob({ ...PHOTO, samples: PHOTO.samples.subarray(1) })],
  ['a picture in a matte', recodeJob(PHOTO, { matte: [0, 0, 0] })],
  ['a soft mask', recodeJob(PHOTO, { role: 'soft-mask' })],
  ['samples that must stay', recodeJob(PHOTO, { refusal: 'unsupported-color-space' })],
])('%s is measured whole', (_, job) => {
  expect(bandsOf(job)).toBeNull();
});
