import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { inflateGray } from './inflate-gray.ts';

function inThree(levels: Uint8Array): Uint8Array {
  return new Uint8Array(levels.length * 3).map((_, at) => levels[Math.floor(at / 3)]!);
}

test('gives one of three equal components of any pixels', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (levels) => {
      expect(inflateGray(deflate(inThree(levels)), levels.length)).toEqual(levels);
    }),
  );
});

test('also of so many that they come in pieces, which end in the middle of a pixel', () => {
  const levels = new Uint8Array(400_003).map((_, at) => (at * 7) >> 5);
  const gray = inflateGray(deflate(inThree(levels)), levels.length);
  expect(gray !== null && Buffer.compare(gray, levels) === 0).toBe(true);
});

test.each([0, 1, 2, 599_998, 599_999])('gives nothing where byte %d is not like its neighbours', (at) => {
  const rows = inThree(new Uint8Array(200_000).fill(9));
  rows[at]! += 1;
  expect(inflateGray(deflate(rows), 200_000)).toBeNull();
});

test('gives nothing of damaged data, of too few and of too many pixels, and of data without a header', () => {
  const packed = deflate(inThree(new Uint8Array(1000).map((_, at) => at)));
  expect(inflateGray(packed.subarray(0, packed.length - 20), 1000)).toBeNull();
  expect(inflateGray(packed, 999)).toBeNull();
  expect(inflateGray(packed, 1001)).toBeNull();
  expect(inflateGray(packed.subarray(2), 1000)).toBeNull();
  expect(inflateGray(deflate(new Uint8Array(3001)), 1000)).toBeNull();
});
