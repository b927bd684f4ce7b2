import { expect, test } from 'vitest';
import type { CompressOptions } from '../options.ts';
import type { CompressReport } from '../report.ts';
import { fitWithinBudget } from './fit-within-budget.ts';
import { LAST, SizeCurve } from './size-curve.ts';

const BYTES = 900_000;
const SEPARATED = 20_000;

/** A file of one page that is drawn at `dpi`. */
function fileOf(dpi: number, mrc: CompressOptions['mrc']): CompressReport {
  return {
    outputSize: BYTES,
    unchanged: false,
    options: { quality: 75, minDpi: 0, mrc },
    images: [
      {
        ...{ width: 2480, height: 3508, size: BYTES, softMask: false, codec: 'dct' },
        outcome: { kind: 'kept' },
        dpi: { before: dpi, after: dpi },
      },
    ],
  } as unknown as CompressReport;
}

/** Fits a file of which separated text takes `SEPARATED` bytes, at the sharpness of the options. */
async function fitted(file: CompressReport, budget: number) {
  const asked: number[] = [];
  const fit = await fitWithinBudget([file], budget, async (_, targetSize) => {
    asked.push(targetSize);
    if (targetSize === 0) return file;
    const target =
      SEPARATED <= targetSize
        ? { requestedSize: targetSize, size: SEPARATED, chosen: 'mrc' as const }
        : { requestedSize: targetSize, size: BYTES, missed: { minSize: SEPARATED } };
    return { ...file, outputSize: target.size, target } as CompressReport;
  });
  return { fit, asked };
}

const least = new SizeCurve(fileOf(300, 'fit')).at(LAST);

test('a size below all that softer images give is tried if text of scans may be separated for it', async () => {
  const budget = Math.floor(least * 0.8);
  expect(budget).toBeGreaterThan(SEPARATED);
  const { fit, asked } = await fitted(fileOf(300, 'fit'), budget);
  expect(fit).toMatchObject({ kind: 'fits', bytes: SEPARATED });
  expect(asked).toEqual([budget]);
});

test.each([
  ['no text is separated', fileOf(300, 'off')],
  ['images are too coarse for it', fileOf(150, 'fit')],
])('such a size is impossible at once if %s', async (_, file) => {
  const { fit, asked } = await fitted(file, Math.floor(new SizeCurve(file).at(LAST) * 0.8));
  expect(fit.kind).toBe('impossible');
  expect(asked).toEqual([]);
});

test('what separated text takes at least is told if that is too much', async () => {
  const { fit, asked } = await fitted(fileOf(300, 'fit'), SEPARATED - 1000);
  expect(fit).toMatchObject({ kind: 'impossible', bytes: BYTES, leastBytes: SEPARATED });
  expect(asked).toEqual([SEPARATED - 1000, 0]);
});
