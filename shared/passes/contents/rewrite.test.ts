import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { latin1 } from '../../pdf/bytes.ts';
import { anyBytes, anyContent, paintedThings } from '../../testing/documents/contents.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { meansTheSame } from './content-proof.ts';
import { rewrittenContent } from './rewrite.ts';

function rewritten(content: string, mayDrop = true): string | null {
  const bytes = rewrittenContent(latin1Bytes(content), { mayDrop });
  return bytes === null ? null : latin1(bytes, 0, bytes.length);
}

function isProved(before: string, after: string): boolean {
  return meansTheSame(latin1Bytes(before), latin1Bytes(after));
}

const DRAW = '0 0 m 5 5 l S';

describe('content is written in fewer bytes', () => {
  test.each<[string, string, string]>([
    ['numbers', '1.500 0.0 0 -0.70 +3 04 cm', '1.5 0 0 -.7 3 4 cm'],
    ['separators', ' /F1   12 \r  Tf [ (a) -10 (b) ] TJ ', '/F1 12 Tf[(a)-10(b)]TJ'],
    ['line ends', 'q\n0 0 5 5 re\r\nf\nQ', 'q 0 0 5 5 re f Q'],
    ['comments', 'BT % text\n(a%b) Tj ET', 'BT(a%b)Tj ET'],
    ['strings', 'BT <616263> Tj (\\141) Tj ET', 'BT(abc)Tj(a)Tj ET'],
    [
      'property lists but their values',
      '/P <</MCID  04 /T (\\141)>>  BDC EMC',
      '/P<</MCID 04/T(\\141)>>BDC EMC',
    ],
    ['nothing that wants a whole number', '1.0 J 2.0 j 3.0 Tr 4.0 w', '1.0 J 2.0 j 3.0 Tr 4 w'],
    ['the empty name', '/ 5 Tf', '/ 5 Tf'],
    [
      'an inline image stays as it is',
      'BI /W 1  /H 1 /BPC 8 /CS /G ID \0\nEI  0 g f',
      'BI /W 1  /H 1 /BPC 8 /CS /G ID \0\nEI 0 g f',
    ],
    [
      'no binary string right behind one',
      'BI /W 1 /H 1 /BPC 8 /CS /G ID \0\nEI BT <00> Tj ET',
      'BI /W 1 /H 1 /BPC 8 /CS /G ID \0\nEI BT<00>Tj ET',
    ],
    ['what is not understood, where it may be', 'BX 1.0 foo EX 1.0 w', 'BX 1.0 foo EX 1 w'],
  ])('%s', (_, content, expected) => {
    expect(rewritten(content)).toBe(expected);
    expect(isProved(content, expected)).toBe(true);
  });
});

describe('what sets nothing new is dropped', () => {
  test.each<[string, string, string]>([
    ['a line width', `1 w ${DRAW} 1.0 w ${DRAW}`, `1 w ${DRAW} ${DRAW}`],
    ['a dash', `[3 2] 0 d ${DRAW} [3.0 2]0 d ${DRAW}`, `[3 2]0 d ${DRAW} ${DRAW}`],
    ['colours, each for itself', `0 g 1 G ${DRAW} 0 g 1 G`, `0 g 1 G ${DRAW}`],
    ['a colour in a space', `/C cs 1 0 sc f /C cs 1 0 sc f`, '/C cs 1 0 sc f f'],
    ['a space that is selected again', `/C cs 1 0 sc f /C cs 0 1 sc f`, '/C cs 1 0 sc f 0 1 sc f'],
    ['q and Q around nothing', 'f q 1 w q Q 0 g Q f', 'f f'],
    ['q and Q around what is dropped', 'q 1 w Q q f Q', 'q f Q'],
  ])('%s', (_, content, expected) => {
    expect(rewritten(content)).toBe(expected);
    expect(isProved(content, expected)).toBe(true);
  });

  test.each<[string, string]>([
    ['after another value', '1 w f 2 w f 1 w f'],
    ['after gs', '1 w/G gs 1 w f'],
    ['in another level', '1 w q 1 w f Q 1 w f'],
    ['in a text', '0 g BT 0 g(a)Tj ET'],
    ['in a path', '1 w 0 0 m 1 w 5 5 l S'],
    ['a colour after another space', '/C cs 1 sc f/D cs 1 sc f'],
    ['a space whose first colour paints', '/C cs 1 sc f/C cs f'],
    [
      'a space whose first colour paints a stencil in place',
      '/C cs 1 sc f/C cs BI /W 1 /H 1 /IM true ID a EI 1 sc f',
    ],
    ['a space before fewer components', '/C cs 1 1 sc f/C cs 1 sc f'],
    ['patterns', '/Pattern cs/P scn f/Pattern cs/P scn f'],
    ['a pattern in the same space', '/Pattern cs/P scn f/P scn f'],
    ['a colour in a space that is not known', '1 sc f 1 sc f'],
    ['a gray behind a space', '0 g /C cs 0 g f'.replace(' /', '/')],
    ['q and Q around marked content', 'q/A BMC EMC Q'],
    ['q and Q around a clip', 'q 0 0 5 5 re W n Q'],
    ['Q without q', 'Q q f Q Q'],
    ['in compatibility sections', 'BX 1 w 1 w EX'],
  ])('not %s', (_, content) => {
    expect(rewritten(content)).toBe(content);
  });

  test('not in a part of a page that may begin anywhere', () => {
    expect(rewritten('1.0 w 1 w q Q', false)).toBe('1 w 1 w q Q');
  });
});

