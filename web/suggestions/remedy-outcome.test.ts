import { expect, test } from 'vitest';
import type { OverReason } from '../jobs/fit.ts';
import { outcomeOf } from './remedy-outcome.ts';
import type { SuggestionSizes } from './remedy-sizes.ts';

const PICTURES: OverReason = { kind: 'images', count: 3, bytes: 900_000, floorDpi: 150 };
const gray = (sizes: SuggestionSizes) =>
  outcomeOf({ kind: 'gray', options: null as never }, { reason: PICTURES, sizes, limit: 500_000 });

test.each<[string, SuggestionSizes, object]>([
  ['nothing is known', {}, { kind: 'unknown' }],
  ['the coarsest surely fits', { gray: 400_000 }, { kind: 'fits', text: 'under 500\u00a0KB' }],
  ['it is close', { gray: 520_000 }, { kind: 'near', text: '≈ 520.0\u00a0KB' }],
  ['even the coarsest misses', { gray: 700_000 }, { kind: 'misses' }],
])('%s', (_, sizes, outcome) => {
  expect(gray(sizes)).toEqual(outcome);
});

test('what is left without the attachments is known from the report', () => {
  const without = (rest: number) =>
    outcomeOf(
      { kind: 'attachments', options: null as never },
      { reason: { kind: 'attachments', count: 1, bytes: 900_000, rest }, sizes: {}, limit: 500_000 },
    );
  expect(without(380_200)).toEqual({ kind: 'fits', text: '≈ 380.2\u00a0KB' });
  // Its images then get softer, which may be enough.
  expect(without(600_000)).toEqual({ kind: 'near', text: '≈ 600.0\u00a0KB' });
});

test.each<[string, SuggestionSizes, object]>([
  ['nothing is known', {}, { kind: 'fits' }],
  ['it was counted', { split: 3 }, { kind: 'fits', label: 'Split into 3 parts' }],
  ['a page alone is too large', { split: 0 }, { kind: 'misses' }],
])('splitting says into how many parts: %s', (_, sizes, outcome) => {
  const split = outcomeOf({ kind: 'split', options: null }, { reason: PICTURES, sizes, limit: 500_000 });
  expect(split).toEqual(outcome);
});

test.each<[string, SuggestionSizes, object]>([
  ['nothing is known', {}, { kind: 'misses' }],
  ['it fits', { pages: 480_000 }, { kind: 'fits', label: 'Without pages 2–3', text: '480.0\u00a0KB' }],
  ['it is still too large', { pages: 500_001 }, { kind: 'misses' }],
])('without the damaged pages, where %s', (_, sizes, expected) => {
  const reason: OverReason = { kind: 'damaged', pages: [2, 3] };
  expect(outcomeOf({ kind: 'pages', options: null }, { reason, sizes, limit: 500_000 })).toEqual(expected);
});

test('a copy without its signature says about how large it is, and is not the first thing to do', () => {
  const outcome = outcomeOf(
    { kind: 'signature', options: null },
    { reason: { kind: 'signed' }, sizes: { signature: 380_200 }, limit: 500_000 },
  );
  expect(outcome).toEqual({ kind: 'near', text: '≈ 380.2\u00a0KB' });
});
