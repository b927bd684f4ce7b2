import { deflateRawSync, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deflate } from './deflate.ts';
import { inflate } from './inflate.ts';

const MAX = 1 << 26;
const text = new TextEncoder().encode('q 1 0 0 1 72 720 cm BT /F1 12 Tf (Hello) Tj ET Q\n'.repeat(500));

function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0, state = 1; i < length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

describe('inflate', () => {
  test.each([
    ['text', text],
    ['nothing', new Uint8Array(0)],
    ['noise', noise(100_000)],
    ['one byte', new Uint8Array([7])],
    ['a long run', new Uint8Array(1_000_000)],
  ])('gives back %s as zlib packed it, at every level', (_, plain) => {
    for (const level of [0, 1, 6, 9]) {
      const result = inflate(deflateSync(plain, { level }), MAX);
      expect(result.damaged).toBe(false);
      expect(Buffer.from(result.bytes).equals(Buffer.from(plain))).toBe(true);
    }
  });

  test('any bytes survive packing and unpacking', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4000 }), fc.integer({ min: 1, max: 12 }), (plain, level) => {
        const result = inflate(deflate(plain, level), MAX);
        expect(result.damaged).toBe(false);
        expect(result.bytes).toEqual(plain);
      }),
      { numRuns: 200 },
    );
  });

  test('reads data without the zlib header', () => {
    const result = inflate(deflateRawSync(text), MAX);
    expect(result.damaged).toBe(false);
    expect(result.bytes.length).toBe(text.length);
  });

  test('gives what it read when the data ends early, and says so', () => {
    const packed = deflateSync(text);
    for (let cut = 0; cut < packed.length - 5; cut += 7) {
      const result = inflate(packed.subarray(0, cut), MAX);
      expect(result.damaged).toBe(true);
      expect(text.subarray(0, result.bytes.length)).toEqual(result.bytes);
    }
  });

  test('data without its check sum is whole: readers do not look at it', () => {
    expect(inflate(deflateSync(text).subarray(0, -4), MAX).damaged).toBe(false);
  });

  test.each([0, 1, 6])('stops at the cap (level %i)', (level) => {
    const result = inflate(deflateSync(new Uint8Array(5_000_000), { level }), 1_000_000);
    expect(result.tooLarge).toBe(true);
    expect(result.bytes.length).toBe(1_000_000);
  });

  test('takes little memory for data that explodes, and for the rest as much as it has', () => {
    const data = deflateSync(new Uint8Array(5_000_000));
    const { bytes, tooLarge } = inflate(data, 4_900_000);
    expect(tooLarge).toBe(true);
    expect(bytes.buffer.byteLength).toBeLessThan(2_100_000);
    const whole = inflate(data, MAX).bytes;
    expect(whole).toEqual(new Uint8Array(5_000_000));
    expect(whole.buffer.byteLength).toBe(5_000_000);
  });

  test('data that is exactly as long as the cap is not too large', () => {
    const result = inflate(deflateSync(text), text.length);
    expect(result).toMatchObject({ tooLarge: false, damaged: false });
  });

  test('any junk ends with what could be read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (junk) => {
        expect(inflate(junk, 10_000).bytes.length).toBeLessThanOrEqual(10_000);
      }),
      { numRuns: 2000 },
    );
  });
});
