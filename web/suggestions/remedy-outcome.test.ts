import { expect, test } from 'vitest';
import type { OverReason } from '../jobs/fit.ts';
import type { Suggestion } from './remedies.ts';
import { outcomeOf } from './remedy-outcome.ts';
import type { SuggestionSizes } from './remedy-sizes.ts';

const PICTURES: OverReason = { kind: 'images', count: 3, bytes: 900_000, floorDpi: 150 };
const ATTACHED = { kind: 'attachments', count: 1, bytes: 900_000 } as const;
const DAMAGED: OverReason = { kind: 'damaged', pages: [2, 3] };
const MISSES = 'misses';

/** `fits, loss: Without pages 2–3, 82.5 KB, 2 pages go` */
function told(kind: Suggestion['kind'], reason: OverReason, sizes: SuggestionSizes): string {
  // The cast: options are not looked at.
  const outcome = outcomeOf({ kind, options: null } as Suggestion, { reason, sizes, limit: 500_000 });
  if (outcome.kind === 'misses') return MISSES;
  const { kind: loss, act, size, price } = outcome.offer;
  return `${outcome.kind}, ${loss}: ${[act, size, price].join(', ')}`.replaceAll('\u00a0', ' ');
}

test.each<[string, Suggestion['kind'], OverReason, SuggestionSizes, string]>([
  ['nothing is known', 'gray', PICTURES, {}, MISSES],
  [
    'it surely fits',
    'gray',
    PICTURES,
    { gray: 4e5 },
    'fits, loss: Try in gray, under 500 KB, All color goes',
  ],
  ['it is close', 'gray', PICTURES, { gray: 520_000 }, 'near, loss: Try in gray, ≈ 520.0 KB, All color goes'],
  ['it misses', 'gray', PICTURES, { gray: 700_000 }, MISSES],
  [
    'the rest fits',
    'attachments',
    { ...ATTACHED, rest: 380_200 },
    {},
    'fits, loss: Without the attachments, ≈ 380.2 KB, 1 file goes',
  ],
  // Its images then get softer, which may be enough.
  [
    'the rest is too large',
    'attachments',
    { ...ATTACHED, rest: 600_000 },
    {},
    'near, loss: Without the attachments, ≈ 600.0 KB, 1 file goes',
  ],
  ['parts are not known', 'split', PICTURES, {}, MISSES],
  ['one part holds all', 'split', PICTURES, { split: [{ size: 35_200, removedLinks: 0 }] }, MISSES],
  [
    'no link crosses',
    'split',
    PICTURES,
    { split: [300_000, 400_000].map((size) => ({ size, removedLinks: 0 })) },
    'fits, gain: Split into 2 parts, 300.0 KB + 400.0 KB, Keeps every link',
  ],
  [
    'links cross',
    'split',
    PICTURES,
    { split: [1, 2, 3, 4].map(() => ({ size: 300_000, removedLinks: 5 })) },
    'fits, loss: Split into 4 parts, 1.2 MB, 20 links end',
  ],
  ['the pages are not made', 'pages', DAMAGED, {}, MISSES],
  [
    'the other pages fit',
    'pages',
    DAMAGED,
    { pages: 480_000 },
    'fits, loss: Without pages 2–3, 480.0 KB, 2 pages go',
  ],
  ['they do not', 'pages', DAMAGED, { pages: 500_001 }, MISSES],
  // Never the first thing to do.
  [
    'it is signed',
    'signature',
    { kind: 'signed' },
    { signature: 380_200 },
    'near, loss: Compress anyway, ≈ 380.2 KB, Ends the signature',
  ],
])('where %s: %s', (_, kind, reason, sizes, expected) => {
  expect(told(kind, reason, sizes)).toBe(expected);
});
