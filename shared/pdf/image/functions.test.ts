import { expect, test } from 'vitest';
import { power } from '../../codecs/pixels/power.ts';
import { buildDocument, type ObjectSource, objectOf, stream } from '../../testing/documents/documents.ts';
import { readFunction } from './functions.ts';

function read(source: ObjectSource, others: Readonly<Record<number, ObjectSource>> = {}) {
  return readFunction(objectOf(buildDocument({ 10: source, ...others }), 10));
}
const rounded = (values: readonly number[] | undefined) =>
  values?.map((value) => Math.round(value * 1000) / 1000);
const program = (text: string, outputs: number) =>
  stream(`/FunctionType 4 /Domain [-10 10 -10 10] /Range [${'-100 100 '.repeat(outputs)}]`, text);

test.each<[string, ObjectSource, readonly number[], readonly number[]]>([
  ['exponential', '<< /FunctionType 2 /Domain [0 1] /N 2 /C0 [1 0] /C1 [0 0.5] >>', [0.5], [0.75, 0.125]],
  ['exponential beyond its domain', '<< /FunctionType 2 /Domain [0 1] /N 1 >>', [7], [1]],
  [
    'stitched, each part turned as it says',
    '<< /FunctionType 3 /Domain [0 1] /Bounds [0.5] /Encode [0 1 1 0] /Functions [<< /FunctionType 2 /Domain [0 1] /N 1 >> << /FunctionType 2 /Domain [0 1] /N 1 >>] >>',
    [0.75],
    [0.5],
  ],
  [
    'samples of two inputs, the first varying fastest',
    stream(
      '/FunctionType 0 /Domain [0 1 0 1] /Range [0 1] /Size [2 2] /BitsPerSample 8',
      Uint8Array.of(0, 255, 0, 51),
    ),
    [1, 0.5],
    [0.6],
  ],
  [
    'samples of 4 bits',
    stream(
      '/FunctionType 0 /Domain [0 2] /Range [0 15] /Size [3] /BitsPerSample 4',
      Uint8Array.of(0x3c, 0x60),
    ),
    [0.5],
    [7.5],
  ],
  ['a program', program('{ exch 2 mul add dup 3 gt { pop 9 } { 1 sub } ifelse }', 1), [1, 0.5], [1.5]],
  ['a program with loops of the stack', program('{ 7 3 1 roll 2 index % of three\n }', 2), [5, 2], [2, 7]],
])('%s', (_name, source, inputs, outputs) => {
  expect(rounded(read(source)?.(inputs))).toEqual(outputs);
});

test.each<[string, ObjectSource]>([
  ['engines differ about', program('{ sin }', 1)],
  ['does not end', program('{ { 1 }', 1)],
  ['has no operator of that name', program('{ jump }', 1)],
  [
    'has too few samples',
    stream('/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [9] /BitsPerSample 8', 'abc'),
  ],
  ['contains itself', '<< /FunctionType 3 /Domain [0 1] /Bounds [] /Encode [0 1] /Functions [10 0 R] >>'],
  ['is of an unknown type', '<< /FunctionType 1 /Domain [0 1] >>'],
])('none for what %s', (_name, source) => {
  expect(read(source)).toBeNull();
});

test('powers are those of Math.pow as far as samples can show', () => {
  for (const base of [0.001, 0.2, 0.5, 1, 3.7]) {
    for (const exponent of [0, 0.5, 1 / 2.4, 1, 1.8, 2.2, 7, -1.5]) {
      expect(power(base, exponent) / base ** exponent).toBeCloseTo(1, 9);
    }
  }
  expect([power(0, 0), power(0, 2), power(-1, 2)]).toEqual([1, 0, 0]);
});
