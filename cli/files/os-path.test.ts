import fc from 'fast-check';
import { expect, test } from 'vitest';
import { osPath, pathFromBytes } from './os-path.ts';

test('any bytes become a string that leads back to them, also through JSON', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const path = JSON.parse(JSON.stringify(pathFromBytes(bytes))) as string;
      expect(Buffer.from(osPath(path))).toEqual(Buffer.from(bytes));
    }),
  );
});

test.each(['a.pdf', 'Zürich/été.pdf', '😀.pdf', '\ufffd.pdf', ''])('%j stays a string', (name) => {
  expect(osPath(pathFromBytes(Buffer.from(name)))).toBe(name);
});

test('only the bytes that are no UTF-8 are escaped', () => {
  expect(pathFromBytes(Buffer.from([0x61, 0xe9, 0x62, 0xc3, 0xa9]))).toBe('a\udce9bé');
});
