import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainFilterRows } from '../../testing/oracles/plain-png-filter.ts';
import { filterRows, type RowFilter } from './png-filter.ts';

test('filters any rows as they are filtered byte by byte', () => {
  const filters = fc.constantFrom<RowFilter>('none', 'sub', 'up', 'paeth', 'adaptive');
  // Few values make ties, and -128 and 127 lie side by side.
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 900 }),
    fc
      .array(fc.constantFrom(0, 1, 127, 128, 255), { maxLength: 900 })
      .map((values) => Uint8Array.from(values)),
  );
  const pixelBytes = fc.constantFrom(1, 2, 3, 4, 6, 8, 40);
  fc.assert(
    fc.property(
      bytes,
      fc.integer({ min: 1, max: 200 }),
      pixelBytes,
      filters,
      (rows, rowBytes, pixel, filter) => {
        const filtered = filterRows(rows, rowBytes, pixel, filter);
        expect(Buffer.compare(filtered, plainFilterRows(rows, rowBytes, pixel, filter))).toBe(0);
      },
    ),
    { numRuns: 500 },
  );
});
