import { expect, test } from 'vitest';
import { latin1Bytes } from '../../../testing/documents/files.ts';
import { contentValue } from './values.ts';

/** The value as plain data; a string as its bytes, a dictionary as its entries. */
function parsed(syntax: string): unknown {
  const bytes = latin1Bytes(syntax);
  const plain = (value: ReturnType<typeof contentValue>): unknown => {
    switch (value.kind) {
      case 'null':
        return null;
      case 'array':
        return value.items.map(plain);
      case 'dictionary':
        return Object.fromEntries([...value.entries].map(([key, entry]) => [key, plain(entry)]));
      case 'string':
        return [...value.value];
      default:
        return value.value;
    }
  };
  return plain(contentValue(bytes, 0, bytes.length));
}

test.each<[string, unknown]>([
  ['[1 2]', [1, 2]],
  ['[1[2 3]4]', [1, [2, 3], 4]],
  ['[]', []],
  ['[/A true null -.5]', ['A', true, null, -0.5]],
  ['<</A 1/B[2 3]/C(d)>>', { A: 1, B: [2, 3], C: [100] }],
  ['<</A 1/A 2>>', { A: 2 }],
  ['<</A<</B 1>>/C 2>>', { A: { B: 1 }, C: 2 }],
  ['<6162>', [97, 98]],
  ['/A#42', 'AB'],
  ['[1 % a ] in a comment\n 2]', [1, 2]],
])('parses %s', (syntax, expected) => {
  expect(parsed(syntax)).toEqual(expected);
});
