import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LIBDEFLATE_SHA256 } from '../wasm/libdeflate-bytes.ts';
import { libdeflateBytes, zlib } from './libdeflate.ts';

/** Words and runs: matches, literals and several blocks. */
function prose(bytes: number): Uint8Array {
  const words = ['stream', 'endstream', 'obj', ' 0 R', '\n', '/Length ', '000000000000', 'q Q cm'];
  let seed = 7;
  let text = '';
  while (text.length < bytes) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    text += words[(seed >>> 16) % words.length]! + (seed % 97);
  }
  return new TextEncoder().encode(text.slice(0, bytes));
}

/** Indexes of few colors: overlapping rectangles, as in a chart. */
function shapes(width: number, height: number): Uint8Array {
  const indexes = new Uint8Array(width * height);
  let seed = 11;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % limit;
  };
  for (let shape = 0; shape < 400; shape += 1) {
    const [left, top, color] = [below(width), below(height), below(9)];
    const right = Math.min(width, left + 5 + below(120));
    for (let y = top; y < Math.min(height, top + 2 + below(40)); y += 1)
      indexes.fill(color, y * width + left, y * width + right);
  }
  return indexes;
}

test('the kept module is the one that its hash names', () => {
  const hash = createHash('sha256').update(libdeflateBytes()).digest('hex');
  expect(hash).toBe(LIBDEFLATE_SHA256);
});

test.each([0, 1, 100, 30_000])('%i bytes are inflated by zlib, at every level', (bytes) => {
  const data = prose(bytes);
  for (let level = 1; level <= 12; level += 1) {
    expect(new Uint8Array(inflateSync(zlib(data, level)))).toEqual(data);
  }
});

test('level 10 looks as far as it is told: near to what 11 wins of few colours, and by itself farther than the package', () => {
  const picture = shapes(600, 400);
  const deep = zlib(picture, 10, { maxSearchDepth: 100, niceMatchLength: 120 });
  const usual = zlib(picture, 10);
  const asPackaged = zlib(picture, 10, { maxSearchDepth: 35, niceMatchLength: 75 });
  const gain = asPackaged.length - zlib(picture, 11).length;
  expect(asPackaged.length - usual.length).toBeGreaterThan(gain / 4);
  expect(asPackaged.length - deep.length).toBeGreaterThan(gain / 2);
  for (const packed of [deep, usual]) expect(new Uint8Array(inflateSync(packed))).toEqual(picture);
});

test('an instance that grew large is let go, and the next call gives the same bytes', () => {
  const data = prose(1000);
  const before = zlib(data, 10);
  const large = new Uint8Array(80 * 1024 * 1024);
  expect(inflateSync(zlib(large, 1)).length).toBe(large.length);
  expect(zlib(data, 10)).toEqual(before);
});
