import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { SHARPNESSES, stepAt } from './sharpness-axis.ts';

const SIZE = { width: 1700, height: 2200 };

test.each([
  ['a scan of 200 dpi', { widthPt: 612, heightPt: 792 }],
  ['a picture drawn at 40 dpi', { widthPt: 3060, heightPt: 3960 }],
  ['one of which nobody knows how large it is drawn', null],
])('%s gets less from point to point, and never more than is asked for', (_, placed) => {
  for (const options of [
    { ...DEFAULT_OPTIONS, maxDimension: 100_000, maxDpi: 150, quality: 60 },
    { ...DEFAULT_OPTIONS, minDpi: 110 },
  ]) {
    const steps = SHARPNESSES.map((sharpness) => stepAt(sharpness, SIZE, options, placed));
    for (const [index, { quality, target }] of steps.entries()) {
      const before = steps[index - 1] ?? { quality: 100, target: SIZE };
      expect(quality).toBeLessThanOrEqual(before.quality);
      expect(target.width).toBeLessThanOrEqual(before.target.width);
      expect(target.height).toBeLessThanOrEqual(before.target.height);
    }
  }
});
