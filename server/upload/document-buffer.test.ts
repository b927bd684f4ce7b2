import { expect, test } from 'vitest';
import { createDocumentBuffer } from './document-buffer.ts';

const LIMIT = 300_000;
const PIECES = Array.from({ length: 30 }, (_, n) => new Uint8Array(7000).fill(n + 1));

test.each([
  ['without an announced size', undefined],
  ['with one that is too small', 10],
  ['with one that is far too large', 1e15],
])('a document %s is whole, in the order of its pieces', (_, announced) => {
  const buffer = createDocumentBuffer(announced, LIMIT);
  for (const piece of PIECES) expect(buffer.append(piece)).toBe(true);
  const whole = Buffer.concat(PIECES);
  expect(buffer.byteLength).toBe(whole.length);
  expect(whole.equals(Buffer.from(buffer.take(), 0, whole.length))).toBe(true);
});

test('the limit is reached, not passed, and what is too much changes nothing', () => {
  const buffer = createDocumentBuffer(undefined, LIMIT);
  expect(buffer.append(new Uint8Array(LIMIT - 1).fill(1))).toBe(true);
  expect(buffer.append(new Uint8Array(2).fill(2))).toBe(false);
  expect(buffer.append(new Uint8Array(1).fill(3))).toBe(true);
  const bytes = new Uint8Array(buffer.take());
  expect([buffer.byteLength, bytes.length, bytes[LIMIT - 2], bytes[LIMIT - 1]]).toEqual([LIMIT, LIMIT, 1, 3]);
});
