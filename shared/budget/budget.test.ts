import { describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { type CompressReport, PRESETS } from '../index.ts';
import { albumFile } from '../testing/documents/album-file.ts';
import { richFile } from '../testing/documents/rich-document.ts';
import { createTestHost } from '../testing/host.ts';
import { fitWithinBudget } from './fit-within-budget.ts';

const host = createTestHost();
const options = { ...PRESETS.balanced, minDpi: 0 };
const files = [
  await albumFile(1),
  await albumFile(2, 1),
  await albumFile(1, 3),
  richFile(),
  await albumFile(3, 4),
];
const first = await Promise.all(files.map(async (file) => (await compress(file, options, { host })).report));
const before = first.reduce((sum, { outputSize }) => sum + outputSize, 0);

/** Fits a document and returns how often its files were made. */
async function fitted(budget: number) {
  const made: number[] = [];
  const last = new Map<number, CompressReport>();
  const together = await fitWithinBudget(first, budget, async (index, targetSize) => {
    made.push(index);
    const { report } = await compress(files[index]!, { ...options, targetSize }, { host });
    last.set(index, report);
    return report;
  });
  const bytes = first.reduce((sum, { outputSize }, i) => sum + (last.get(i)?.outputSize ?? outputSize), 0);
  return { together, made, bytes, last };
}

describe('one size for five files', () => {
  test.each([0.85, 0.7])('of %d of what they weigh is kept, and used to at least 90 %%', async (share) => {
    const budget = Math.floor(before * share);
    const { together, made, bytes } = await fitted(budget);
    expect(together).toMatchObject({ kind: 'fits', bytes });
    expect(bytes).toBeLessThanOrEqual(budget);
    expect(bytes).toBeGreaterThanOrEqual(budget * 0.9);
    // Four of them have images; at most two runs each.
    expect(made.length).toBeLessThanOrEqual(4 * 2);
    expect(made).not.toContain(3);
  });

  test('gives all of them about the same sharpness', async () => {
    const { last } = await fitted(Math.floor(before * 0.75));
    const qualities = [...last.values()].flatMap(({ target }) => target?.applied?.quality ?? []);
    expect(qualities.length).toBeGreaterThan(1);
    expect(Math.max(...qualities) - Math.min(...qualities)).toBeLessThanOrEqual(20);
  });

  test('that they have already takes no run', async () => {
    const { together, made } = await fitted(before);
    expect(together).toEqual({ kind: 'fits', bytes: before, targets: first.map(() => null) });
    expect(made).toEqual([]);
  });

  test('that they cannot have is told, with what they would need', async () => {
    const budget = Math.floor(before * 0.1);
    const { together } = await fitted(budget);
    expect(together).toMatchObject({ kind: 'impossible', bytes: before });
    expect(together.leastBytes).toBeGreaterThan(budget);
    expect(together.leastBytes).toBeLessThan(before);
  });
});
