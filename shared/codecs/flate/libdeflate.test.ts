import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { zlib as packaged } from 'libdeflate';
import { expect, test } from 'vitest';
import { LIBDEFLATE_SHA256, LIBDEFLATE_WASM } from '../wasm/libdeflate-bytes.ts';
import { zlib } from './libdeflate.ts';

/** Words and runs, so that all of matches, literals and blocks come up. */
function prose(bytes: number): Uint8Array {
  const words = ['stream', 'endstream', 'obj', ' 0 R', '\n', '/Length ', '000000000000', 'q Q cm'];
  let seed = 7;
  let text = '';
  while (text.length < bytes) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    text += words[(seed >>> 16) % words.length] + (seed % 97);
  }
  return new TextEncoder().encode(text.slice(0, bytes));
}

test('the kept module is the one that its hash names', () => {
  const hash = createHash('sha256').update(Buffer.from(LIBDEFLATE_WASM, 'base64')).digest('hex');
  expect(hash).toBe(LIBDEFLATE_SHA256);
});

test.each([0, 1, 100, 30_000])('%i bytes come out as the package deflates them, at every level', (bytes) => {
  const data = prose(bytes);
  for (let level = 1; level <= 12; level += 1) {
    const packed = zlib(data, level);
    expect(packed).toEqual(packaged(data, level));
    expect(new Uint8Array(inflateSync(packed))).toEqual(data);
  }
});

test('an instance that grew large is let go, and the next call gives the same bytes', () => {
  const data = prose(1000);
  const before = zlib(data, 10);
  const large = new Uint8Array(80 * 1024 * 1024);
  expect(inflateSync(zlib(large, 1)).length).toBe(large.length);
  expect(zlib(data, 10)).toEqual(before);
});
