import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deflate } from './deflate.ts';
import { zlib } from './libdeflate.ts';
import { joinedParts, partsOf } from './parts.ts';

const joined = (parts: readonly Uint8Array[], level: number) =>
  joinedParts(parts.map((part) => ({ packed: zlib(part, level), bytes: part.length })));

/** Words in a non-repeating order. */
function textOf(bytes: number): Uint8Array {
  const words = ['re', 'f', ' 12.5', ' 0', '\n', ' m', ' l', ' 731.25', ' 4', ' S'];
  let state = 7;
  const text: string[] = [];
  for (let length = 0; length < bytes; length += text.at(-1)!.length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text.push(words[state % words.length]!);
  }
  return new TextEncoder().encode(text.join('')).subarray(0, bytes);
}

describe('joined parts', () => {
  test('are one zlib stream of the whole, checksum and all, to another inflater', () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ minLength: 100, maxLength: 2000, max: 3 }),
      fc.nat({ max: 70_000 }).map((bytes) => new Uint8Array(bytes)),
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(1, 6, 10),
        (parts, level) => {
          expect(Buffer.compare(inflateSync(joined(parts, level)), Buffer.concat(parts))).toBe(0);
        },
      ),
    );
  });

  test('hold what no code shortens, as stored blocks', () => {
    const noise = Uint8Array.from({ length: 200_000 }, (_, at) => Math.imul(at + 1, 0x9e3779b1) >>> 13);
    const halves = [noise.subarray(0, 99_999), noise.subarray(99_999)];
    expect(Buffer.compare(inflateSync(joined(halves, 6)), noise)).toBe(0);
  });
});

test('large data is deflated in parts, and is the whole again', () => {
  const text = textOf(5 * 1024 * 1024);
  expect(partsOf(text).map(({ length }) => length)).toEqual([1_747_626, 1_747_627, 1_747_627]);
  const packed = deflate(text);
  expect(Buffer.compare(inflateSync(packed), text)).toBe(0);
  expect(packed.length).toBeLessThan(zlib(text, 10).length * 1.005);
});

test('what is not much larger than a part is deflated as one', () => {
  const text = textOf(2_500_000);
  expect(Buffer.compare(deflate(text), zlib(text, 10))).toBe(0);
});
