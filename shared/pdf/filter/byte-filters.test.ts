import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ascii85, BitWriter, type LzwEncoding, lzw, runLength } from '../../testing/byte-encoders.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { ascii85Decode, asciiHexDecode, lzwDecode, runLengthDecode } from './byte-filters.ts';

const MAX = 1 << 24;

/** Data that compresses well, badly, and not at all. */
const SAMPLES: readonly [string, Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['one byte', Uint8Array.of(0)],
  ['a run', new Uint8Array(5000).fill(65)],
  ['text', latin1Bytes('q 1 0 0 1 72 720 cm BT /F1 12 Tf (Hello) Tj ET Q\n'.repeat(200))],
  ['noise', noise(20_000)],
];

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function expectSame(found: Uint8Array, expected: Uint8Array): void {
  expect(Buffer.from(found).equals(Buffer.from(expected))).toBe(true);
}

describe('ASCIIHexDecode', () => {
  test.each(SAMPLES)('gives back %s', (_, plain) => {
    const packed = latin1Bytes(`${Buffer.from(plain).toString('hex')}>`);
    expectSame(asciiHexDecode(packed, MAX).bytes, plain);
  });

  test.each([
    ['both cases', 'aAFf>', '\xaa\xff', false],
    ['blanks of every kind', ' 4\n1\r\t4\f 2\0>', 'AB', false],
    ['an odd digit at the end counts as if 0 followed', '415>', 'AP', false],
    ['nothing behind the end mark is read', '41>42zz', 'A', false],
    ['no end mark', '4142', 'AB', false],
    ['no end mark and an odd digit', '41425', 'ABP', false],
    ['what stands before a stray character is kept', '4142xy43>', 'AB', true],
    ['the end mark alone', '>', '', false],
  ])('%s', (_, packed, plain, damaged) => {
    const found = asciiHexDecode(latin1Bytes(packed), MAX);
    expect([text(found.bytes), found.damaged]).toEqual([plain, damaged]);
  });
});

describe('ASCII85Decode', () => {
  // No writer ends like this; pdf.js pads with "u" too.
  test.each([
    ['7/~>', 68],
    ['M>~>', 137],
    ['cM~>', 206],
  ])('pads the last group of %s with the highest digit', (packed, byte) => {
    expect([...ascii85Decode(latin1Bytes(packed), MAX).bytes]).toEqual([byte]);
  });

  test.each(SAMPLES)('gives back %s', (_, plain) => {
    expectSame(ascii85Decode(latin1Bytes(ascii85(plain)), MAX).bytes, plain);
  });

  test('any bytes survive', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (plain) => {
        const found = ascii85Decode(latin1Bytes(ascii85(plain)), MAX);
        expect([found.bytes, found.damaged]).toEqual([plain, false]);
      }),
    );
  });

  test.each([
    ['z is four zeros', 'z!!~>', '\0\0\0\0\0', false],
    ['five ! are four zeros too', '!!!!!~>', '\0\0\0\0', false],
    ['the largest group', 's8W-!~>', '\xff\xff\xff\xff', false],
    ['blanks anywhere, also inside the end mark', '87 cU\nRD\t]i,"Eb\r o80~ >', 'Hello World!', false],
    ['a partial group of two, three and four', '5l~>', 'A', false],
    ['no end mark', '87cURD]i,"Ebo80', 'Hello World!', false],
    ['the <~ of other writers', '<~87cURD]i,"Ebo80~>', 'Hello World!', false],
    ['<~ behind blanks', '\r\n <~87cURD]i,"Ebo80~>', 'Hello World!', false],
    ['a single character at the end says nothing', '87cUR!~>', 'Hello'.slice(0, 4), true],
    ['z inside a group is damage', '87z~>', '', true],
    ['a character that the alphabet lacks is damage', '87cURv', 'Hell', true],
    ['nothing behind the end mark is read', '5l~>5l', 'A', false],
  ])('%s', (_, packed, plain, damaged) => {
    const found = ascii85Decode(latin1Bytes(packed), MAX);
    expect([text(found.bytes), found.damaged]).toEqual([plain, damaged]);
  });
});

describe('RunLengthDecode', () => {
  test.each(SAMPLES)('gives back %s', (_, plain) => {
    expectSame(runLengthDecode(runLength(plain), MAX).bytes, plain);
  });

  test.each([
    ['128 ends the data', [0, 65, 128, 0, 66], 'A', false],
    ['no end mark', [1, 65, 66], 'AB', false],
    ['the longest copy and the longest repeat', [255, 65, 129, 66, 128], `AA${'B'.repeat(128)}`, false],
    ['a copy that the data does not hold is damage', [4, 65, 66], 'AB', true],
    ['a repeat of nothing is damage', [0, 65, 200], 'A', true],
  ])('%s', (_, packed, plain, damaged) => {
    const found = runLengthDecode(Uint8Array.from(packed), MAX);
    expect([text(found.bytes), found.damaged]).toEqual([plain, damaged]);
  });
});

