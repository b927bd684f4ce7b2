import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromLatin1 } from '../../pdf/bytes.ts';
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { type ContentValue, contentValue } from '../../pdf/content/syntax/values.ts';
import { type CodeWidth, ShownCodes } from './shown-codes.ts';

function shown(content: string, width: CodeWidth): ShownCodes {
  const reader = new ContentReader(fromLatin1(content));
  const codes = new ShownCodes(width);
  while (reader.next()) codes.add(reader);
  return codes;
}

function sorted(codes: Iterable<number>): number[] {
  return [...codes].sort((a, b) => a - b);
}

/** Bytes of strings as the value parser reads them. */
function stringsIn(value: ContentValue): number[][] {
  if (value.kind === 'string') return [[...value.value]];
  return value.kind === 'array' ? value.items.flatMap(stringsIn) : [];
}

const PIECES = ['A', 'z', '\xff', ' ', '\\n', '\\101', '\\7', '\\(', '\\\\', '(', ')', '\n', '\\\n'];
const literal = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 12 })
  .map((pieces) => pieces.join(''))
  .filter(isBalanced)
  .map((text) => `(${text})`);
const hexadecimal = fc
  .string({ unit: fc.constantFrom(...'0123ABcd '), maxLength: 8 })
  .map((text) => `<${text}>`);

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text.replaceAll(/\\./gs, '')) {
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

test('the codes of any strings are those that the parser of values reads', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(literal, hexadecimal), { maxLength: 5 }), (strings) => {
      const array = `[${strings.join(' -20 ')}]`;
      const read = stringsIn(contentValue(fromLatin1(array), 0, array.length));
      expect(sorted(shown(`${array} TJ`, 1).codes)).toEqual(sorted(new Set(read.flat())));
      const isWhole = read.every(({ length }) => length % 2 === 0);
      const two = shown(`${array} TJ`, 2);
      expect(two.isUncertain).toBe(!isWhole);
      const pairs = read.flatMap((bytes) =>
        bytes.flatMap((byte, at) => (at % 2 === 1 ? [bytes[at - 1]! * 256 + byte] : [])),
      );
      if (isWhole) expect(sorted(two.codes)).toEqual(sorted(new Set(pairs)));
    }),
  );
});

test.each(['(a\rb) Tj', '[(a) -3 (b\r\n)] TJ', "(\\r) Tj (\r) '"])(
  '%j: readers differ on the return in it',
  (content) => {
    expect(shown(content, 1).isUncertain).toBe(true);
  },
);

test.each(['(a\\rb)\rTj', '[(a)\r-3\r(b)]\rTJ', '<41\r42> Tj', '(a\\\rb) Tj'])(
  '%j: nothing is uncertain',
  (content) => {
    expect(shown(content, 1).isUncertain).toBe(false);
  },
);

test('a name that is shown makes the codes uncertain: PDFium shows its letters', () => {
  expect(shown('/AB Tj', 1).isUncertain).toBe(true);
  expect(shown('[/AB (C)] TJ', 1).isUncertain).toBe(false);
});
