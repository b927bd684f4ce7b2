import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PdfError } from '../../errors.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import {
  PDFContext,
  type PDFDict,
  type PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { type LengthResolver, ObjectParser, SyntaxProblem } from './parser.ts';
import { ReadBudget } from './read-budget.ts';

function parserOf(text: string | Uint8Array, limits = DEFAULT_LIMITS): ObjectParser {
  return new ObjectParser(typeof text === 'string' ? latin1Bytes(text) : text, PDFContext.create(), limits);
}

const parsed = (text: string): PDFObject => parserOf(text).object();
const shown = (text: string): string => parsed(text).toString().replace(/\s+/g, ' ');

function streamIn(
  text: string,
  resolveLength: LengthResolver = () => undefined,
): { data: string; end: number } {
  const found = parserOf(text).indirectObject(resolveLength);
  if (!(found?.object instanceof PDFRawStream)) throw new Error('no stream');
  return { data: Buffer.from(found.object.contents).toString('latin1'), end: found.end };
}

describe('numbers', () => {
  test.each([
    ['0', 0],
    ['-17', -17],
    ['+3', 3],
    ['-.5', -0.5],
    ['+.25', 0.25],
    ['4.', 4],
    ['-4.', -4],
    ['00012', 12],
    ['0.00000012345', 1.2345e-7],
    ['9007199254740991', 9_007_199_254_740_991],
    ['-34028234663852888', -34_028_234_663_852_888],
    [`1${'0'.repeat(30)}`, 1e30],
  ])('%s', (text, value) => {
    for (const behind of ['', ' ', ']', '/N', '(']) {
      expect((parsed(text + behind) as PDFNumber).asNumber()).toBe(value);
    }
  });

  test.each([
    ['--5', -5],
    ['-30.-1', -30.1],
    ['30.1-', 30.1],
    ['12-34', 12],
    ['1e5', 1],
    ['12.3.4', 12.3],
    ['-', 0],
    ['.', 0],
    ['+', 0],
    ['-.', 0],
    ['1-2', 1],
    ['7abc', 7],
  ])('%s, which is none, counts as what its head says', (text, value) => {
    expect((parsed(text) as PDFNumber).asNumber() + 0).toBe(value);
  });

  test.each(['', '-'])('%s with more digits than any number has is the largest there is', (sign) => {
    const value = (parsed(`${sign}${'9'.repeat(400)}`) as PDFNumber).asNumber();
    expect(Math.abs(value)).toBe(Number.MAX_VALUE);
    expect(value < 0).toBe(sign === '-');
  });
});

