import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromLatin1 } from '../../bytes.ts';
import { ContentLexer } from './lexer.ts';

type Skip = 'Number' | 'Regular' | 'Comment' | 'String' | 'HexString' | 'Nested';

/** Makes the parts of the lexer callable one by one, from a position. */
class Probe extends ContentLexer {
  skip(what: Skip, from = 0): { end: number; found: boolean | undefined; problem: string | null } {
    this.at = from;
    const found = { Number: () => this.skipNumber() }[what as 'Number']?.();
    if (what !== 'Number') this[`skip${what}`]();
    return { end: this.at, found, problem: this.problem };
  }

  constant(): string | null {
    return this.constantAt(0, this.bytes.length);
  }
}

const skip = (what: Skip, text: string, from?: number) => new Probe(fromLatin1(text)).skip(what, from);
/** Returns the skipped text, with the problem if there is one. */
function skipped(what: Skip, text: string): string | readonly [string, string] {
  const { end, problem } = skip(what, text);
  return problem === null ? text.slice(0, end) : [text.slice(0, end), problem];
}

const WHITE = ['\0', '\t', '\n', '\f', '\r', ' '];
const DELIMITERS = [...'()<>[]{}/%'];

describe('a word or name', () => {
  test('ends at white space and delimiters, and at no other byte', () => {
    for (let code = 0; code < 256; code += 1) {
      const byte = String.fromCharCode(code);
      const isEnd = WHITE.includes(byte) || DELIMITERS.includes(byte);
      const isContested = code === 0x80 || code === 0xff;
      expect(skip('Regular', `ab${byte}c`), `${code}`).toMatchObject({
        end: isEnd ? 2 : 4,
        problem: isContested ? 'contested-blank' : null,
      });
    }
  });

  test.each([
    ['true', 'boolean'],
    ['false', 'boolean'],
    ['null', 'null'],
    ['nul', null],
    ['True', null],
    ['nulls', null],
    ['trues', null],
    ['fals', null],
    ['falser', null],
    ['', null],
  ])('%j is the constant %j', (word, kind) => {
    expect(new Probe(fromLatin1(word)).constant()).toBe(kind);
  });
});

describe('a number', () => {
  const numbers = fc.string({ unit: fc.constantFrom(...'0159+-..'), minLength: 1, maxLength: 7 });
  const behind = fc.constantFrom('', ' ', '/', 'w', '\n', 'e5', '(');

  test('takes all digits, signs and points; it is one by the grammar of ISO 32000-2, 7.3.3', () => {
    fc.assert(
      fc.property(numbers, behind, (number, rest) => {
        expect(skip('Number', number + rest)).toEqual({
          end: number.length,
          found: /^[+-]?(\d+\.?\d*|\.\d+)$/.test(number),
          problem: null,
        });
      }),
      { numRuns: 500 },
    );
  });
});

test('a comment ends before either end of a line', () => {
  expect(['% a (b\nq', '%\rq', '% a', '%%\r\n'].map((text) => skipped('Comment', text))).toEqual([
    '% a (b',
    '%',
    '% a',
    '%%',
  ]);
});

describe('a string', () => {
  test.each([
    ['()', '()'],
    ['(a) (b)', '(a)'],
    ['(a(b)c)d', '(a(b)c)'],
    ['(((a)))) ', '(((a)))'],
    ['(a\\)b)c', '(a\\)b)'],
    ['(a\\(b)c)', '(a\\(b)'],
    ['(a\\\\)b)', '(a\\\\)'],
    ['(<%[{/\n\0\x80)Q', '(<%[{/\n\0\x80)'],
  ])('%j ends at its own bracket', (text, string) => {
    expect(skipped('String', text)).toBe(string);
  });

  test.each(['(', '(a', '(a(b)', '(a\\)', '(a\\'])('%j has no end', (text) => {
    expect(skipped('String', text)).toEqual([text, 'unbalanced']);
  });

  test('of any bytes with escapes is skipped whole', () => {
    const piece = fc.oneof(
      fc.constantFrom('\\(', '\\)', '\\\\', '(x)', '((y)z)'),
      fc.string({ unit: fc.constantFrom(...'ab<>%/ \n'), maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const string = `(${pieces.join('')})`;
        expect(skipped('String', `${string}) Tj`)).toBe(string);
      }),
    );
  });
});