describe('LZWDecode', () => {
  const FULL: readonly LzwEncoding['whenFull'][] = ['clear at 4095', 'clear at 4096', 'go on'];

  for (const earlyChange of [0, 1] as const) {
    for (const whenFull of FULL) {
      test.each(SAMPLES)(
        `gives back %s; early change ${earlyChange}, full table: ${whenFull}`,
        (_, plain) => {
          const found = lzwDecode(lzw(plain, { earlyChange, whenFull }), MAX, earlyChange);
          expect(found.damaged).toBe(false);
          expectSame(found.bytes, plain);
        },
      );
    }
  }

  test('the example of the standard (ISO 32000-2, 7.4.4.2)', () => {
    const packed = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01);
    expect([...lzwDecode(packed, MAX, 1).bytes]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  test('a table cleared in the middle starts anew, also twice at once', () => {
    const packed = codes([256, 65, 65, 256, 256, 66, 258, 257]);
    expect(text(lzwDecode(packed, MAX, 1).bytes)).toBe('AABBB');
  });

  test('data without the clear code at its start', () => {
    expect(text(lzwDecode(codes([65, 66, 257]), MAX, 1).bytes)).toBe('AB');
  });

  test('data that ends without an end mark is whole as far as it goes', () => {
    const found = lzwDecode(codes([256, 65, 66]), MAX, 1);
    expect([text(found.bytes), found.damaged]).toEqual(['AB', false]);
  });

  test.each([
    ['a code that is not known yet', [256, 65, 300, 66], 'A'],
    ['a first code that stands for a string', [256, 258], ''],
    ['a string code right behind a clear', [256, 65, 66, 256, 259], 'AB'],
  ])('%s is damage; what was read stays', (_, list, plain) => {
    const found = lzwDecode(codes(list), MAX, 1);
    expect([text(found.bytes), found.damaged]).toEqual([plain, true]);
  });

  test('any bytes survive, under both kinds of change', () => {
    const symbols = fc.array(fc.constantFrom(0, 1, 2, 255), { maxLength: 3000 });
    fc.assert(
      fc.property(symbols, fc.constantFrom(0 as const, 1 as const), (plain, earlyChange) => {
        const packed = lzw(Uint8Array.from(plain), { earlyChange, whenFull: 'clear at 4095' });
        expect([...lzwDecode(packed, MAX, earlyChange).bytes]).toEqual(plain);
      }),
      { numRuns: 50 },
    );
  });
});

describe('every byte filter', () => {
  const plain = noise(3000);
  const filters: readonly [
    string,
    Uint8Array,
    (data: Uint8Array, max: number) => ReturnType<typeof lzwDecode>,
  ][] = [
    ['ASCIIHexDecode', latin1Bytes(`${Buffer.from(plain).toString('hex')}>`), asciiHexDecode],
    ['ASCII85Decode', latin1Bytes(ascii85(plain)), ascii85Decode],
    ['RunLengthDecode', runLength(plain), runLengthDecode],
    ['LZWDecode', lzw(plain, { earlyChange: 1, whenFull: 'go on' }), (data, max) => lzwDecode(data, max, 1)],
  ];

  test.each(filters)('%s stops at the cap with what fits', (_, packed, decode) => {
    for (const max of [0, 1, 10, 63, 64, 65, 1000, 2999]) {
      const found = decode(packed, max);
      expect(found.tooLarge).toBe(true);
      expect(found.bytes.length).toBeLessThanOrEqual(max);
      expectSame(found.bytes, plain.subarray(0, found.bytes.length));
    }
    expect(decode(packed, 3000)).toMatchObject({ tooLarge: false, damaged: false });
  });

  test.each(filters)('%s gives back the head of data cut anywhere', (_, packed, decode) => {
    for (let length = 0; length < packed.length; length += 97) {
      const { bytes } = decode(packed.subarray(0, length), MAX);
      // The last byte of ASCIIHex and ASCII85 may be decoded from half its digits.
      const sure = Math.max(0, bytes.length - 4);
      expectSame(bytes.subarray(0, sure), plain.subarray(0, sure));
    }
  });

  test.each(filters)('%s survives any bytes', (_name, _packed, decode) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
        expect(decode(data, 1000).bytes.length).toBeLessThanOrEqual(1000);
      }),
    );
  });
});

/** Codes of nine bits. */
function codes(list: readonly number[]): Uint8Array {
  const out = new BitWriter();
  for (const code of list) out.put(code, 9);
  return out.bytes();
}
