import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyRows, type PackedRows } from './copy-rows.ts';

/** A pixel as a reader sees it: the most significant bit comes first. */
function bitAt({ bytes, stride }: PackedRows, row: number, bit: number): number {
  return (bytes[row * stride + Math.floor(bit / 8)]! >> (7 - (bit % 8))) & 1;
}

test('each bit arrives at its place, and all others of the target stay', () => {
  const cases = fc
    .record({
      bits: fc.integer({ min: 0, max: 40 }),
      rows: fc.integer({ min: 0, max: 3 }),
      bit: fc.integer({ min: 0, max: 20 }),
      row: fc.integer({ min: 0, max: 2 }),
      spare: fc.integer({ min: 0, max: 2 }),
    })
    .chain(({ spare, ...place }) => {
      const strides = [Math.ceil(place.bits / 8) + spare, Math.ceil((place.bit + place.bits) / 8) + spare];
      const [from, to] = strides.map((stride, at) => {
        const length = stride * (place.rows + (at === 0 ? 0 : place.row));
        return fc
          .uint8Array({ minLength: length, maxLength: length })
          .map((bytes): PackedRows => ({ bytes, stride }));
      });
      return fc.tuple(from!, to!, fc.constant(place));
    });
  fc.assert(
    fc.property(cases, ([from, to, place]) => {
      const before = { ...to, bytes: to.bytes.slice() };
      copyRows(from, to, place);
      for (let row = 0; row < place.row + place.rows; row += 1)
        for (let bit = 0; bit < to.stride * 8; bit += 1) {
          const [x, y] = [bit - place.bit, row - place.row];
          const isCopied = y >= 0 && x >= 0 && x < place.bits;
          const wanted = isCopied ? bitAt(from, y, x) : bitAt(before, row, bit);
          expect(bitAt(to, row, bit), `bit ${bit} of row ${row}`).toBe(wanted);
        }
    }),
    { numRuns: 300 },
  );
});
