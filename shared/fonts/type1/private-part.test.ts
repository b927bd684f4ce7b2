import { describe, expect, test } from 'vitest';
import { fromLatin1, latin1 } from '../../pdf/bytes.ts';
import { attempt } from '../cff/refused-face.ts';
import { readPrivatePart } from './private-part.ts';

/** Encrypted as Adobe Type 1 Font Format, 7.3, prints it: r = 4330, c1 = 52845, c2 = 22719. */
function encrypted(plain: string, randomBytes = 4): string {
  let r = 4330;
  const codes = [...'\0'.repeat(randomBytes), ...plain].map((letter) => {
    const cipher = letter.charCodeAt(0) ^ (r >> 8);
    r = ((cipher + r) * 52845 + 22719) & 0xffff;
    return cipher;
  });
  return String.fromCharCode(...codes);
}

const coded = (plain: string, randomBytes?: number) => {
  const data = encrypted(plain, randomBytes);
  return `${data.length} RD ${data}`;
};
const GLYPHS = `2 index /CharStrings 2 dict dup begin /.notdef ${coded('nothing')} ND /A ${coded('letter')} ND end`;
const END = ' end readonly put mark currentfile closefile\n';

const read = (text: string) => readPrivatePart(fromLatin1(text));
function refusal(text: string): string | null {
  const outcome = attempt(() => read(text));
  return outcome.kind === 'refused' ? outcome.reason : null;
}

function texts<Key extends string | number>(parts: ReadonlyMap<Key, Uint8Array>): Record<Key, string> {
  return Object.fromEntries(
    [...parts].map(([key, bytes]) => [key, latin1(bytes, 0, bytes.length)]),
  ) as Record<Key, string>;
}