describe('a hex string', () => {
  test('may have every digit, and white space', () => {
    for (const text of ['<>', '<0123456789abcdefABCDEF>', '<4 1\0\t\n\f\r 42>', '<4>'])
      expect(skipped('HexString', `${text}> Tj`)).toBe(text);
  });

  test('with anything else is doubtful, and ends at its bracket', () => {
    for (let code = 0; code < 256; code += 1) {
      const byte = String.fromCharCode(code);
      const isInside = /[0-9A-Fa-f]/.test(byte) || WHITE.includes(byte);
      if (byte === '>') continue;
      expect(skip('HexString', `<41${byte}2>Tj`), `${code}`).toEqual({
        end: 6,
        found: undefined,
        problem: isInside ? null : 'unbalanced',
      });
    }
  });

  test('without its end goes to the end of all', () => {
    expect(skipped('HexString', '<41 42')).toEqual(['<41 42', 'unbalanced']);
    expect(skipped('HexString', '<41 Tj')).toEqual(['<41 Tj', 'unbalanced']);
    expect(skipped('HexString', '<')).toEqual(['<', 'unbalanced']);
  });
});

describe('an array or dictionary', () => {
  test.each([
    '[]',
    '<<>>',
    '[1 -2.5 (a]) <5d> /N] '.trim(),
    '[[1 [2]] [3]]',
    '<</A 1/B[2]/C<</D(>>)>>>>',
    '<</A<41>>>',
    '[true false null]',
    '[% a ] in a comment\n1]',
    '[/A]',
    '[/A#5d 1]',
    '[<</A [<<>>]>>]',
    `${'['.repeat(100)}${']'.repeat(100)}`,
  ])('%j ends at its own bracket', (text) => {
    expect(skipped('Nested', `${text}]>> Tj`)).toBe(text);
    expect(skipped('Nested', text)).toBe(text);
  });

  test.each([
    ['[1 2', '[1 2', 'unbalanced'],
    ['<</A 1', '<</A 1', 'unbalanced'],
    ['<</A 1>', '<</A 1>', 'stray-delimiter'],
    ['[[1]', '[[1]', 'unbalanced'],
    ['[(a]', '[(a]', 'unbalanced'],
    ['[1 2 Tj]', '[1 2 ', 'unbalanced'],
    ['<</A true Do>>', '<</A true ', 'unbalanced'],
    ['[1 > 2] Q', '[1 > 2]', 'stray-delimiter'],
    ['[1 ) 2] Q', '[1 ) 2]', 'stray-delimiter'],
    ['[1 { } 2] Q', '[1 { } 2]', 'stray-delimiter'],
    ['[1 >> 2] Q', '[1 >> 2]', 'stray-delimiter'],
    ['<</A 1 ] >> Q', '<</A 1 ] >>', 'stray-delimiter'],
    ['<</A 1 > >> Q', '<</A 1 > >>', 'stray-delimiter'],
    ['[/A\x80b] Q', '[/A\x80b]', 'contested-blank'],
    ['[<4x>] Q', '[<4x>]', 'unbalanced'],
  ])('%j is doubtful', (text, end, problem) => {
    expect(skipped('Nested', text)).toEqual([end, problem]);
  });

  test('deeper than a hundred is not read', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['<<', '>>'],
    ] as const) {
      expect(skip('Nested', open.repeat(101) + close.repeat(101)).problem).toBe('too-deep');
      expect(skip('Nested', open.repeat(100) + close.repeat(100)).problem).toBeNull();
    }
  });

  test('of any contents is skipped whole', () => {
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom('1', '-.5', '/N', '/', '(a\\)(b))', '<4 1>', 'true', 'null', '% ]\n'),
        fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(' ')}]`),
        fc
          .array(tie('value'), { maxLength: 4 })
          .map((items) => `<<${items.map((item) => `/K ${item}`).join('')}>>`),
      ),
    }));
    fc.assert(
      fc.property(value, (text) => {
        expect(skipped('Nested', `[${text}] TJ`)).toBe(`[${text}]`);
        expect(skipped('Nested', `<</A ${text}>>BDC`)).toBe(`<</A ${text}>>`);
      }),
      { numRuns: 300 },
    );
  });
});

test('the first problem is the one that is told', () => {
  const probe = new Probe(fromLatin1('[1 > (a'));
  expect(probe.skip('Nested').problem).toBe('stray-delimiter');
  expect(probe.skip('Comment', 6).problem).toBe('stray-delimiter');
});
