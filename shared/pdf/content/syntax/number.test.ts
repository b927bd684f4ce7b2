import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latin1Bytes } from '../../../testing/documents/files.ts';
import { sameDecimal, writeDecimal } from './number.ts';

function written(number: string): string {
  const out = new Uint8Array(number.length);
  const end = writeDecimal(latin1Bytes(number), 0, number.length, out, 0);
  return Buffer.from(out.subarray(0, end)).toString('latin1');
}

function areSame(one: string, other: string): boolean {
  return sameDecimal(latin1Bytes(one), 0, one.length, latin1Bytes(other), 0, other.length);
}

test.each([
  ['0', '0'],
  ['-0.00', '0'],
  ['+7', '7'],
  ['007', '7'],
  ['0.50', '.5'],
  ['-0.5', '-.5'],
  ['-12.3400', '-12.34'],
  ['1.', '1'],
  ['100', '100'],
  ['10.0', '10'],
  ['.000000000000000000001', '.000000000000000000001'],
  ['0.123456789012345678901234567890', '.12345678901234567890123456789'],
  // Readers hold integers in 32 bits, so a real stays a real.
  ['9999999999.0', '9999999999.0'],
  ['123456789.0', '123456789'],
])('%s is written %s', (number, shortest) => {
  expect(written(number)).toBe(shortest);
});

const decimals = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.stringMatching(/^0{0,3}\d{0,12}$/),
    fc.constantFrom('', '.'),
    fc.stringMatching(/^\d{0,12}0{0,3}$/),
  )
  .map(([sign, whole, point, fraction]) => `${sign}${whole}${point}${point === '' ? '' : fraction}`)
  .filter((number) => /\d/.test(number));

test('is never longer, and exactly the same number', () => {
  fc.assert(
    fc.property(decimals, (number) => {
      const shortest = written(number);
      expect(shortest.length).toBeLessThanOrEqual(number.length);
      expect(areSame(number, shortest)).toBe(true);
      expect(areSame(shortest, number)).toBe(true);
      expect(written(shortest)).toBe(shortest);
    }),
  );
});

test('tells apart what a double cannot', () => {
  expect(areSame('0.1000000000000000055511151231257827', '0.1')).toBe(false);
  expect(areSame('12345678901234567890', '12345678901234567891')).toBe(false);
});

test('two numbers are the same when exact arithmetic says so', () => {
  const exact = (number: string) => {
    const [whole = '', fraction = ''] = number.replace(/^[+-]/, '').split('.');
    const value = BigInt(`${whole}${fraction.padEnd(20, '0')}` || '0');
    return number.startsWith('-') ? -value : value;
  };
  fc.assert(
    fc.property(decimals, decimals, (one, other) => {
      expect(areSame(one, other)).toBe(exact(one) === exact(other));
    }),
  );
});
