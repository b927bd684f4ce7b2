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

const DRAW = '0 0 m\n5 5 l\nS';

describe('content is written in fewer bytes', () => {
  test.each<[string, string, string]>([
    ['numbers', '1.500 0.0 0 -0.70 +3 04 cm', '1.5 0 0 -.7 3 4 cm'],
    ['separators', ' /F1   12 \r\n Tf [ (a) -10 (b) ] TJ\n', '/F1 12 Tf[(a)-10(b)]TJ'],
    ['line ends between operators', 'q 0 0 5 5 re f Q', 'q\n0 0 5 5 re\nf\nQ'],
    ['comments', 'BT % text\n(a%b) Tj ET', 'BT(a%b)Tj\nET'],
    ['strings', 'BT <616263> Tj (\\141) Tj ET', 'BT(abc)Tj(a)Tj\nET'],
    [
      'property lists but their values',
      '/P <</MCID  04 /T (\\141)>>  BDC EMC',
      '/P<</MCID 04/T(\\141)>>BDC\nEMC',
    ],
    ['nothing that wants a whole number', '1.0 J 2.0 j 3.0 Tr 4.0 w', '1.0 J\n2.0 j\n3.0 Tr\n4 w'],
    ['the empty name', '/ 5 Tf', '/ 5 Tf'],
    [
      'an inline image stays as it is',
      'BI /W 1  /H 1 /BPC 8 /CS /G ID \0\nEI  0 g f',
      'BI /W 1  /H 1 /BPC 8 /CS /G ID \0\nEI\n0 g\nf',
    ],
    [
      'no binary string right behind one',
      'BI /W 1 /H 1 /BPC 8 /CS /G ID \0\nEI BT <00> Tj ET',
      'BI /W 1 /H 1 /BPC 8 /CS /G ID \0\nEI\nBT<00>Tj\nET',
    ],
    ['what is not understood, where it may be', 'BX 1.0 foo EX 1.0 w', 'BX\n1.0 foo\nEX\n1 w'],
  ])('%s', (_, content, expected) => {
    expect(rewritten(content)).toBe(expected);
    expect(isProved(content, expected)).toBe(true);
  });
});

describe('what sets nothing new is dropped', () => {
  test.each<[string, string, string]>([
    ['a line width', `1 w ${DRAW} 1.0 w ${DRAW}`, `1 w\n${DRAW}\n${DRAW}`],
    ['a dash', `[3 2] 0 d ${DRAW} [3.0 2]0 d ${DRAW}`, `[3 2]0 d\n${DRAW}\n${DRAW}`],
    ['colours, each for itself', `0 g 1 G ${DRAW} 0 g 1 G`, `0 g\n1 G\n${DRAW}`],
    ['a colour in a space', `/C cs 1 0 sc f /C cs 1 0 sc f`, '/C cs\n1 0 sc\nf\nf'],
    ['a space that is selected again', `/C cs 1 0 sc f /C cs 0 1 sc f`, '/C cs\n1 0 sc\nf\n0 1 sc\nf'],
    ['q and Q around nothing', 'f q 1 w q Q 0 g Q f', 'f\nf'],
    ['q and Q around what is dropped', 'q 1 w Q q f Q', 'q\nf\nQ'],
  ])('%s', (_, content, expected) => {
    expect(rewritten(content)).toBe(expected);
    expect(isProved(content, expected)).toBe(true);
  });

  test.each<[string, string]>([
    ['after another value', '1 w\nf\n2 w\nf\n1 w\nf'],
    ['after gs', '1 w/G gs\n1 w\nf'],
    ['in another level', '1 w\nq\n1 w\nf\nQ\n1 w\nf'],
    ['in a text', '0 g\nBT\n0 g(a)Tj\nET'],
    ['in a path', '1 w\n0 0 m\n1 w\n5 5 l\nS'],
    ['a colour after another space', '/C cs\n1 sc\nf/D cs\n1 sc\nf'],
    ['a space whose first colour paints', '/C cs\n1 sc\nf/C cs\nf'],
    [
      'a space whose first colour paints a stencil in place',
      '/C cs\n1 sc\nf/C cs\nBI /W 1 /H 1 /IM true ID a\nEI\n1 sc\nf',
    ],
    ['a space before fewer components', '/C cs\n1 1 sc\nf/C cs\n1 sc\nf'],
    ['patterns', '/Pattern cs/P scn\nf/Pattern cs/P scn\nf'],
    ['a pattern in the same space', '/Pattern cs/P scn\nf/P scn\nf'],
    ['a colour in a space that is not known', '1 sc\nf\n1 sc\nf'],
    ['a gray behind a space', '0 g\n/C cs\n0 g\nf'.replace('\n/', '/')],
    ['q and Q around marked content', 'q/A BMC\nEMC\nQ'],
    ['q and Q around a clip', 'q\n0 0 5 5 re\nW\nn\nQ'],
    ['Q without q', 'Q\nq\nf\nQ\nQ'],
    ['in compatibility sections', 'BX\n1 w\n1 w\nEX'],
  ])('not %s', (_, content) => {
    expect(rewritten(content)).toBe(content);
  });

  test('not in a part of a page that may begin anywhere', () => {
    expect(rewritten('1.0 w 1 w q Q', false)).toBe('1 w\n1 w\nq\nQ');
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
