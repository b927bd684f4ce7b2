import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BitSink, bitWidth } from './bit-sink.ts';

const field = fc
  .integer({ min: 0, max: 32 })
  .chain((width) => fc.tuple(fc.integer({ min: 0, max: 2 ** width - 1 }), fc.constant(width)));

test('numbers follow each other bit by bit, the highest first', () => {
  fc.assert(
    fc.property(fc.array(field, { maxLength: 30 }), (fields) => {
      const sink = new BitSink();
      for (const [value, width] of fields) sink.put(value, width);
      sink.align();
      const bits = fields
        .map(([value, width]) => (width === 0 ? '' : value.toString(2).padStart(width, '0')))
        .join('');
      const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
      expect([...sink.bytes()]).toEqual(bytes.map((byte) => Number.parseInt(byte, 2)));
      expect(sink.length).toBe(bytes.length);
    }),
  );
});

test('a byte that is full is not filled again', () => {
  const sink = new BitSink();
  sink.put(0xab, 8);
  sink.align();
  sink.align();
  sink.put(1, 1);
  expect(sink.length).toBe(1);
  sink.align();
  sink.put(1, 8);
  expect([...sink.bytes()]).toEqual([0xab, 0x80, 1]);
});

test('the width of a number is that of its binary digits', () => {
  expect(bitWidth(0)).toBe(0);
  for (const value of [1, 2, 3, 4, 255, 256, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])
    expect(bitWidth(value)).toBe(value.toString(2).length);
});
