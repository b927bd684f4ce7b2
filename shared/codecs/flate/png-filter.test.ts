import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainFilterRows } from '../../testing/oracles/plain-png-filter.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { filterRows, type RowFilter, unfilterRows } from './png-filter.ts';

test('filters any rows as they are filtered byte by byte', () => {
  const filters = fc.constantFrom<RowFilter>('none', 'sub', 'up', 'paeth', 'adaptive');
  // Few values make ties, and -128 and 127 are adjacent.
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

test('more rows than are undone in one call come back, cut or not', () => {
  const rowBytes = 999;
  const rows = noise(rowBytes * 400);
  for (const filter of ['sub', 'up', 'paeth', 'adaptive'] as const) {
    for (const pixelBytes of [1, 3, 4, 6]) {
      const filtered = filterRows(rows, rowBytes, pixelBytes, filter);
      expect(Buffer.compare(unfilterRows(filtered, rowBytes, pixelBytes), rows)).toBe(0);
      const cut = filtered.subarray(0, 300 * (rowBytes + 1) + 78);
      const known = rows.subarray(0, 300 * rowBytes + 77);
      expect(Buffer.compare(unfilterRows(cut, rowBytes, pixelBytes), known)).toBe(0);
    }
  }
});
