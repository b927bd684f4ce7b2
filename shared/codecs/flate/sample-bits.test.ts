import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelsIn, packBits, type SampleBits, throughTable, unpackBits } from './sample-bits.ts';

const BITS = [1, 2, 4, 8] as const;

/** One sample at a time, as defined in ISO 32000-2, 8.9.5.2. */
function packedPlainly(values: Uint8Array, width: number, height: number, bits: SampleBits): Uint8Array {
  const stride = Math.ceil((width * bits) / 8);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = x * bits;
      rows[y * stride + (at >> 3)]! |= values[y * width + x]! << (8 - bits - (at & 7));
    }
  }
  return rows;
}

test.each(BITS)('samples of %i bits are packed row by row, and come back', (bits) => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 70 }), height: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(sizes, fc.nat(1e6), ({ width, height }, seed) => {
      const values = Uint8Array.from(
        { length: width * height },
        (_, at) => ((at + 1) * (seed + 7919)) % (1 << bits),
      );
      const packed = packBits(values, width, height, bits);
      expect(packed).toEqual(packedPlainly(values, width, height, bits));
      expect(unpackBits(packed, width, height, bits)).toEqual(values);
    }),
  );
});

test.each(BITS)('more rows of %i bits than fit into a strip, and rows that do not fit', (bits) => {
  for (const [width, height] of [
    [1001, 300],
    [150_001, 3],
  ]) {
    const values = Uint8Array.from(
      { length: width! * height! },
      (_, at) => (at * 37 + (at >> 9)) % (1 << bits),
    );
    const packed = packBits(values, width!, height!, bits);
    expect(Buffer.compare(packed, packedPlainly(values, width!, height!, bits))).toBe(0);
    expect(Buffer.compare(unpackBits(packed, width!, height!, bits), values)).toBe(0);
  }
});

test('tables turn every sample, and every number, whatever the length', () => {
  for (const length of [0, 1, 3, 4, 65_536, 65_537, 200_003]) {
    const samples = Uint8Array.from({ length }, (_, at) => at * 7);
    expect(
      Buffer.compare(
        throughTable(samples, (level) => 255 - level),
        samples.map((s) => 255 - s),
      ),
    ).toBe(0);
  }
});

test('the levels that appear are marked, and no others', () => {
  const samples = Uint8Array.from({ length: 100_000 }, (_, at) => (at === 99_999 ? 255 : at % 5));
  const marks = levelsIn(samples);
  expect([...marks].flatMap((mark, level) => (mark === 1 ? [level] : []))).toEqual([0, 1, 2, 3, 4, 255]);
  expect(levelsIn(new Uint8Array())).toEqual(new Uint8Array(256));
});
