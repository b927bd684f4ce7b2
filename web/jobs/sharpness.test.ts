import { expect, test } from 'vitest';
import type { ImageReport } from '../../shared/index.ts';
import { imageReport } from '../testing/inspections.ts';
import { jobOf, states } from '../testing/jobs.ts';
import { sharpnessOf } from './sharpness.ts';

const sized = (after: number, parts: Partial<ImageReport> = {}): ImageReport => ({
  ...imageReport(1),
  dpi: { before: 300, after },
  outcome: { kind: 'replaced', codec: 'dct', width: 9, height: 9, size: 9 } as ImageReport['outcome'],
  ...parts,
});

test('the resolution is that of the images of the file, not that of the search', () => {
  const images = [
    sized(150.2),
    sized(92, { softMask: true }),
    sized(300, { outcome: { kind: 'kept', reason: 'already-small' } }),
  ];
  const target = { requestedSize: 5e5, size: 4e5, applied: { quality: 26, dpi: 92 } };
  expect(sharpnessOf(jobOf(1, states.done({ images, target })))).toEqual({ quality: 26, dpis: [150] });
  expect(sharpnessOf(jobOf(1, states.done()))).toEqual({ quality: 75, dpis: [] });
});
