import { expect, test } from 'vitest';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { sequence } from '../../testing/pictures/rasters.ts';
import { operationsOf, startOf } from './operations.ts';
import { sharedRuns } from './shared-runs.ts';
import { worthyRuns } from './worthy-runs.ts';

const words = (seed: number, count: number) => {
  const random = sequence(seed);
  return Array.from({ length: count }, () => `${Math.floor(random() * 1e6)} 0 m`).join(' ');
};

const runs = (contents: readonly string[]) => {
  const read = contents.map((content) => operationsOf(latin1Bytes(content))!);
  return { read, found: sharedRuns(read, 0.5) };
};

test('finds runs as far as they go, each place with the same bytes', () => {
  const [one, two] = [words(2, 60), words(4, 60)];
  const { read, found } = runs(
    Array.from(
      { length: 9 },
      (_, at) => `${one} ${words(100 + 2 * at, 30)} ${two} ${words(200 + 2 * at, 9)}`,
    ),
  );
  const texts = found.map(({ bytes }) => Buffer.from(bytes).toString('latin1').trim());
  expect(texts).toEqual([one, two]);
  for (const { bytes, places } of found)
    for (const { content, from, to } of places)
      expect(
        read[content]!.content.subarray(startOf(read[content]!, from), read[content]!.ends[to - 1]),
      ).toEqual(bytes);
  expect(found.map(({ places }) => places.length)).toEqual([9, 9]);
});

test('takes a long run of half of the contents in place of two short ones of all', () => {
  const [head, middles, tail] = [words(2, 30), [words(4, 40), words(6, 40)], words(8, 30)];
  const { found } = runs(
    Array.from({ length: 40 }, (_, at) => `${head} ${middles[at % 2]} ${tail} ${words(100 + 2 * at, 9)}`),
  );
  expect(found.map(({ places }) => places.length)).toEqual([20, 20]);
});

test('content is cut behind operators, whatever white space or comment is between', () => {
  const content = latin1Bytes('q 1 0 0 1 0 0 cm\n% no Q here\n Q (a Q b) Tj\n');
  const { ends, count } = operationsOf(content)!;
  const parts = [...ends].map((end, at) =>
    Buffer.from(content.subarray(at === 0 ? 0 : ends[at - 1], end)).toString(),
  );
  expect(count).toBe(4);
  expect(parts).toEqual(['q', ' 1 0 0 1 0 0 cm', '\n% no Q here\n Q', ' (a Q b) Tj\n']);
});

test.each(['q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q', 'q 1 2', 'q foo Q', '(a', ' '])(
  'reads no operations in %s',
  (content) => {
    expect(operationsOf(latin1Bytes(content))).toBeNull();
  },
);

test.each([
  ['rarer and rarer', (at: number) => 100_000 - at],
  ['more and more', (at: number) => at + 2],
  ['alike', () => 2],
])('%s segments take no deep stack', (_, times) => {
  const segments = Array.from({ length: 50_000 }, (_, at) => ({
    from: at,
    to: at + 1,
    bytes: 10,
    times: times(at),
  }));
  const found = worthyRuns(segments, 0.5);
  expect(found.every(({ from, to }, at) => from < to && (at === 0 || found[at - 1]!.to <= from))).toBe(true);
});