describe('glyphs', () => {
  test('are decrypted by their names, in their order', () => {
    const { charStrings, subrs, hinting } = read(`dup /Private 9 dict dup begin ${GLYPHS}${END}`);
    expect(texts(charStrings)).toEqual({ '.notdef': 'nothing', A: 'letter' });
    expect([subrs.size, hinting.size]).toEqual([0, 0]);
  });

  test.each([0, 1, 4, 7])('begin behind %i random bytes, as lenIV says', (lenIV) => {
    const glyph = `/CharStrings 1 dict dup begin /A ${coded('letter', lenIV)} ND end`;
    expect(texts(read(`/lenIV ${lenIV} def ${glyph}${END}`).charStrings)).toEqual({ A: 'letter' });
  });

  test('are plain with a negative lenIV', () => {
    expect(
      texts(read(`/lenIV -1 def /CharStrings 1 dict begin /A 6 RD letter ND end${END}`).charStrings),
    ).toEqual({ A: 'letter' });
  });

  test('may have operators of any names, and any bytes', () => {
    const odd = 'end /B (';
    expect(
      texts(read(`/CharStrings 1 dict begin /A ${coded(odd).replace('RD', '-|')} |- end${END}`).charStrings),
    ).toEqual({
      A: odd,
    });
  });

  test('may be there twice if they are equal', () => {
    const twice = (other: string) =>
      `/CharStrings 2 dict begin /A ${coded('letter')} ND /A ${coded(other)} ND end${END}`;
    expect(texts(read(twice('letter')).charStrings)).toEqual({ A: 'letter' });
    expect(refusal(twice('others'))).toBe('several-fonts');
  });

  test.each([
    ['none', `/Subrs 0 array${END}`, 'damaged'],
    ['two sets', `${GLYPHS} ${GLYPHS}${END}`, 'several-fonts'],
    ['no end', `/CharStrings 1 dict begin /A ${coded('letter')} ND`, 'damaged'],
    ['no length', `/CharStrings 1 dict begin /A RD letter ND end${END}`, 'damaged'],
    ['a broken length', `/CharStrings 1 dict begin /A 6.5 RD letter ND end${END}`, 'damaged'],
    ['a length without data', '/CharStrings 1 dict begin /A 60 RD letter', 'damaged'],
    ['a length without an operator', `/CharStrings 1 dict begin /A 6 (RD) letter ND end${END}`, 'damaged'],
    ['fewer bytes than random ones', `/CharStrings 1 dict begin /A 3 RD abc ND end${END}`, 'damaged'],
    ['a negative length', `/lenIV -1 def /CharStrings 1 dict begin /A -1 RD abc ND end${END}`, 'damaged'],
  ])('are refused for %s', (_, text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  test('of no bytes but random ones are empty', () => {
    expect(texts(read(`/CharStrings 1 dict begin /A ${coded('')} ND end${END}`).charStrings)).toEqual({
      A: '',
    });
  });
});

describe('subroutines', () => {
  const list = (...parts: readonly string[]) =>
    read(`/Subrs ${parts.length} array ${parts.join(' ')} ND ${GLYPHS}${END}`).subrs;

  test('have numbers, in any order and with gaps', () => {
    expect(texts(list(`dup 5 ${coded('five')} NP`, `dup 0 ${coded('zero')} NP`))).toEqual({
      0: 'zero',
      5: 'five',
    });
  });

  test('may be put by one word or two', () => {
    expect(
      texts(
        list(`dup 0 ${coded('zero')} noaccess put`, `dup 1 ${coded('one')} |`, `dup 2 ${coded('two')} NP`),
      ),
    ).toEqual({
      0: 'zero',
      1: 'one',
      2: 'two',
    });
  });

  test('may be an empty list of either kind', () => {
    for (const text of ['/Subrs 0 array', '/Subrs [] def', '/Subrs [ 1 [2] ] def']) {
      const font = read(`${text} ${GLYPHS}${END}`);
      expect([font.subrs.size, font.charStrings.size]).toEqual([0, 2]);
    }
  });

  test.each([
    ['two sets', `/Subrs 0 array ND /Subrs 0 array ND ${GLYPHS}${END}`, 'several-fonts'],
    ['no count', `/Subrs many array ${GLYPHS}${END}`, 'damaged'],
    ['a number that is none', `/Subrs 1 array dup x ${coded('zero')} NP ${GLYPHS}${END}`, 'damaged'],
    ['a negative number', `/Subrs 1 array dup -1 ${coded('zero')} NP ${GLYPHS}${END}`, 'damaged'],
    ['a broken number', `/Subrs 1 array dup 0.5 ${coded('zero')} NP ${GLYPHS}${END}`, 'damaged'],
    ['data that is cut off', '/Subrs 1 array dup 0 90 RD abc', 'damaged'],
  ])('are refused for %s', (_, text, reason) => {
    expect(refusal(text)).toBe(reason);
  });
});

describe('hinting', () => {
  test('is read by its kinds', () => {
    const text = `/BlueValues [-15 0 700 715] def /OtherBlues {-250 -240} def /FamilyBlues [] def /StdHW [60] def /StdVW [80.5] def
      /StemSnapH [60 70] def /StemSnapV [80] def /FamilyOtherBlues [1 2] def /BlueScale .05 def /BlueShift 8 def
      /BlueFuzz 0 def /ForceBold true def /LanguageGroup 1 def /ExpansionFactor 0.1 def /password 5839 def`;
    expect(Object.fromEntries(read(`${text} ${GLYPHS}${END}`).hinting)).toEqual({
      BlueValues: [-15, 0, 700, 715],
      OtherBlues: [-250, -240],
      FamilyBlues: [],
      FamilyOtherBlues: [1, 2],
      StdHW: [60],
      StdVW: [80.5],
      StemSnapH: [60, 70],
      StemSnapV: [80],
      BlueScale: [0.05],
      BlueShift: [8],
      BlueFuzz: [0],
      ForceBold: [1],
      LanguageGroup: [1],
      ExpansionFactor: [0.1],
    });
    expect(read(`/ForceBold false def ${GLYPHS}${END}`).hinting.get('ForceBold')).toEqual([0]);
  });

  test.each([
    '/BlueValues 5 def',
    '/BlueValues [1 2 add] def',
    '/StdHW (60) def',
    '/BlueScale [1] def',
    '/BlueFuzz x def',
    '/ForceBold 1 def',
    '/ForceBold maybe def',
    '/ForceBold {2 gt} def',
    '/lenIV x def',
    `/StemSnapH [${'1 '.repeat(65)}] def`,
  ])('that is computed is refused: %s', (text) => {
    expect(refusal(`${text} ${GLYPHS}${END}`)).toBe('odd-private');
  });

  test('in procedures does not count', () => {
    expect(read(`/Erode {/BlueFuzz 9 def} def ${GLYPHS}${END}`).hinting.size).toBe(0);
    expect(refusal('/Erode {/BlueFuzz')).toBe('damaged');
  });
});

describe('the end', () => {
  test('is closefile, whatever follows', () => {
    expect(read(`${GLYPHS}${END}\u0001\u00ff/CharStrings 3 dict`).charStrings.size).toBe(2);
  });

  test('may lack closefile if nothing but text is there', () => {
    expect(read(`${GLYPHS} end readonly put\r\n\t~`).charStrings.size).toBe(2);
    for (const noise of ['\u0001', '\u007f', '\u00ff', '\u001f'])
      expect(refusal(`${GLYPHS} end readonly put ${noise}`), JSON.stringify(noise)).toBe('damaged');
  });
});
