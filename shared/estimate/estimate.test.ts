import { expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { PRESETS, type PresetName } from '../index.ts';
import { albumFile } from '../testing/documents/album-file.ts';
import { dividedFile } from '../testing/documents/divided-file.ts';
import { createTestHost } from '../testing/host.ts';
import { estimateSizes } from './estimate-sizes.ts';
import { imagesOf, sampleOf } from './sample.ts';

const host = createTestHost();
const NAMES = ['sharp', 'balanced', 'small', 'lossless'] as const satisfies readonly PresetName[];

test.each([
  { of: 'an album of photographs, drawings and masks', make: () => albumFile(3) },
  { of: 'a document with a picture on each page', make: async () => dividedFile(20) },
])('of $of each preset is guessed within 10 %', async ({ make }) => {
  const file = await make();
  const { report } = await compress(file, PRESETS.balanced, { host });
  const guessed = await estimateSizes(
    file,
    report,
    NAMES.map((name) => PRESETS[name]),
    { host },
  );
  for (const [index, name] of NAMES.entries()) {
    const { bytes } = await compress(file, PRESETS[name], { host });
    expect(Math.abs(guessed[index] - bytes.length), name).toBeLessThanOrEqual(bytes.length * 0.1);
  }
});

test('a file that comes back whatever is asked for weighs what it weighs', async () => {
  const { report } = await compress(dividedFile(2), PRESETS.balanced, { host });
  const kept = { ...report, unchanged: true, warnings: ['signed'] as const, outputBytes: 999 };
  expect(await estimateSizes(dividedFile(2), kept, [PRESETS.small], { host })).toEqual([999]);
});

test('of many pictures a few are made again, the heaviest among them, the same ones each time', async () => {
  const { report } = await compress(dividedFile(60), PRESETS.balanced, { host });
  const images = imagesOf(report);
  const sample = sampleOf(images);
  expect(sample.length).toBeLessThanOrEqual(12);
  expect(sample).toEqual(sampleOf([...images].reverse()));
});
