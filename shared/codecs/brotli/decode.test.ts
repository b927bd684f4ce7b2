import { brotliDecompressSync, constants, crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brotli } from '../../testing/brotli.ts';
import { brotliWord } from '../../testing/brotli-words.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { brotliDecode } from './decode.ts';
import { dictionary } from './dictionary.ts';

const MAX = 1 << 26;
const text = new TextEncoder().encode(
  'The page is drawn: q 1 0 0 1 72 720 cm BT /F1 12 Tf (Hello) Tj ET Q\n'.repeat(500),
);

function expectPlain(data: Uint8Array, plain: Uint8Array): void {
  const result = brotliDecode(data, MAX);
  expect({ damaged: result.damaged, tooLarge: result.tooLarge }).toEqual({ damaged: false, tooLarge: false });
  expect(Buffer.from(result.bytes).equals(Buffer.from(plain))).toBe(true);
}

describe('brotliDecode', () => {
  const kinds: readonly [string, Uint8Array][] = [
    ['text', text],
    ['nothing', new Uint8Array(0)],
    ['one byte', new Uint8Array([7])],
    ['noise', noise(100_000, 1)],
    ['a long run', new Uint8Array(1_000_000)],
    ['numbers with a sign', Uint8Array.from({ length: 50_000 }, (_, i) => 128 + 100 * Math.sin(i / 40))],
    // Noise of 64 values has no repetitions, and yet is not stored as it is.
    [
      'letters by thousands before a repetition',
      Uint8Array.from(
        [100, 200, 400, 800, 1500, 3000, 10_000, 30_000].flatMap((length) => {
          const letters = noise(length, length).map((byte) => byte & 63);
          return [...letters, ...letters.subarray(0, 50)];
        }),
      ),
    ],
    ['UTF-8', new TextEncoder().encode('Größe, мир, 世界, the other world. '.repeat(300))],
  ];

  test.each(kinds)('gives back %s as zlib packed it, at every quality, mode and window', (_, plain) => {
    for (const quality of [0, 1, 2, 4, 5, 9, 10, 11]) expectPlain(brotli(plain, { quality }), plain);
    for (const mode of [1, 2]) expectPlain(brotli(plain, { mode, quality: 11 }), plain);
    for (const window of [10, 16, 17, 18, 24]) expectPlain(brotli(plain, { window }), plain);
  });

  test.each(kinds)('gives back %s packed with a large window', (_, plain) => {
    for (const [window, quality] of [
      [10, 9],
      [25, 1],
      [28, 5],
      [30, 9],
    ] as const)
      expectPlain(brotli(plain, { window, quality, isLarge: true }), plain);
  });

  test('a distance beyond 16 MB leads back through a large window', () => {
    const block = noise(2_000_000, 2);
    const plain = new Uint8Array(22_000_000);
    plain.set(block);
    plain.set(block, 20_000_000);
    const data = brotli(plain, { window: 25, quality: 5, isLarge: true });
    expect(data.length).toBeLessThan(2_300_000);
    expectPlain(data, plain);
  });

  test('any bytes survive packing and unpacking', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.uint8Array({ maxLength: 60 }),
            fc.lorem().map((words) => new TextEncoder().encode(words)),
          ),
          {
            maxLength: 40,
          },
        ),
        fc.record({
          quality: fc.integer({ min: 0, max: 11 }),
          mode: fc.integer({ min: 0, max: 2 }),
          window: fc.integer({ min: 10, max: 24 }),
          isLarge: fc.boolean(),
        }),
        (parts, packing) => {
          const plain = new Uint8Array(Buffer.concat(parts));
          expectPlain(brotli(plain, packing), plain);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('the dictionary is that of the RFC, by its check sum and by what zlib takes its words for', () => {
    expect(dictionary()).toHaveLength(122_784);
    expect(crc32(dictionary())).toBe(0x5136cb04);
    const indexBits = [10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5];
    for (const [index, bits] of indexBits.entries()) {
      const length = index + 4;
      for (const id of [0, 1, 11, 2 ** bits - 1]) {
        const data = brotliWord(length, id, 1 + length);
        expectPlain(data, brotliDecompressSync(data));
      }
    }
  });

  test.each([
    [4, 10],
    [9, 10],
    [24, 5],
  ])('every transform of words of %d bytes is what zlib takes it for', (length, bits) => {
    for (let transform = 0; transform < 121; transform++) {
      const dataOf = (bytes: number) => brotliWord(length, transform * 2 ** bits + 3, bytes);
      const sizes = Array.from({ length: 40 }, (_, index) => Math.max(2, length - 8) + index);
      // The meta-block must end at the end of the word.
      expect(sizes.some((bytes) => agreesWithZlib(dataOf(bytes)))).toBe(true);
    }
  });

  test('takes a word or transform that is not there for damage, as zlib does', () => {
    for (const data of [brotliWord(24, 121 << 5, 25), brotliWord(24, 5000, 26), brotliWord(4, 0, 4)]) {
      expect(unpackedByZlib(data)).toBeNull();
      expect(brotliDecode(data, MAX).damaged).toBe(true);
    }
  });

  test('gives what it read when the data ends early, and says so', () => {
    const data = brotli(text, { quality: 11 });
    for (let cut = 0; cut < data.length; cut++) {
      const result = brotliDecode(data.subarray(0, cut), MAX);
      expect(result.damaged).toBe(true);
      expect(Buffer.from(text).subarray(0, result.bytes.length).equals(Buffer.from(result.bytes))).toBe(true);
    }
  });

  test('what is cut off behind most of the data costs little of it', () => {
    const plain = noise(100_000, 3).map((byte) => byte & 15);
    const data = brotli(plain);
    expect(brotliDecode(data.subarray(0, data.length >> 1), MAX).bytes.length).toBeGreaterThan(45_000);
  });

  test('ends at broken bytes without a crash, and agrees with zlib on what is sound', () => {
    const data = brotli(text, { quality: 11 });
    fc.assert(
      fc.property(fc.nat(data.length - 1), fc.integer({ min: 1, max: 255 }), (at, flipped) => {
        const broken = data.slice();
        broken[at]! ^= flipped;
        agreesWithZlib(broken);
      }),
      { numRuns: 500 },
    );
  });

  test('any bytes at all end as damage, or as what zlib makes of them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (data) => {
        agreesWithZlib(data);
      }),
      { numRuns: 2000 },
    );
  });

  test('a bomb costs no more than the cap, and its first bytes are there', () => {
    const bomb = brotli(new Uint8Array(60_000_000));
    expect(bomb.length).toBeLessThan(200);
    const result = brotliDecode(bomb, 100_000);
    expect(result).toMatchObject({ tooLarge: true, damaged: false });
    expect(result.bytes.length).toBe(100_000);
    expect(result.bytes.buffer.byteLength).toBeLessThanOrEqual(100_000);
  });

  test.each([0, 1, 99, text.length - 1])('of text, the cap of %d bytes keeps the first ones', (most) => {
    for (const quality of [0, 5, 11]) {
      const result = brotliDecode(brotli(text, { quality }), most);
      expect(result.tooLarge).toBe(true);
      expect(Buffer.from(result.bytes).equals(Buffer.from(text.subarray(0, most)))).toBe(true);
    }
  });

  test('as many bytes as the cap allows are not too many', () => {
    expect(brotliDecode(brotli(text), text.length)).toMatchObject({ tooLarge: false, damaged: false });
  });

  test('memory is taken for what comes, not for what the data announce', () => {
    // The only meta-block declares 16 MB, with no data.
    const header = Uint8Array.of(0xf2, 0xff, 0xff, 0x1f);
    expect(brotliDecode(header, MAX).bytes.buffer.byteLength).toBeLessThan(1000);
  });
});

/** Compares both decoders' results; true if both find the data valid. */
function agreesWithZlib(data: Uint8Array): boolean {
  const judged = unpackedByZlib(data);
  if (judged !== null) expectPlain(data, judged);
  else expect(brotliDecode(data, MAX).damaged).toBe(true);
  return judged !== null;
}

function unpackedByZlib(data: Uint8Array): Uint8Array | null {
  try {
    return brotliDecompressSync(data, {
      params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
      maxOutputLength: MAX,
    });
  } catch {
    return null;
  }
}
