import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CcittBits, PEEK_BITS } from './bits.ts';

/** Bits as text, with spaces for readability, padded to bytes. */
function bytesOf(text: string): Uint8Array {
  const digits = text.replaceAll(' ', '');
  const bytes = digits.padEnd(Math.ceil(digits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}

const textOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
const zeros = (count: number) => '0'.repeat(count);
const EOL = `${zeros(11)}1`;

describe('bits', () => {
  test('are the next at any position, followed by zeros', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), fc.nat(96), (data, seed) => {
        const position = Math.min(seed, data.length * 8);
        const bits = new CcittBits(data);
        bits.position = position;
        const text = (textOf(data) + zeros(PEEK_BITS)).slice(position, position + PEEK_BITS);
        expect(bits.peek()).toBe(Number.parseInt(text, 2));
        expect(bits.position).toBe(position);
      }),
    );
  });

  test('are taken in any portions', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 13 }), { maxLength: 12 }),
        (data, counts) => {
          const bits = new CcittBits(data);
          let at = 0;
          for (const count of counts) {
            const text = (textOf(data) + zeros(200)).slice(at, at + count);
            at += count;
            if (at > data.length * 8) break;
            expect(bits.take(count)).toBe(Number.parseInt(text, 2));
            expect(bits.position).toBe(at);
          }
        },
      ),
    );
  });

  test('go on at a whole byte when they are aligned', () => {
    const bits = new CcittBits(new Uint8Array(4));
    const aligned = Array.from({ length: 18 }, (_, position) => {
      bits.position = position;
      bits.align();
      return bits.position;
    });
    expect(aligned).toEqual([0, ...new Array(8).fill(8), ...new Array(8).fill(16), 24]);
  });
});

describe('the end', () => {
  test('of all codes is behind the last one', () => {
    const bits = new CcittBits(bytesOf('0010 1000  0000 0000'));
    const exhausted = Array.from({ length: 8 }, (_, position) => {
      bits.position = position;
      return bits.exhausted;
    });
    expect(exhausted).toEqual([false, false, false, false, false, true, true, true]);
    for (const data of ['', zeros(8), zeros(24)]) expect(new CcittBits(bytesOf(data)).exhausted).toBe(true);
    const last = new CcittBits(bytesOf('0000 0001'));
    last.position = 7;
    expect(last.exhausted).toBe(false);
    last.position = 8;
    expect(last.exhausted).toBe(true);
  });

  test('of the data may be reached, and not passed', () => {
    const bits = new CcittBits(Uint8Array.of(0, 0));
    bits.position = 16;
    expect(bits.overrun).toBe(false);
    bits.position = 17;
    expect(bits.overrun).toBe(true);
  });
});

describe('an end of line', () => {
  test('is a one behind eleven zeros or more', () => {
    for (const [count, isEnd] of [
      [10, false],
      [11, true],
      [12, true],
      [40, true],
    ] as const) {
      const bits = new CcittBits(bytesOf(`${zeros(count)}1 1`));
      expect(bits.atEndOfLine()).toBe(isEnd);
      expect(bits.takeEndOfLine()).toBe(isEnd);
      expect(bits.position).toBe(isEnd ? count + 1 : 0);
    }
  });

  test('is looked for where it is asked for', () => {
    const bits = new CcittBits(bytesOf(`101 ${EOL} 1`));
    expect([0, 1, 2, 3, 4].map((skip) => bits.atEndOfLine(skip))).toEqual([false, false, false, true, false]);
    bits.position = 3;
    expect(bits.takeEndOfLine()).toBe(true);
    expect(bits.position).toBe(15);
    expect(bits.takeEndOfLine()).toBe(false);
  });

  test('is none without its one', () => {
    const bits = new CcittBits(bytesOf(`1 ${zeros(60)}`));
    bits.position = 1;
    expect([bits.atEndOfLine(), bits.takeEndOfLine(), bits.skipToEndOfLine(), bits.position]).toEqual([
      false,
      false,
      false,
      1,
    ]);
  });

  test('is found behind other codes, with its fill', () => {
    const bits = new CcittBits(bytesOf(`1101 ${zeros(10)} 1 ${zeros(14)}1 0 ${EOL}`));
    expect(bits.skipToEndOfLine()).toBe(true);
    expect(bits.position).toBe(15);
    expect(bits.takeEndOfLine()).toBe(true);
    expect(bits.position).toBe(30);
    expect(bits.skipToEndOfLine()).toBe(true);
    // The zero before it is fill.
    expect(bits.position).toBe(30);
    bits.takeEndOfLine();
    expect(bits.skipToEndOfLine()).toBe(false);
    expect(bits.position).toBe(43);
  });
});
