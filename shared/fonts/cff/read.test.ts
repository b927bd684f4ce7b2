import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sameBytes } from '../../pdf/bytes.ts';
import { cffFont, cidFont } from '../../testing/fonts/cff-fonts.ts';
import { writeCharset } from './charset.ts';
import { CharStringReader } from './charstring-read.ts';
import { dictEntry, dictNumber, dictOperands, readDict, TOP } from './dict.ts';
import { writeEncoding } from './encoding.ts';
import { readIndex, writeIndex } from './index-table.ts';
import { int16, writeInt16 } from './numbers.ts';
import { readCff } from './read.ts';
import { attempt } from './refused-face.ts';
import { writeCff } from './write.ts';

/** Technical Note #5176, Appendix D: the example of a font of two glyphs. */
const SPECIFICATION_EXAMPLE = `
0100040100010101134142434445462b54696d65732d526f6d616e000101011ff81b00f81c02f81d03f819041c6f000d
fb3cfb6efa7cfa1605e911b8f112000301010813183030312e30303754696d657320526f6d616e54696d657300000002
010102030e0e7d99f92a99fb7695f7738b06f79a93fc7c8c077d99f85695f75e9908fb6e8cf87393f7108b09a70adf0bf78e14`;

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/[0-9a-f]{2}/g)!, (pair) => Number.parseInt(pair, 16));
}

describe('the parts of a CFF font', () => {
  test('are read as the specification prints them', () => {
    const font = readCff(fromHex(SPECIFICATION_EXAMPLE));
    expect(new TextDecoder().decode(font.name)).toBe('ABCDEF+Times-Roman');
    expect(font.strings.map((text) => new TextDecoder().decode(text))).toEqual([
      '001.007',
      'Times Roman',
      'Times',
    ]);
    expect(dictOperands(font.top, 5)).toEqual([-168, -218, 1000, 898]);
    expect(font.named?.glyphNames).toEqual(['.notdef', 'space']);
    expect(font.named?.encoding.names).toEqual(new Map([[32, 'space']]));
  });

  test('keep names, codes and second codes of a glyph', () => {
    const encoding = writeEncoding([[65, 200], [66], [40]], [34, 35, 391]);
    const font = readCff(
      cffFont({
        glyphs: ['endchar', 'endchar', 'endchar', 'endchar'],
        charset: [34, 35, 391],
        strings: ['mine'],
        encoding,
      }),
    );
    expect(font.named?.glyphNames).toEqual(['.notdef', 'A', 'B', 'mine']);
    expect(font.named?.encoding.names).toEqual(
      new Map([
        [65, 'A'],
        [66, 'B'],
        [40, 'mine'],
        [200, 'A'],
      ]),
    );
  });

  test('tell each glyph its font DICT in CID-keyed fonts', () => {
    const font = readCff(cidFont({ glyphs: ['endchar', 'endchar', 'endchar'], charset: [7, 9] }));
    expect(font.charset.ids).toEqual([0, 7, 9]);
    expect([...font.fdSelect!.parts]).toEqual([0, 0, 1]);
    expect(font.parts).toHaveLength(2);
    expect(font.named).toBeNull();
  });

  test('tell ranges of glyphs their font DICT, and keep no byte behind the last range', () => {
    const fdSelect = Uint8Array.of(3, 0, 2, 0, 0, 0, 0, 1, 1, 0, 3);
    const font = readCff(cidFont({ glyphs: ['endchar', 'endchar', 'endchar'], fdSelect }));
    expect([...font.fdSelect!.parts]).toEqual([0, 1, 1]);
    expect(font.fdSelect!.data).toEqual(fdSelect);
  });
});

test('numbers to both ends of 16 bits take at most three bytes', () => {
  for (const value of [-32768, 32767]) {
    const [first, ...bytes] = writeInt16(value)!;
    expect([first, int16(Uint8Array.from(bytes), 0)]).toEqual([28, value]);
  }
  expect([-32769, 32768].map(writeInt16)).toEqual([null, null]);
});

test('numbers of a DICT read back as they were written', () => {
  const numbers = fc.oneof(
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 48 }), (values) => {
      const { bytes } = dictEntry(1209, values);
      // A DICT has no -0.
      expect(dictOperands(readDict(bytes), 1209)).toEqual(values.map((value) => value + 0));
    }),
  );
  expect(dictNumber(readDict(dictEntry(1209, [0.04379]).bytes), 1209, 0)).toBe(0.04379);
});

