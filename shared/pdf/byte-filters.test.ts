import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1Bytes } from '../testing/files.ts';
import { noise } from '../testing/noise.ts';
import { ascii85Decode, asciiHexDecode, lzwDecode, runLengthDecode } from './byte-filters.ts';

const MAX = 1 << 24;

/** Data that packs well, badly, and not at all. */
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
      // The last byte of ASCIIHex and ASCII85 may come out of half its digits.
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

/** ISO 32000-2, 7.4.3, group by group. */
function ascii85(plain: Uint8Array): string {
  let out = '';
  for (let at = 0; at < plain.length; at += 4) {
    const group = [0, 1, 2, 3].map((i) => plain[at + i] ?? 0);
    let value = group.reduce((sum, byte) => sum * 256 + byte, 0);
    const digits: number[] = [];
    for (let i = 0; i < 5; i++) {
      digits.unshift(value % 85);
      value = Math.floor(value / 85);
    }
    const held = Math.min(4, plain.length - at);
    out +=
      held === 4 && digits.every((digit) => digit === 0)
        ? 'z'
        : String.fromCharCode(...digits.slice(0, held + 1).map((digit) => digit + 33));
  }
  return `${out}~>`;
}

/** ISO 32000-2, 7.4.5: repeats of three and more, copies for the rest. */
function runLength(plain: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < plain.length; ) {
    let run = 1;
    while (run < 128 && plain[at + run] === plain[at]) run += 1;
    if (run > 2) {
      out.push(257 - run, plain[at]);
      at += run;
      continue;
    }
    let end = at;
    while (
      end < plain.length &&
      end - at < 128 &&
      !(plain[end] === plain[end + 1] && plain[end] === plain[end + 2])
    )
      end += 1;
    out.push(end - at - 1, ...plain.subarray(at, end));
    at = end;
  }
  return Uint8Array.from([...out, 128]);
}

interface LzwEncoding {
  readonly earlyChange: 0 | 1;
  readonly whenFull: 'clear at 4095' | 'clear at 4096' | 'go on';
}

/** TIFF 6.0, section 13, over strings in a map. */
function lzw(plain: Uint8Array, { earlyChange, whenFull }: LzwEncoding): Uint8Array {
  const out = new BitWriter();
  const room = whenFull === 'clear at 4095' ? 4095 : 4096;
  let table = new Map<string, number>();
  let next = 258;
  const width = () => {
    // The encoder's table is one entry ahead of the decoder's.
    const known = Math.min(4096, next) - 1 + earlyChange;
    return known >= 2048 ? 12 : known >= 1024 ? 11 : known >= 512 ? 10 : 9;
  };
  const codeOf = (string: string) => (string.length === 1 ? string.charCodeAt(0) : table.get(string)!);
  out.put(256, 9);
  let known = '';
  for (const byte of plain) {
    const longer = known + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      known = longer;
      continue;
    }
    out.put(codeOf(known), width());
    if (next < room) table.set(longer, next);
    next += 1;
    if (next >= room && whenFull !== 'go on') {
      out.put(256, width());
      table = new Map();
      next = 258;
    }
    known = String.fromCharCode(byte);
  }
  if (known !== '') {
    out.put(codeOf(known), width());
    next += 1;
  }
  out.put(257, width());
  return out.bytes();
}

/** Codes of nine bits. */
function codes(list: readonly number[]): Uint8Array {
  const out = new BitWriter();
  for (const code of list) out.put(code, 9);
  return out.bytes();
}

class BitWriter {
  #bits = '';
  readonly #bytes: number[] = [];

  put(value: number, width: number): void {
    this.#bits += value.toString(2).padStart(width, '0');
    while (this.#bits.length >= 8) {
      this.#bytes.push(Number.parseInt(this.#bits.slice(0, 8), 2));
      this.#bits = this.#bits.slice(8);
    }
  }

  bytes(): Uint8Array {
    const rest = this.#bits === '' ? [] : [Number.parseInt(this.#bits.padEnd(8, '0'), 2)];
    return Uint8Array.from([...this.#bytes, ...rest]);
  }
}
