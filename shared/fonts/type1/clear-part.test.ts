import { describe, expect, test } from 'vitest';
import { fromLatin1, latin1 } from '../../pdf/bytes.ts';
import { attempt } from '../cff/refused-face.ts';
import { clearPart, type Type1Header } from './clear-part.ts';

interface Parts {
  readonly head?: string;
  readonly name?: string;
  readonly matrix?: string;
  readonly encoding?: string;
  readonly more?: string;
}

function program({
  head = '%!PS-AdobeFont-1.0: Small 001.001\n',
  name = '/FontName /Small def',
  matrix = '/FontMatrix [0.001 0 0 0.001 0 0] readonly def',
  encoding = '/Encoding StandardEncoding def',
  more = '',
}: Parts = {}): Uint8Array {
  return fromLatin1(`${head}11 dict begin ${name} /PaintType 0 def ${matrix} ${encoding} ${more}
currentdict end currentfile eexec\n\u00d9\u00d6`);
}

const headerOf = (parts: Parts): Type1Header => clearPart(program(parts)).header;
function refusal(parts: Parts): string | null {
  const outcome = attempt(() => clearPart(program(parts)));
  return outcome.kind === 'refused' ? outcome.reason : null;
}

describe('the clear part', () => {
  test('ends directly behind the word eexec', () => {
    const bytes = program();
    expect(latin1(bytes, clearPart(bytes).end, bytes.length)).toBe('\n\u00d9\u00d6');
  });

  test('tells name, matrix, box and encoding', () => {
    expect(headerOf({ more: '/FontBBox {-10 -20 800 900.5} readonly def' })).toEqual({
      name: 'Small',
      infoStrings: new Map(),
      infoNumbers: new Map(),
      fontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      fontBBox: [-10, -20, 800, 900.5],
      encoding: 'standard',
    });
    expect(
      headerOf({ matrix: '/FontMatrix {1e-3 0 .0002 1E-3 +0 -0}readonly def' }).fontMatrix.map(
        (value) => value + 0,
      ),
    ).toEqual([0.001, 0, 0.0002, 0.001, 0, 0]);
    expect(headerOf({ more: '/FontBBox [1 2 3] def' }).fontBBox).toBeNull();
  });

  test('tells what its FontInfo says, of the kinds that are known', () => {
    const more = `/FontInfo 12 dict dup begin /version (001.\\061) readonly def /Notice (a\\(b\\)) def
      /Copyright (c (d) e) def /FullName (Small Sans) def /FamilyName (Small) def /Weight (Bold) def
      /ItalicAngle -12.5 def /isFixedPitch true def /UnderlinePosition -133 def /UnderlineThickness 20 def
      /Unknown (x) def end readonly def`;
    const { infoStrings, infoNumbers } = headerOf({ more });
    expect(
      Object.fromEntries([...infoStrings].map(([key, bytes]) => [key, latin1(bytes, 0, bytes.length)])),
    ).toEqual({
      version: '001.1',
      Notice: 'a(b)',
      Copyright: 'c (d) e',
      FullName: 'Small Sans',
      FamilyName: 'Small',
      Weight: 'Bold',
    });
    expect(Object.fromEntries(infoNumbers)).toEqual({
      ItalicAngle: -12.5,
      isFixedPitch: 1,
      UnderlinePosition: -133,
      UnderlineThickness: 20,
    });
    expect(headerOf({ more: '/isFixedPitch false def' }).infoNumbers.get('isFixedPitch')).toBe(0);
    expect(headerOf({ more: '/Weight /Bold def' }).infoStrings.size).toBe(0);
  });

  test('does not look into procedures, strings and comments', () => {
    for (const more of [
      '/ItalicAngle {/FontName /Other def} def',
      '/Proc {/FontName /Other def eexec} def',
      '(/FontName /Other def eexec) pop',
      '% eexec ) /FontName\n',
    ])
      expect(headerOf({ more }).name).toBe('Small');
  });
});