test('charsets read back in whatever format is shortest', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 300 }), (ids) => {
      const charset = [0, ...ids.toSorted((a, b) => (ids.length % 2 === 0 ? a - b : 0))];
      const cid = cidFont({ glyphs: charset.map(() => 'endchar'), charset: charset.slice(1) });
      expect(readCff(cid).charset.ids).toEqual(charset);
      expect(writeCharset(charset)).toEqual(readCff(cid).charset.data);
    }),
    { numRuns: 30 },
  );
});

test('an INDEX reads back with offsets of every size', () => {
  for (const length of [0, 1, 254, 255, 65_534, 65_535]) {
    const items = [new Uint8Array(length).fill(7), Uint8Array.of(1, 2, 3)];
    const { items: read, end } = readIndex(writeIndex(items), 0);
    expect(read.map((item) => sameBytes(item, items[read.indexOf(item)]!))).toEqual([true, true]);
    expect(end).toBe(writeIndex(items).length);
  }
  expect(readIndex(writeIndex([]), 0)).toEqual({ items: [], end: 2 });
});

describe('an FDSelect', () => {
  const glyphs = ['endchar', 'endchar', 'endchar'];
  const read = (...fdSelect: number[]) =>
    attempt(() => readCff(cidFont({ glyphs, fdSelect: Uint8Array.from(fdSelect) }))).kind;

  test('is refused if its ranges do not name each glyph once, in order', () => {
    expect(read(3, 0, 1, 0, 0, 1, 0, 3)).toBe('done');
    // No range, a first one that is not at glyph 0, one that ends before it begins, a last one that ends too soon.
    expect(read(3, 0, 0, 0, 0, 1, 0, 3)).toBe('refused');
    expect(read(3, 0, 1, 0, 1, 1, 0, 3)).toBe('refused');
    expect(read(3, 0, 2, 0, 0, 1, 0, 0, 1, 0, 3)).toBe('refused');
    expect(read(3, 0, 1, 0, 0, 1, 0, 2)).toBe('refused');
  });

  test('is refused in a format that CFF does not have', () => {
    expect(read(1, 0, 1, 0, 0, 1, 0, 3)).toBe('refused');
  });
});

describe('damage', () => {
  const whole = cidFont({
    glyphs: ['endchar', '10 20 rmoveto 30 hlineto -107 callsubr endchar', '-107 callgsubr endchar'],
    subrs: ['1 2 rlineto return'],
    globalSubrs: ['1 2 rmoveto return'],
  });
  const interpretAll = (bytes: Uint8Array) =>
    attempt(() => {
      const font = readCff(bytes);
      const reader = new CharStringReader(font);
      return font.charStrings.map((_, glyph) => reader.glyph(glyph));
    }).kind;

  test('ends in a refusal wherever a font is cut off', () => {
    expect(interpretAll(whole)).toBe('done');
    for (let length = 0; length < whole.length; length++) {
      expect(interpretAll(whole.subarray(0, length)), `cut at ${length}`).toBe('refused');
    }
  });

  test('of lists that are long for nothing ends in a refusal', () => {
    const entry = { dict: [], private: [], subrs: Array.from({ length: 65_535 }, () => new Uint8Array(0)) };
    const bytes = writeCff({
      name: new Uint8Array(1),
      top: [dictEntry(TOP.ros, [391, 391, 0])],
      strings: [new Uint8Array(1)],
      globalSubrs: [],
      charStrings: [Uint8Array.of(14)],
      charset: writeCharset([0]),
      encoding: null,
      parts: Array.from({ length: 9 }, () => entry),
      fdSelect: Uint8Array.of(0, 0),
    });
    expect(attempt(() => readCff(bytes))).toEqual({ kind: 'refused', reason: 'too-complex' });
  });

  test('ends in a refusal or in glyphs, never in a crash', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const bytes = whole.slice();
        for (const [at, value] of changes) bytes[at] = value;
        expect(['done', 'refused']).toContain(interpretAll(bytes));
      }),
      { numRuns: 600 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        expect(interpretAll(Uint8Array.of(1, 0, 4, 1, ...noise))).toBe('refused');
      }),
      { numRuns: 200 },
    );
  });
});