describe('content that is not clear stays', () => {
  test.each([
    ['numbers that readers read differently', '--5 w'],
    ['the same in an array', '[1.2.3] TJ'],
    ['an exponent', '1e5 w'],
    ['a number that runs into an operator', '1 0 0rg'],
    ['an unknown operator', '1 w foo'],
    ['an unknown operator behind its section', 'BX EX foo'],
    ['an unbalanced string', '(abc Tj'],
    ['a stray bracket', '1 ] w'],
    ['an operand that is no number', '(a) w'],
    ['an operand too many', '1 2 w'],
    ['operands at the end', 'f 1 2'],
    ['an inline image without end', 'BI /W 9 /H 9 ID abc'],
  ])('%s', (_, content) => {
    expect(rewritten(content)).toBeNull();
  });
});

describe('the proof sees', () => {
  test.each<[string, string, string]>([
    ['another operand', '1 w f', '2 w f'],
    ['a last digit', '0.12345678901234567890 0 m', '0.12345678901234567891 0 m'],
    ['another operator', '0 0 m 5 5 l S', '0 0 m 5 5 l s'],
    ['another string', '(a) Tj', '(b) Tj'],
    ['a needed setting gone', '1 w f 2 w f', '1 w f f'],
    ['a setting gone behind gs', '1 w /G gs 1 w f', '1 w /G gs f'],
    ['a setting gone behind Q', '1 w q 2 w Q 1 w f', '1 w q 2 w f Q'],
    ['another order', '1 w f 2 w f', '2 w f 1 w f'],
    ['two levels made one', 'q f Q q f Q', 'q f f Q'],
    ['a level gone', 'q 1 0 0 1 5 5 cm f Q f', '1 0 0 1 5 5 cm f f'],
    ['a transformation gone', 'q 1 0 0 1 5 5 cm Q', ''],
    ['an operation gone at the end', 'f S', 'f'],
    ['an operation more', 'f', 'f S'],
    ['a state left behind', '1 w f 2 w', '1 w f'],
    ['a colour in another space', '/C cs 1 sc f', '/D cs 1 sc f'],
    ['a pattern gone', '/P scn f /Q scn f', '/P scn f f'],
    [
      'an inline image with another byte',
      'BI /W 1 /H 1 /BPC 8 /CS /G ID a EI',
      'BI /W 1 /H 1 /BPC 8 /CS /G ID b EI',
    ],
    ['content that is not clear', 'f', 'f (a'],
  ])('%s', (_, before, after) => {
    expect(isProved(before, before)).toBe(true);
    expect(isProved(before, after)).toBe(false);
  });
});

describe('whatever the content', () => {
  test('it paints the same things in the same state, in no more bytes, and a second time nothing is gained', () => {
    fc.assert(
      fc.property(anyContent(), (content) => {
        const after = rewritten(content);
        if (after === null) throw new Error(`not understood: ${content}`);
        expect(paintedThings(after)).toEqual(paintedThings(content));
        expect(after.length).toBeLessThanOrEqual(content.length);
        expect(isProved(content, after)).toBe(true);
        expect(rewritten(after)).toBe(after);
      }),
      { numRuns: 300 },
    );
  });

  test('any bytes are refused or proved', () => {
    fc.assert(
      fc.property(anyBytes(), (content) => {
        const after = rewrittenContent(content, { mayDrop: true });
        if (after !== null) expect(meansTheSame(content, after)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