describe('an encoding', () => {
  const codes = (encoding: string) =>
    Object.fromEntries(headerOf({ encoding }).encoding as ReadonlyMap<number, string>);

  test('may be a list, with or without its letters', () => {
    expect(codes('/Encoding [/.notdef /A /B] def')).toEqual({ 1: 'A', 2: 'B' });
    expect(codes('/Encoding {/A /.notdef /.notdef /D} def')).toEqual({ 0: 'A', 3: 'D' });
    expect(codes('/Encoding [] def')).toEqual({});
    expect(codes(`/Encoding [${'/.notdef '.repeat(255)}/Z] def`)).toEqual({ 255: 'Z' });
    expect(refusal({ encoding: `/Encoding [${'/A '.repeat(257)}] def` })).toBe('odd-encoding');
    expect(refusal({ encoding: '/Encoding [/A 5] def' })).toBe('odd-encoding');
    expect(refusal({ encoding: '/Encoding [/A' })).toBe('odd-encoding');
  });

  test('may be filled code by code, the last counts', () => {
    const start = '/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for';
    expect(codes(`${start} dup 0 /A put dup 255 /B put dup 8#101 /C put readonly def`)).toEqual({
      0: 'A',
      255: 'B',
      65: 'C',
    });
    expect(codes(`${start} dup 65 /A put dup 65 /B put def dup 66 /C put`)).toEqual({ 65: 'B' });
    expect(codes(`${start} dup 65 /A put dup 65 /.notdef put def`)).toEqual({});
    expect(codes('/Encoding 256 array 0 1 255 {dup 66 /B put readonly} for dup 65 /A put def')).toEqual({
      65: 'A',
    });
    for (const entry of [
      'dup 256 /A put',
      'dup -1 /A put',
      'dup 1.5 /A put',
      'dup /A 65 put',
      'dup 65 (A) put',
    ])
      expect(refusal({ encoding: `${start} ${entry} def` }), entry).toBe('odd-encoding');
  });

  test('without an end is damage, and of another kind not readable', () => {
    const bytes = fromLatin1('%!PS-AdobeFont /FontName /A def /Encoding 256 array dup 65 /A put');
    expect(attempt(() => clearPart(bytes))).toEqual({ kind: 'refused', reason: 'damaged' });
    expect(refusal({ encoding: '/Encoding ISOLatin1Encoding def' })).toBe('odd-encoding');
    expect(refusal({ encoding: '/Encoding (A) def' })).toBe('odd-encoding');
  });
});

describe('a program is refused', () => {
  test.each<[string, Parts, string]>([
    ['without its first words', { head: '% a font\n' }, 'damaged'],
    ['with its first words behind others', { head: ' %!PS-AdobeFont\n' }, 'damaged'],
    ['without a name', { name: '' }, 'damaged'],
    ['with a name that is a string', { name: '/FontName (Small) def' }, 'damaged'],
    ['without an encoding', { encoding: '' }, 'damaged'],
    ['without a matrix', { matrix: '' }, 'odd-font-matrix'],
    ['with a matrix of five numbers', { matrix: '/FontMatrix [1 0 0 1 0] def' }, 'odd-font-matrix'],
    ['with a matrix that is computed', { matrix: '/FontMatrix [1 2 add 0 0 1 0 0] def' }, 'odd-font-matrix'],
    ['with weights of masters', { more: '/WeightVector [0.5 0.5] def' }, 'multiple-master'],
    ['with blends of masters', { more: '/Blend 3 dict def' }, 'multiple-master'],
    ['with maps of masters', { more: '/BlendDesignMap [[0 1]] def' }, 'multiple-master'],
    ['with a parenthesis that nothing opened', { more: ')' }, 'damaged'],
    ['with a procedure without an end', { more: '/Proc {' }, 'damaged'],
    ['with a notice that is a procedure', { more: '/Notice {x} def' }, 'damaged'],
    ['with a notice that is a number', { more: '/Notice 5 def' }, 'damaged'],
    ['with lines instead of areas', { more: '/PaintType 2 def' }, 'odd-paint'],
    ['with a paint that is no number', { more: '/PaintType x def' }, 'odd-paint'],
  ])('%s', (_, parts, reason) => {
    expect(refusal(parts)).toBe(reason);
  });

  test('wherever it is cut off', () => {
    const bytes = program({ more: '/FontInfo 2 dict dup begin /Notice (a) def end def' });
    const { end } = clearPart(bytes);
    for (let length = 0; length < end; length += 1)
      expect(attempt(() => clearPart(bytes.subarray(0, length))).kind, `${length} bytes`).toBe('refused');
  });

  test('not with the first words of FontType', () => {
    expect(refusal({ head: '%!FontType1-1.0: Small\n' })).toBeNull();
  });
});