describe('references', () => {
  test.each(['12 3 R', '12  3\nR', '12 %note\n3 R', '00012 00003 R'])('%j', (text) => {
    for (const behind of ['', ' ', '/A', ']', '>>']) expect(parsed(text + behind)).toBe(PDFRef.of(12, 3));
  });

  test.each([
    ['[1 2 3]', '[ 1 2 3 ]'],
    ['[1 0 R 2 0 R]', '[ 1 0 R 2 0 R ]'],
    ['[1 2 3 0 R]', '[ 1 2 3 0 R ]'],
    ['[1 0 Rx]', '[ 1 0 null ]'],
    ['[1 -0 R]', '[ 1 0 null ]'],
    ['[1.0 0 R]', '[ 1 0 null ]'],
  ])('%s is told from numbers', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

describe('names', () => {
  test.each([
    ['/Name', '/Name'],
    ['/', '/'],
    ['/A;Name_With-Various***Characters?', '/A;Name_With-Various***Characters?'],
    ['/1.2', '/1.2'],
    ['/$$', '/$$'],
    ['/Lime#20Green', '/Lime#20Green'],
    ['/A#42', '/AB'],
    ['/A#2f#2F', '/A#2F#2F'],
    ['/The_Key_of_F#23_Minor', '/The_Key_of_F#23_Minor'],
    ['/A#2342', '/A#2342'],
    ['/A#', '/A#23'],
    ['/A#4', '/A#234'],
    ['/A#zz', '/A#23zz'],
    ['/\xe9\xff', '/#E9#FF'],
    ['/A\x01', '/A#01'],
  ])('%s', (text, expected) => {
    expect(shown(`${text} `)).toBe(expected);
    expect(shown(`[${text}/Next]`)).toBe(`[ ${expected} /Next ]`);
  });

  test('NUL ends a name: it is white space', () => {
    expect(shown('[/A\0/B]')).toBe('[ /A /B ]');
  });
});

describe('strings', () => {
  test.each([
    ['()', ''],
    ['(plain)', 'plain'],
    ['(a(b)c(()))', 'a(b)c(())'],
    ['(a\\)b\\(c\\\\)', 'a\\)b\\(c\\\\'],
    ['(\\\\)', '\\\\'],
    ['(line\r\nline\rline\nline\\\r\nline)', 'line\r\nline\rline\nline\\\r\nline'],
    ['(\\053\\53\\0533)', '\\053\\53\\0533'],
    ['(% no comment >> ] endobj)', '% no comment >> ] endobj'],
    ['(\0\xff\x80)', '\0\xff\x80'],
  ])('%j is kept as it is written', (text, raw) => {
    const parser = parserOf(`${text}/Next`);
    expect(parser.object().toString()).toBe(`(${raw})`);
    expect(parser.object().toString()).toBe('/Next');
  });

  test('a long one is kept whole', () => {
    const raw = 'x'.repeat(100_000);
    expect(parsed(`(${raw})`).toString()).toBe(`(${raw})`);
  });

  test.each([
    ['<>', ''],
    ['<901FA3>', '901FA3'],
    ['<90 1f\r\na3>', '901fa3'],
    ['<901FA>', '901FA'],
    ['<90xyz1F>', '901F'],
  ])('%j', (text, digits) => {
    expect(parsed(text).toString()).toBe(`<${digits}>`);
  });
});

describe('arrays and dictionaries', () => {
  test.each([
    ['[]', '[ ]'],
    ['[1[2[3]]4]', '[ 1 [ 2 [ 3 ] ] 4 ]'],
    ['[true false null]', '[ true false null ]'],
    ['[ % comment ] \n 1 ]', '[ 1 ]'],
    ['<<>>', '<< >>'],
    ['<</A/B/C<</D(e)>>>>', '<< /A /B /C << /D (e) >> >>'],
    ['<</A 1/A 2>>', '<< /A 2 >>'],
    ['<</A<</B 1>>/C[<</D 2>>]>>', '<< /A << /B 1 >> /C [ << /D 2 >> ] >>'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    ['a stray token', '<</A 1 junk /B 2>>', '<< /A 1 /B 2 >>'],
    ['a stray number and bracket', '<</A 1 2 ] ) /B 2>>', '<< /A 1 /B 2 >>'],
    ['a key without value', '<</A 1 /B>>', '<< /A 1 /B null >>'],
    ['a single > at the end', '<</A 1> /B', '<< /A 1 >>'],
    ['no >> before endobj', '<</A 1 endobj', '<< /A 1 >>'],
    ['no ] before >>', '<</A [1 2 >>', '<< /A [ 1 2 ] >>'],
    ['an unknown word as value', '<</A foo /B 2>>', '<< /A null /B 2 >>'],
  ])('%s is passed over', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    '(no end',
    '(no end\\)',
    '<41',
    '[1 2',
    '<</A 1',
    '<</A (',
    '',
    '   % comment',
    'endobj',
    ')',
    '}',
  ])('%j is no object', (text) => {
    expect(() => parsed(text)).toThrow(SyntaxProblem);
  });

  test('nesting up to the limit is read, deeper is refused', () => {
    const limits = { ...DEFAULT_LIMITS, nesting: 20 };
    const nested = (depth: number) => `${'[<</A '.repeat(depth / 2)}0${'>>]'.repeat(depth / 2)}`;
    expect(parserOf(nested(20), limits).object().toString()).toContain('0');
    expect(() => parserOf(nested(22), limits).object()).toThrow(PdfError);
    // Neighbors are not nested.
    expect(
      parserOf(`[${'[]'.repeat(100)}]`, limits)
        .object()
        .toString(),
    ).toContain('[');
  });

  test('dictionaries with the same keys, one in the other, keep their own values', () => {
    const many = Array.from({ length: 20 }, (_, index) => `/K${index} ${index}`).join(' ');
    const text = `[<</A 1/B<</A 2/B<</B 3/A 4>>>>>><</A 5/B 6>><</A 7/B 8/A 9>><<${many}/K3 33>><<${many}>>]`;
    expect(shown(text)).toBe(
      `[ << /A 1 /B << /A 2 /B << /B 3 /A 4 >> >> >> << /A 5 /B 6 >> << /A 9 /B 8 >> << ${many.replace('/K3 3', '/K3 33')} >> << ${many} >> ]`,
    );
  });

  test('keys whose bytes have the same hash, the empty one too, are not taken for each other', () => {
    const text = '[ << >> << / 1 >> << /Aa 2 >> << /BB 3 >> ]';
    expect(shown(text)).toBe(text);
  });

  test('what belongs to a dictionary without an end belongs to no other', () => {
    const parser = parserOf('<</A 1/B<</A 2/B( <</A 3/B 4>>');
    expect(() => parser.object()).toThrow(SyntaxProblem);
    parser.position = 18;
    expect(parser.object().toString()).toBe('<<\n/A 3\n/B 4\n>>');
  });

  test('the position may be set anew behind a problem in the depth', () => {
    const limits = { ...DEFAULT_LIMITS, nesting: 2 };
    const parser = parserOf('[[1 [[2]] ', limits);
    for (let round = 0; round < 3; round++) {
      parser.position = 0;
      expect(() => parser.object()).toThrow(PdfError);
    }
    parser.position = 5;
    expect(parser.object().toString()).toContain('2');
  });
});

describe('indirect objects', () => {
  test.each([
    ['1 0 obj 42 endobj', 1, 0, '42'],
    ['12 3 obj<</A 1>>endobj', 12, 3, '<< /A 1 >>'],
    ['\r\n 1\n0\nobj\n[1]\nendobj', 1, 0, '[ 1 ]'],
    ['1 0 obj endobj', 1, 0, 'null'],
    ['1 0 obj % note\n(s) endobj', 1, 0, '(s)'],
    ['1 0 obj/A', 1, 0, '/A'],
    ['1 0 obj 2 0 R endobj', 1, 0, '2 0 R'],
  ])('%j', (text, objectNumber, generation, expected) => {
    const found = parserOf(text).indirectObject(() => undefined);
    expect(found).toMatchObject({ objectNumber, generation });
    expect(found?.object.toString().replace(/\s+/g, ' ')).toBe(expected);
  });

  test.each(['', 'obj', '1 obj', '1 0 object'.slice(0, 6), '-1 0 obj 1', 'x 0 obj 1', 'xref'])(
    '%j is none',
    (text) => {
      expect(parserOf(text).indirectObject(() => undefined)).toBeNull();
    },
  );
});

describe('streams', () => {
  const head = (length: string, eol = '\n') => `1 0 obj<</Length ${length}>>stream${eol}`;

  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR alone, as some writers do', '\r'],
    ['blanks before it', '  \n'],
  ])('the data begins behind %s', (_, eol) => {
    expect(streamIn(`${head('4', eol)}data\nendstream endobj`).data).toBe('data');
  });

  test.each([
    ['right', '4'],
    ['too short', '2'],
    ['too long', '40'],
    ['beyond the end of the file', '4294967295'],
    ['negative', '-1'],
    ['no number', '(four)'],
    ['no whole number', '4.5'],
    ['a reference to nothing', '9 0 R'],
  ])('a length that is %s: the data is whole', (_, length) => {
    for (const eol of ['\n', '\r\n', '\r', '']) {
      expect(streamIn(`${head(length)}data${eol}endstream endobj`).data).toBe('data');
    }
  });

  test('an indirect length is asked for, and counts', () => {
    const data = 'endstream inside';
    const text = `${head('9 0 R')}${data}\nendstream endobj`;
    expect(streamIn(text, (ref) => (ref === PDFRef.of(9) ? data.length : undefined)).data).toBe(data);
  });

  test('data may end in ends of line and hold the word endobj when its length says so', () => {
    const data = 'a endobj \r\n\n';
    expect(streamIn(`${head(String(data.length))}${data}\nendstream`).data).toBe(data);
  });

  test.each([
    ['endstream left out', `${head('4')}data\nendobj 2 0 obj`, 'data'],
    ['endstream and the length left out', `1 0 obj<<>>stream\ndata\nendobj 2 0 obj`, 'data'],
    ['the file ends in it', `${head('99')}dat`, 'dat'],
    ['no data at all', `${head('0')}endstream endobj`, ''],
    ['nothing behind the keyword', '1 0 obj<<>>stream', ''],
  ])('%s', (_, text, data) => {
    expect(streamIn(text).data).toBe(data);
  });

  test('many streams without an end are read in reasonable time', () => {
    const count = 40_000;
    const text = '1 0 obj<<>>stream endobj '.repeat(count);
    const parser = parserOf(text);
    for (let i = 0; i < count; i++) {
      parser.position = i * 25;
      const found = parser.indirectObject(() => undefined);
      expect(found?.end).toBe(i * 25 + 18);
    }
  });
});

describe('what one file may cost', () => {
  test('more objects than the budget are refused, over all parsers that share it', () => {
    const budget = new ReadBudget(5);
    const parserWith = (text: string) =>
      new ObjectParser(latin1Bytes(text), PDFContext.create(), DEFAULT_LIMITS, 0, budget);
    expect(parserWith('[1 2]').object().toString()).toBe('[ 1 2 ]');
    expect(() => parserWith('[1 [2]]').object()).toThrow(
      new PdfError({ code: 'limit_exceeded', limit: 'objects', allowed: 5 }),
    );
  });

  test('the same bytes may not be read without end', () => {
    const budget = new ReadBudget();
    budget.parsed(64 * 1024 * 1024);
    expect(() => budget.parsed(1)).toThrow(PdfError);
    // What any file may cost is spent: four times its own bytes are left.
    const spent = new ReadBudget();
    spent.parsed(64 * 1024 * 1024);
    const text = latin1Bytes(`(${'x'.repeat(1000)})`);
    const parser = new ObjectParser(text, PDFContext.create(), DEFAULT_LIMITS, 0, spent);
    const read = () => {
      parser.position = 0;
      parser.object();
    };
    for (let round = 0; round < 4; round++) read();
    expect(() => {
      read();
      read();
    }).toThrow(PdfError);
  });
});

describe('any bytes', () => {
  const words = fc.constantFrom(
    ...[
      '<<',
      '>>',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '/A',
      '/Length',
      '1 0 obj',
      'endobj',
      'stream\n',
      'endstream',
      '0',
      '-1',
      '9 0 R',
      '\\',
      '%',
      '\n',
      'true',
      'null',
      '{',
      '}',
    ],
  );
  const soup = fc.oneof(
    fc.array(words, { maxLength: 40 }).map((parts) => parts.join(' ')),
    fc.array(words, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  );

  test('give an object or a syntax problem, and the position moves on only inside the data', () => {
    fc.assert(
      fc.property(soup, (text) => {
        for (const start of ['', '1 0 obj']) {
          const parser = parserOf(start + text);
          try {
            if (start === '') parser.object();
            else parser.indirectObject((ref) => ref.objectNumber);
          } catch (thrown) {
            if (!(thrown instanceof SyntaxProblem)) throw thrown;
          }
          expect(parser.position).toBeLessThanOrEqual(start.length + text.length);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test('a dictionary that was read is one of the document’s own', () => {
  const context = PDFContext.create();
  const dict = new ObjectParser(latin1Bytes('<</A 1>>'), context, DEFAULT_LIMITS).object() as PDFDict;
  expect(dict.context).toBe(context);
});

test('a comment ends with its line, whichever way that ends', () => {
  for (const end of ['\r', '\n', '\r\n']) expect(shown(`[ 1 % one ]${end} 2 ]`)).toBe('[ 1 2 ]');
});

test('two names of one hash are two names', () => {
  expect(shown('[ /Aa /BB /Aa /BB ]')).toBe('[ /Aa /BB /Aa /BB ]');
});
