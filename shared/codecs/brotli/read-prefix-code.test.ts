import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BitReader } from './bit-reader.ts';
import { readPrefixCode } from './read-prefix-code.ts';
import { BrotliError } from './stop.ts';

type Field = readonly [width: number, value: number];

/** Packs numbers, each from its lowest bit (RFC 7932, 1.5.1). */
function bytesOf(fields: readonly Field[]): Uint8Array {
  const bits = fields.flatMap(([width, value]) =>
    Array.from({ length: width }, (_, bit) => (value >> bit) & 1),
  );
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) bytes[at >> 3]! |= bit << (at & 7);
  return bytes;
}

/** Packs a code word, which is read from its highest bit. */
const word = (text: string): readonly Field[] => [...text].map((bit) => [1, Number(bit)]);

/** Reads a code, then as many symbols. */
function symbolsIn(alphabet: number, fields: readonly Field[], count: number): number[] {
  const reader = new BitReader(bytesOf(fields));
  const code = readPrefixCode(reader, alphabet);
  return Array.from({ length: count }, () => reader.symbol(code));
}

function isDamaged(alphabet: number, fields: readonly Field[]): boolean {
  try {
    // Zeros behind it, so that no code is damaged by its end.
    readPrefixCode(new BitReader(Uint8Array.from([...bytesOf(fields), ...new Uint8Array(40)])), alphabet);
    return false;
  } catch (problem) {
    if (!(problem instanceof BrotliError)) throw problem;
    return true;
  }
}

/** A simple code of symbols of eight bits (RFC 7932, 3.4). */
const simple = (symbols: readonly number[], shape: readonly Field[] = []): readonly Field[] => [
  [2, 1],
  [2, symbols.length - 1],
  ...symbols.map((symbol): Field => [8, symbol]),
  ...shape,
];

describe('a simple code', () => {
  test.each<[string, readonly number[], readonly Field[], readonly string[], readonly number[]]>([
    ['of one symbol takes no bits', [77], [], ['', ''], [77, 77]],
    ['of two has one bit for each, in their order', [9, 4], [], ['0', '1'], [4, 9]],
    ['of three has one bit for the first', [9, 200, 4], [], ['0', '10', '11'], [9, 4, 200]],
    ['of four has two bits for each', [9, 200, 4, 7], [[1, 0]], ['00', '01', '10', '11'], [4, 7, 9, 200]],
    [
      'of four may have one, two and three',
      [9, 200, 4, 7],
      [[1, 1]],
      ['0', '10', '110', '111'],
      [9, 200, 4, 7],
    ],
  ])('%s', (_, symbols, shape, words, read) => {
    expect(symbolsIn(256, [...simple(symbols, shape), ...words.flatMap(word)], words.length)).toEqual(read);
  });

  test('has as many bits for a symbol as its alphabet needs', () => {
    const of = (bits: number, symbol: number): readonly Field[] => [
      [2, 1],
      [2, 0],
      [bits, symbol],
    ];
    for (const [alphabet, bits] of [
      [2, 1],
      [18, 5],
      [26, 5],
      [256, 8],
      [257, 9],
      [704, 10],
    ] as const)
      expect(symbolsIn(alphabet, of(bits, alphabet - 1), 1)).toEqual([alphabet - 1]);
  });

  test('of a symbol twice, or of one beyond its alphabet, is damage', () => {
    expect(isDamaged(256, simple([9, 9]))).toBe(true);
    expect(isDamaged(256, simple([9, 4, 9]))).toBe(true);
    expect(isDamaged(256, simple([9, 4, 7]))).toBe(false);
    expect(isDamaged(200, simple([200]))).toBe(true);
    expect(isDamaged(200, simple([199]))).toBe(false);
  });
});

/** The order of code lengths of code lengths, and how such a length is written (RFC 7932, 3.5). */
const ORDER = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const LENGTH_WORDS: readonly Field[] = [
  [2, 0b00],
  [4, 0b0111],
  [3, 0b011],
  [2, 0b10],
  [2, 0b01],
  [4, 0b1111],
];
/** Code lengths of the code length code, up to where it is complete. */
const lengthCode = (lengths: Readonly<Record<number, number>>): readonly Field[] => {
  const fields: Field[] = [[2, 0]];
  let left = 32;
  for (const symbol of ORDER) {
    const length = lengths[symbol] ?? 0;
    fields.push(LENGTH_WORDS[length]!);
    if (length > 0) left -= 32 >> length;
    if (left <= 0) break;
  }
  return fields;
};
/** All lengths from 0 to 15 in four bits. */
const PLAIN = lengthCode(Object.fromEntries(Array.from({ length: 16 }, (_, length) => [length, 4])));
const plainLength = (length: number) => word(length.toString(2).padStart(4, '0'));

