import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { parseObject } from '../../testing/documents/documents.ts';
import {
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '../objects.ts';
import { ObjectParser } from '../read/parser.ts';
import { ByteSink } from './byte-sink.ts';
import { type SerializeRules, serialize, serializeStreamDict } from './serialize.ts';

const context = PDFContext.create();
const SAME_NUMBERS: SerializeRules = { numberOf: (ref) => ref.objectNumber };

function written(object: PDFObject, rules = SAME_NUMBERS): string {
  const sink = new ByteSink();
  serialize(object, sink, rules);
  return Buffer.from(sink.view()).toString('latin1');
}

function reread(text: string): PDFObject {
  const parser = new ObjectParser(Buffer.from(text, 'latin1'), context, DEFAULT_LIMITS);
  const object = parser.object();
  expect(parser.position).toBe(text.length);
  return object;
}

/** An object as plain data, by its meaning. */
function meaning(object: PDFObject): unknown {
  if (object instanceof PDFNumber) return object.asNumber() === 0 ? 0 : object.asNumber();
  if (object instanceof PDFName) return { name: nameText(object) };
  if (object instanceof PDFString) return { literal: object.asString() };
  if (object instanceof PDFHexString) return { hex: object.asString() };
  if (object instanceof PDFRef) return { ref: object.objectNumber };
  if (object instanceof PDFBool) return object.asBoolean();
  if (object instanceof PDFArray) return object.asArray().map(meaning);
  if (object instanceof PDFDict) {
    const entries = [...dictEntries(object)].filter(([, value]) => value !== PDFNull);
    return { dict: entries.map(([name, value]) => [nameText(name), meaning(value)]) };
  }
  return String(object);
}

const latin1Text = fc
  .array(fc.integer({ min: 0, max: 255 }), { maxLength: 12 })
  .map((codes) => String.fromCharCode(...codes));
const names = latin1Text.map((text) =>
  PDFName.of(
    text.replace(
      /[^A-Za-z]/g,
      (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
    ),
  ),
);
/** Any bytes between parentheses: those that would end the string are escaped or balanced. */
const literals = fc.oneof(
  latin1Text.map((text) => text.replace(/[()\\]/g, '\\$&')),
  latin1Text.map((text) => `(${text.replace(/[()\\]/g, '')}()(\\))\\\r\n\\053)`),
);
const anyNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    0.1,
    -0.5,
    1e-7,
    1.1e-7,
    -1.23e-300,
    5e-324,
    1e21,
    -1.7976931348623157e308,
    2 ** 53,
    1024,
    4095,
  ),
);
const leavesWith = (numbers: fc.Arbitrary<number>): fc.Arbitrary<PDFObject> =>
  fc.oneof(
    numbers.map((number) => PDFNumber.of(number)),
    names,
    literals.map((text) => PDFString.of(text)),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => PDFHexString.of(Buffer.from(bytes).toString('hex'))),
    fc.constantFrom(PDFBool.True, PDFBool.False, PDFNull),
    fc.integer({ min: 1, max: 99_999 }).map((number) => PDFRef.of(number)),
  );
const graphWith = (numbers: fc.Arbitrary<number>) =>
  fc.letrec<{ graph: PDFObject }>((tie) => ({
    graph: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leavesWith(numbers),
      fc.array(tie('graph'), { maxLength: 6 }).map((items) => {
        const array = PDFArray.withContext(context);
        for (const item of items) array.push(item);
        return array;
      }),
      fc
        .array(fc.tuple(names, tie('graph')), { maxLength: 6 })
        .map((entries) => PDFDict.fromMapWithContext(new Map(entries), context)),
    ),
  })).graph;
const graph = graphWith(anyNumber);

describe('what is written', () => {
  test('reads as the same object, whatever it is', () => {
    fc.assert(
      fc.property(graph, (object) => {
        expect(meaning(reread(written(object)))).toEqual(meaning(object));
      }),
      { numRuns: 1000 },
    );
  });

  test('reads as the same object in pdf-lib’s reader too', () => {
    // pdf-lib warns about larger numbers on the console.
    const exact = anyNumber.filter((number) => Math.abs(number) <= Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(graphWith(exact), (object) => {
        expect(meaning(parseObject(`${written(object)} `, context))).toEqual(meaning(object));
      }),
      { numRuns: 300 },
    );
  });

  test('is written the same when it is read and written again', () => {
    fc.assert(
      fc.property(graph, (object) => {
        const once = written(object);
        expect(written(reread(once))).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [
      'no blanks where a delimiter stands',
      '<< /A [ 1 2 ] /B /C /D ( s ) /E << >> >>',
      '<</A[1 2]/B/C/D( s )/E<<>>>>',
    ],
    [
      'a blank between regular characters',
      '[ 1 -2 true null 3 0 R 4 0 R /A 5 ]',
      '[1 -2 true null 3 0 R 4 0 R/A 5]',
    ],
    ['strings and names need none', '[ /A (b) <63> /D 1 (e) 2 <66> ]', '[/A(b)<63>/D 1(e)2<66>]'],
    ['an entry of null is left out', '<< /A null /B 1 >>', '<</B 1>>'],
    ['null in an array stays', '[ null 1 ]', '[null 1]'],
  ])('%s', (_, syntax, expected) => {
    expect(written(parseObject(syntax, context))).toBe(expected);
  });

  test('the empty name keeps a blank behind it', () => {
    const array = PDFArray.withContext(context);
    array.push(PDFName.of(''));
    array.push(PDFNumber.of(1));
    expect(written(array)).toBe('[/ 1]');
  });

  test.each([
    [1e-7, '0.0000001'],
    [-1.1e-7, '-0.00000011'],
    [123_456_789.125, '123456789.125'],
    [1e21, `1${'0'.repeat(21)}`],
    [-1.5e25, `-15${'0'.repeat(24)}`],
    [-0, '0'],
  ])('%d is written without exponent, exactly', (number, expected) => {
    expect(written(PDFNumber.of(number))).toBe(expected);
  });
});

describe('references', () => {
  const rules: SerializeRules = { numberOf: (ref) => (ref.objectNumber === 7 ? 1 : undefined) };

  test('get their new number and generation 0', () => {
    expect(written(PDFRef.of(7, 3), rules)).toBe('1 0 R');
  });

  test('to nothing are null, and no entry at all in a dictionary', () => {
    expect(written(parseObject('[ 7 0 R 8 0 R << /A 8 0 R /B 7 0 R >> ]', context), rules)).toBe(
      '[1 0 R null<</B 1 0 R>>]',
    );
  });
});

describe('strings', () => {
  test('are replaced where the writer says so, inside of everything', () => {
    const rules = { ...SAME_NUMBERS, string: () => PDFHexString.of('00') };
    expect(written(parseObject('<< /A [ (a) << /B <62> >> ] >>', context), rules)).toBe(
      '<</A[<00><</B<00>>>]>>',
    );
  });
});

describe('the dictionary of a stream', () => {
  test('has its true length, and only one', () => {
    const sink = new ByteSink();
    const dict = parseObject('<< /Length 9 0 R /Filter /FlateDecode >>', context) as PDFDict;
    serializeStreamDict(dict, 123, sink, SAME_NUMBERS);
    expect(Buffer.from(sink.view()).toString()).toBe('<</Filter/FlateDecode/Length 123>>');
    expect(dict.get(key('Length'))).toBe(PDFRef.of(9));
  });
});
