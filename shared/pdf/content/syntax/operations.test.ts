import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromLatin1, latin1 } from '../../bytes.ts';
import { ContentReader } from './operations.ts';
import { contentNumber, contentValue } from './values.ts';

/** Every operation as text: operands with their kinds, then the operator. */
function operations(content: string): string[] {
  const reader = new ContentReader(fromLatin1(content));
  const found: string[] = [];
  while (reader.next()) found.push(operationText(reader));
  return found;
}

function operationText(reader: ContentReader): string {
  const operands = Array.from({ length: reader.operandCount }, (_, index) => {
    const text = latin1(reader.bytes, reader.operandStart(index), reader.operandEnd(index));
    return `${reader.kind(index)}:${text}`;
  });
  return [...operands, reader.operator].join(' ');
}

function problemIn(content: string): string | null {
  const reader = new ContentReader(fromLatin1(content));
  while (reader.next());
  return reader.problem;
}

describe('operands', () => {
  test.each([
    ['1 -2 +3 .5 -.5 4. 0 w', 'number:1 number:-2 number:+3 number:.5 number:-.5 number:4. number:0 w'],
    ['/F1 12 Tf', 'name:/F1 number:12 Tf'],
    ['/ gs', 'name:/ gs'],
    ['(a(b)c\\)d) Tj', 'string:(a(b)c\\)d) Tj'],
    ['<48 65> Tj', 'hex-string:<48 65> Tj'],
    ['[(a)-1.5<42>]TJ', 'array:[(a)-1.5<42>] TJ'],
    ['[[1 2] 3] 0 d', 'array:[[1 2] 3] number:0 d'],
    ['/Span <</Lang (en) /A [<</B 1>>]>> BDC', 'name:/Span dictionary:<</Lang (en) /A [<</B 1>>]>> BDC'],
    ['true false null MP', 'boolean:true boolean:false null:null MP'],
  ])('%s', (content, expected) => {
    expect(operations(content)).toEqual([expected]);
    expect(problemIn(content)).toBeNull();
  });

  test('values of numbers are exact decimals', () => {
    const reader = new ContentReader(fromLatin1('0.1 -123.456 00012.50 3.14159265358979323846264338 5. m'));
    reader.next();
    expect([0, 1, 2, 3, 4].map((index) => reader.number(index))).toEqual([0.1, -123.456, 12.5, Math.PI, 5]);
  });

  test('numbers that readers read differently have no value', () => {
    const reader = new ContentReader(fromLatin1('--5 1.2.3 5-3 - . +- m'));
    reader.next();
    expect([0, 1, 2, 3, 4, 5].map((index) => reader.kind(index))).toEqual(Array(6).fill('odd-number'));
    expect(reader.number(0)).toBeNaN();
    expect(reader.problem).toBeNull();
  });

  test('whatever is made of digits, signs and points is a number exactly where it has a value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'019+-..'), minLength: 1, maxLength: 6 }), (text) => {
        const reader = new ContentReader(fromLatin1(`${text} w`));
        reader.next();
        const value = contentNumber(fromLatin1(text), 0, text.length);
        expect(reader.kind(0)).toBe(Number.isNaN(value) ? 'odd-number' : 'number');
        expect(reader.operandEnd(0)).toBe(text.length);
        expect(reader.number(0)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test('escapes in names are written out, nested ones too', () => {
    const reader = new ContentReader(fromLatin1('/A#42 /A#2342 /\xe9 gs'));
    reader.next();
    expect([0, 1, 2].map((index) => reader.name(index))).toEqual(['AB', 'AB', '\xe9']);
  });
});

describe('operations', () => {
  test('tokens need no space where a delimiter or the end of a number parts them', () => {
    expect(operations('q 1 0 0 1 5 5cm/Im0 Do[1]0 d(a)Tj Q')).toEqual([
      'q',
      'number:1 number:0 number:0 number:1 number:5 number:5 cm',
      'name:/Im0 Do',
      'array:[1] number:0 d',
      'string:(a) Tj',
      'Q',
    ]);
  });

  test('comments part tokens and hide operators', () => {
    expect(operations('q % Q Q (\n1 w%x\rQ')).toEqual(['q', 'number:1 w', 'Q']);
  });

  test('byte ranges run from the first operand to behind the operator', () => {
    const content = '  1 0 0 RG % red\n  S ';
    const reader = new ContentReader(fromLatin1(content));
    reader.next();
    expect(content.slice(reader.start, reader.end)).toBe('1 0 0 RG');
    reader.next();
    expect(content.slice(reader.start, reader.end)).toBe('S');
    expect(reader.next()).toBe(false);
  });

  test('an unknown operator is given as written and said to be unknown', () => {
    const reader = new ContentReader(fromLatin1('1 Foo q'));
    reader.next();
    expect([reader.operator, reader.operatorKnown]).toEqual(['Foo', false]);
    reader.next();
    expect([reader.operator, reader.operatorKnown]).toEqual(['q', true]);
  });
});

describe('junk is stepped over and remembered', () => {
  test.each([
    ['an array without its end', '[(a) 5 Tj /F Do', 'unbalanced', ['array:[(a) 5  Tj', 'name:/F Do']],
    ['a hex string without its end', '<41 Tj <42> Tj', 'unbalanced', ['hex-string:<41 Tj <42> Tj']],
    ['a string without its end', 'q (abc Tj Q', 'unbalanced', ['q']],
    [
      'a dictionary without its end',
      '/A << /B 1 BDC q',
      'unbalanced',
      ['name:/A dictionary:<< /B 1  BDC', 'q'],
    ],
    ['a closing bracket alone', 'q ] ) > } Q', 'stray-delimiter', ['q', 'Q']],
    ['a byte that PDFium takes as white space', '/I\xffDo Q', 'contested-blank', ['name:/I\xffDo Q']],
    ['such a byte behind a number', '1\x80w', 'contested-blank', ['number:1 \x80w']],
    ['brackets that cross', '[ << ] >> ] 0 d', 'stray-delimiter', ['array:[ << ] >> ] number:0 d']],
  ])('%s', (_, content, problem, expected) => {
    expect(operations(content)).toEqual(expected);
    expect(problemIn(content)).toBe(problem);
  });

  test('nesting and operands are bounded', () => {
    expect(problemIn(`${'['.repeat(1000)}${']'.repeat(1000)} 0 d`)).toBe('too-deep');
    expect(problemIn(`${'<<'.repeat(1000)}`)).toBe('too-deep');
    expect(problemIn(`${'1 '.repeat(1000)} m`)).toBe('too-many-operands');
  });

  test('any bytes come to an end, with ranges that go forward', () => {
    const pieces = fc.constantFrom(
      'q',
      ' ',
      '(',
      ')',
      '<',
      '>',
      '<<',
      '>>',
      '[',
      ']',
      '/N',
      '1',
      '%',
      '\n',
      'BI',
      ' ID ',
      ' EI ',
      '\\',
      'Do',
      '{',
      '\xff',
      '-',
      'true',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (content) => {
        const reader = new ContentReader(fromLatin1(content.join('')));
        let last = 0;
        while (reader.next()) {
          expect(reader.start).toBeGreaterThanOrEqual(last);
          expect(reader.end).toBeGreaterThan(reader.start);
          last = reader.end;
          for (let index = 0; index < reader.operandCount; index++) reader.value(index);
        }
        expect(last).toBeLessThanOrEqual(reader.bytes.length);
      }),
      { numRuns: 2000, seed: 7 },
    );
  });
});

describe('inline images', () => {
  function imageData(content: string): { data: string; after: string[]; problem: string | null } {
    const reader = new ContentReader(fromLatin1(content));
    let data = '';
    const after: string[] = [];
    while (reader.next()) {
      const image = reader.inlineImage;
      if (image !== null) data = content.slice(image.dataStart, image.dataEnd);
      else after.push(operationText(reader));
    }
    return { data, after, problem: reader.problem };
  }

  test('the data of an unfiltered image may hold EI', () => {
    const content = 'BI /W 4 /H 2 /BPC 8 /CS /G ID  EI EI Q\nEI Q';
    expect(imageData(content)).toEqual({ data: ' EI EI Q', after: ['Q'], problem: null });
  });

  test('the data of an unfiltered image may look like the end of one', () => {
    const data = `a EI${' q Q'.repeat(100)}`;
    const content = `BI /W ${data.length} /H 1 /BPC 8 /CS /G ID ${data}\nEI q`;
    expect(imageData(content)).toEqual({ data, after: ['q'], problem: null });
  });

  test('a stated length decides (PDF 2.0)', () => {
    const content = 'BI /W 9 /H 9 /F /Fl /L 9 ID ab EI Q Q\nEI q';
    expect(imageData(content)).toEqual({ data: 'ab EI Q Q', after: ['q'], problem: null });
  });

  test('a wrong stated length does not', () => {
    const content = 'BI /W 9 /H 9 /F /Fl /L 3 ID abcdefg\nEI q';
    expect(imageData(content)).toEqual({ data: 'abcdefg', after: ['q'], problem: null });
  });

  test('an EI that no content follows belongs to the data', () => {
    const content = 'BI /W 9 /H 9 /F /Fl ID \x01 EI \x02\xf3( EI x EI\nQ\nEMC';
    expect(imageData(content)).toEqual({
      data: '\x01 EI \x02\xf3( EI x',
      after: ['Q', 'EMC'],
      problem: null,
    });
  });

  test('text filters end at their own mark', () => {
    const content = 'BI /W 1 /H 1 /BPC 8 /CS /G /F [/AHx] ID 41 EI Q >EI Q';
    expect(imageData(content)).toEqual({ data: '41 EI Q >', after: ['Q'], problem: null });
  });

  test('one image follows another, and the last may end the stream', () => {
    const image = 'BI /IM true /W 8 /H 1 ID \xff\nEI';
    expect(imageData(`${image} ${image}`)).toEqual({ data: '\xff', after: [], problem: null });
  });

  test('entries and operands are at hand', () => {
    const reader = new ContentReader(fromLatin1('BI/W 1/H 1/BPC 8/CS/CS0/I true ID\n\x00\nEI Q'));
    reader.next();
    expect(reader.inlineImage?.entries.get('CS')).toEqual({ kind: 'name', value: 'CS0' });
    expect(reader.inlineImage?.entries.get('I')).toEqual({ kind: 'boolean', value: true });
    expect(reader.operandCount).toBe(10);
    expect([reader.start, reader.end]).toEqual([0, reader.bytes.length - 2]);
  });

  test.each([
    ['no EI', 'BI /W 9 /H 9 /F /Fl ID abc'],
    ['no ID', 'BI /W 9 Q'],
    ['no size', 'BI /IM true ID abc\nEI Q'],
    ['a value without key', 'BI 9 /W ID abc\nEI Q'],
  ])('%s is a problem', (_, content) => {
    expect(problemIn(content)).toBe('inline-image');
  });
});

describe('values', () => {
  const value = (text: string) => contentValue(fromLatin1(text), 0, text.length);

  test.each([
    ['(a\\n\\101\\(\\\r\nb\r\nc\\7)', 'a\nA(b\nc\x07'],
    ['((x))', '(x)'],
    ['<48656C6c 6F7>', 'Hellop'],
  ])('string %s', (text, expected) => {
    expect(value(text)).toEqual({ kind: 'string', value: fromLatin1(expected) });
  });

  test('arrays and dictionaries hold light values', () => {
    expect(value('[1 (a) /B#20 true null [] <</K [-2]>>]')).toEqual({
      kind: 'array',
      items: [
        { kind: 'number', value: 1 },
        { kind: 'string', value: fromLatin1('a') },
        { kind: 'name', value: 'B ' },
        { kind: 'boolean', value: true },
        { kind: 'null' },
        { kind: 'array', items: [] },
        {
          kind: 'dictionary',
          entries: new Map([['K', { kind: 'array', items: [{ kind: 'number', value: -2 }] }]]),
        },
      ],
    });
  });
});