/** Canonical code words by symbol (RFC 7932, 3.2). */
function wordsOf(lengths: readonly number[]): Map<number, string> {
  const words = new Map<number, string>();
  let [code, last] = [0, 0];
  for (let length = 1; length <= 15; length += 1)
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      code = last === 0 ? 0 : (code + 1) << (length - last);
      last = length;
      words.set(symbol, code.toString(2).padStart(length, '0'));
    }
  return words;
}

/** Lengths of a complete code: a leaf after the other is divided. */
const completeLengths = fc.array(fc.nat(), { minLength: 1, maxLength: 60 }).map((choices) => {
  const leaves = [0];
  for (const choice of choices) {
    const at = choice % leaves.length;
    if (leaves[at]! < 15) leaves.splice(at, 1, leaves[at]! + 1, leaves[at]! + 1);
  }
  return leaves;
});

describe('a complex code', () => {
  test('of any complete lengths gives back what was coded by it', () => {
    fc.assert(
      fc.property(
        completeLengths,
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.nat(9),
        (lengths, choices, gap) => {
          const spaced = lengths.flatMap((length) => [...new Array<number>(gap).fill(0), length]);
          const words = wordsOf(spaced);
          const symbols = choices.map((choice) => [...words.keys()][choice % words.size]!);
          const fields = [
            ...PLAIN,
            ...spaced.flatMap(plainLength),
            ...symbols.flatMap((symbol) => word(words.get(symbol)!)),
          ];
          expect(symbolsIn(704, fields, symbols.length)).toEqual(symbols);
        },
      ),
    );
  });

  test('may repeat a length again and again: the first is 8', () => {
    // 5, then 17, 65 and 256 in all: (times - 2) * 4 + 3 + bits.
    const fields: readonly Field[] = [...lengthCode({ 16: 3 }), [2, 2], [2, 2], [2, 2], [2, 1]];
    const words = [0, 1, 77, 255].flatMap((symbol) => word(symbol.toString(2).padStart(8, '0')));
    expect(symbolsIn(256, [...fields, ...words], 4)).toEqual([0, 1, 77, 255]);
  });

  test('may leave out symbols by runs of zeros', () => {
    // Lengths of 1 and runs of zeros, each of one bit: 0 is length 1, 1 a run.
    const code = lengthCode({ 1: 1, 17: 1 });
    // Three to ten zeros, then (times - 2) * 8 + 3 + bits: 5, then 30 in all.
    const fields: readonly Field[] = [
      ...code,
      [1, 1],
      [3, 2],
      [1, 1],
      [3, 3],
      [1, 0],
      [1, 1],
      [3, 0],
      [1, 0],
    ];
    expect(symbolsIn(256, [...fields, ...word('01')], 2)).toEqual([30, 34]);
  });

  test('may begin without the first lengths of its own code', () => {
    const fields: readonly Field[] = [
      [2, 2],
      ...[3, 4, 0, 5, 17].map((symbol) => LENGTH_WORDS[symbol === 3 || symbol === 17 ? 1 : 0]!),
    ];
    // Eight symbols of three bits: 0 is length 3.
    expect(symbolsIn(256, [...fields, ...new Array<Field>(8).fill([1, 0]), ...word('000111')], 2)).toEqual([
      0, 7,
    ]);
  });

  test.each<[string, readonly Field[]]>([
    [
      'lengths of lengths that leave a gap',
      [[2, 0], LENGTH_WORDS[2]!, LENGTH_WORDS[2]!, ...new Array<Field>(16).fill([2, 0])],
    ],
    ['no lengths at all', [[2, 0], ...new Array<Field>(18).fill([2, 0])]],
    ['lengths that are too many', [...PLAIN, ...[1, 2, 1].flatMap(plainLength)]],
    ['more symbols than the alphabet', [...PLAIN, ...new Array<number>(257).fill(0).flatMap(plainLength)]],
    ['repeats beyond the alphabet', [...lengthCode({ 16: 3 }), [2, 2], [2, 2], [2, 2], [2, 2]]],
    [
      'fewer lengths than complete it',
      [...PLAIN, ...[1, ...new Array<number>(255).fill(0)].flatMap(plainLength)],
    ],
  ])('is damage with %s', (_, fields) => {
    expect(isDamaged(256, fields)).toBe(true);
  });

  test('that is cut off is damage', () => {
    const bytes = bytesOf([...PLAIN, ...new Array<number>(4).fill(2).flatMap(plainLength)]);
    for (let length = 0; length < bytes.length - 1; length += 1)
      expect(() => readPrefixCode(new BitReader(bytes.subarray(0, length)), 256)).toThrow(BrotliError);
    expect(isDamaged(256, [...PLAIN, ...new Array<number>(4).fill(2).flatMap(plainLength)])).toBe(false);
  });
});
