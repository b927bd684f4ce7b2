import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Pieces, sourceOf, wholeBytes } from './byte-source.ts';

/** A file in pieces of arbitrary lengths. */
const filesInPieces = fc
  .tuple(fc.integer({ min: 1, max: 300 }), fc.array(fc.integer({ min: 1, max: 299 }), { maxLength: 12 }))
  .map(([length, cuts]) => {
    const bytes = new Uint8Array(length).map((_, at) => at * 31);
    const ends = [...new Set([0, ...cuts.filter((cut) => cut < length), length])].sort((a, b) => a - b);
    return { bytes, pieces: ends.slice(1).map((end, index) => bytes.subarray(ends[index], end)) };
  });

describe('a file in pieces', () => {
  test('is the same bytes, however they are asked for', () => {
    fc.assert(
      fc.property(filesInPieces, fc.nat(), fc.nat(), fc.nat(400), ({ bytes, pieces }, a, b, least) => {
        const source = new Pieces(pieces);
        expect(source.length).toBe(bytes.length);
        expect(wholeBytes(source)).toEqual(bytes);
        const [from, to] = [a % (bytes.length + 1), b % (bytes.length + 1)].sort((one, other) => one - other);
        expect(source.read(from!, to!)).toEqual(bytes.subarray(from, to));
        const window = source.window(from!, least);
        expect(window.start).toBeLessThanOrEqual(from!);
        const end = window.start + window.bytes.length;
        expect(end).toBeGreaterThanOrEqual(Math.min(bytes.length, from! + least));
        expect(window.bytes).toEqual(bytes.subarray(window.start, end));
      }),
    );
  });

  test('is not copied where what is asked for lies in one of them', () => {
    const pieces = [new Uint8Array(10), new Uint8Array(1000), new Uint8Array(10)];
    const source = new Pieces(pieces);
    expect(source.read(10, 1010).buffer).toBe(pieces[1]!.buffer);
    expect(source.window(500, 100).bytes.buffer).toBe(pieces[1]!.buffer);
    expect(source.read(9, 11)).toHaveLength(2);
  });

  test('may be empty', () => {
    expect(wholeBytes(new Pieces([]))).toHaveLength(0);
    expect(new Pieces([]).window(0, 10)).toMatchObject({ bytes: new Uint8Array() });
  });
});

test('one array is asked for without a copy, and never for less than it is', () => {
  const bytes = Buffer.from('a file');
  const source = sourceOf(bytes);
  expect(wholeBytes(source).buffer).toBe(bytes.buffer);
  expect(source.window(3, 1)).toEqual({ bytes: new Uint8Array(bytes), start: 0 });
  expect(sourceOf(source)).toBe(source);
});
