import { describe, expect, test } from 'vitest';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { sequence } from '../../testing/pictures/rasters.ts';
import { promisedBytes } from './promised-bytes.ts';

function lines(seed: number, count: number): string {
  const random = sequence(2 * seed + 1);
  const number = () => (random() * 500).toFixed(2);
  return Array.from({ length: count }, () => `${number()} ${number()} m ${number()} ${number()} l S`).join(
    '\n',
  );
}

/** Free forms: any stretch that two contents share promises something. */
const FREE = { useBytes: 0, formBytes: 0 };
const stored = (content: string) => ({ content: latin1Bytes(content), storedBytes: content.length });
const promised = (cost: typeof FREE, ...contents: string[]) => promisedBytes(contents.map(stored), cost);
const alike = (...contents: string[]) => promised(FREE, ...contents).map((bytes) => bytes > 0);
const shared = lines(1, 30);

test.each([
  ['in the same words', shared],
  ['with other white space', shared.replaceAll('\n', ' \r\n  ')],
])('finds what two of three draw alike, wherever it begins: %s', (_, second) => {
  const found = alike(`${lines(2, 41)}\n${shared}`, lines(3, 90), `${lines(4, 7)} ${second} ${lines(5, 3)}`);
  expect(found).toEqual([true, false, true]);
});

test('leaves what one content draws twice to deflate', () => {
  expect(alike(`${shared} q ${shared} Q`, lines(2, 30))).toEqual([false, false]);
});

test.each([
  ['all but the form, which two places share', 2, FREE, shared.length / 2],
  ['all but the form, which ten places share', 10, FREE, (shared.length * 9) / 10],
  ['less where a form costs more', 2, { useBytes: 20, formBytes: 200 }, shared.length / 2 - 120],
  ['nothing where forms cost more than they save', 2, { useBytes: 9, formBytes: 2 * shared.length }, 0],
])('promises %s', (_, places, cost, bytes) => {
  const contents = Array.from({ length: places }, (__, at) => `${lines(20 + at, 9)}\n${shared}`);
  for (const found of promised(cost, ...contents)) {
    expect(found).toBeLessThanOrEqual(bytes);
    // Hashes are of every thirty-second piece.
    expect(found).toBeGreaterThanOrEqual(bytes - 200);
  }
});

test('promises less where the content is stored in fewer bytes', () => {
  const half = { content: latin1Bytes(shared), storedBytes: shared.length / 2 };
  const [whole] = promised(FREE, shared, shared);
  expect(promisedBytes([half, half], FREE)[0]).toBeCloseTo(whole! / 2);
});

test('leaves out contents that have no more in common than a line, or only text', () => {
  const text = `BT ${shared.replaceAll('S', 'TBT (word) Tj')} ET`;
  const line = lines(9, 1);
  const [one, two] = [lines(2, 30), lines(3, 30)].map((own) => `${line}\n${own}\n${text}`);
  expect(alike(one!, two!)).toEqual([false, false]);
});

test('leaves out short drawings between texts, however many are alike', () => {
  const underlined = (seed: number) =>
    Array.from({ length: 300 }, (_, at) => `BT (${seed}) Tj ET q 0 g ${lines(at, 3)} Q`).join('\n');
  expect(alike(underlined(1), underlined(2))).toEqual([false, false]);
});

test('finds drawing whose names hold the letters of a text’s beginning', () => {
  const named = shared.replaceAll(' S', ' S /ABT gs');
  expect(alike(`${named}\n${lines(2, 9)}`, named)).toEqual([true, true]);
});

describe('runs that are too short for a form', () => {
  const TEXT = '\nBT (word) Tj ET\n';
  const short = Array.from({ length: 60 }, (_, seed) => lines(100 + seed, 6)).filter(
    (run) =>
      run.length >= 150 &&
      !alike(run, TEXT + run + TEXT)[0] &&
      !alike(TEXT + run + TEXT, TEXT + run + TEXT)[0],
  );

  test('are none, although they have something in common', () => {
    expect(short.length).toBeGreaterThan(10);
  });

  test.each<[string, (at: number) => string]>([
    ['a text', () => TEXT],
    ['other drawing', (at) => `\n${lines(at, 30)}\n`],
  ])('are not one run with %s between them', (_, between) => {
    const joined = (seed: number) => short.map((run, at) => run + between(1000 * seed + at)).join('');
    expect(alike(joined(1), joined(2))).toEqual([false, false]);
  });
});
