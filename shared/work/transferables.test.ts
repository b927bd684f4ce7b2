import { expect, test } from 'vitest';
import { ownCopy, transferablesOf } from './transferables.ts';

test('finds each buffer once, however deep', () => {
  const [one, two] = [new ArrayBuffer(8), new ArrayBuffer(8)];
  const data = {
    a: new Uint8Array(one, 0, 4),
    b: [{ c: new Uint8Array(one, 4) }, new Uint8Array(two)],
    d: null,
  };
  expect(transferablesOf(data)).toEqual([one, two]);
});

test('a copy holds the bytes alone, also where they are a Buffer of a pool', () => {
  const file = new Uint8Array([1, 2, 3, 4]);
  const data = { view: file.subarray(1, 3), node: Buffer.from('text'), list: [7, 'seven', undefined, true] };
  const copy = ownCopy(data);
  expect(copy).toEqual({ ...data, node: new Uint8Array([116, 101, 120, 116]) });
  expect(transferablesOf(copy).map(({ byteLength }) => byteLength)).toEqual([2, 4]);
});
