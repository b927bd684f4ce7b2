import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pdfiumCcitt } from '../../testing/oracles/pdfium-bilevel.ts';
import { arbitraryBitmap, bitmapOf } from '../../testing/pictures/bitmaps.ts';
import { encodeCcitt } from '../../testing/pictures/ccitt-encode.ts';
import { type Bitmap, complementRows } from '../bitmap.ts';
import { CCITT_DEFAULTS, type CcittParams, decodeCcitt } from './decode.ts';

const EOL = '000000000001';

/** Bits as printed in the tables, with spaces for readability, padded to bytes. */
function bits(text: string): Uint8Array {
  const digits = text.replaceAll(/\s/g, '');
  const bytes = digits.padEnd(Math.ceil(digits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}

function params(changes: Partial<CcittParams>): CcittParams {
  return { ...CCITT_DEFAULTS, ...changes };
}

function art({ width, height, data }: Bitmap): string[] {
  const stride = data.length / Math.max(1, height);
  return Array.from({ length: height }, (_row, y) =>
    Array.from({ length: width }, (_pixel, x) =>
      (data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1 ? '#' : '.',
    ).join(''),
  );
}

describe('by hand from the tables', () => {
  test('one-dimensional rows: white and black runs in turn, white first', () => {
    // Row 1: white 3, black 2, white 5. Row 2: white 0, black 10.
    const data = bits('1000 11 1100  00110101 0000100');
    const { bitmap, damaged } = decodeCcitt(data, params({ columns: 10 }), 2);
    expect(art(bitmap)).toEqual(['...##.....', '##########']);
    expect(damaged).toBe(false);
  });

  test('make-up codes: 64 + 6 white, then 2560 + 64 + 3 black', () => {
    const data = bits('11011 1110  000000011111 0000001111 10');
    const { bitmap } = decodeCcitt(data, params({ columns: 70 + 2627 }), 1);
    expect(art(bitmap)).toEqual(['.'.repeat(70) + '#'.repeat(2627)]);
  });

  test('two-dimensional rows: every mode, then EOFB', () => {
    const rows = [
      ['001 0111 011 1', '..####....'], // horizontal: white 2, black 4; V0 ends the row
      ['1 1 1', '..####....'],
      ['011 010 1', '...##.....'], // VR1, VL1
      ['0001 1', '..........'], // pass over the black run above
      ['001 00110101 0011 1', '#####.....'], // horizontal: white 0, black 5
      ['1 1 1', '#####.....'], // b1 is at the very start
      ['0000011 000011 1', '...####...'], // VR3, VR2
      ['0000010 000010 1', '#####.....'], // VL3, VL2
    ];
    const data = bits(`${rows.map(([code]) => code).join('')} ${EOL}${EOL}`);
    const { bitmap, damaged } = decodeCcitt(data, params({ k: -1, columns: 10 }), 100);
    expect(art(bitmap)).toEqual(rows.map(([, picture]) => picture));
    expect(damaged).toBe(false);
  });

  test('mixed rows: EOL and tag bit before each, RTC at the end', () => {
    const oneDimensional = `${EOL}1 1000 11 1100`;
    const twoDimensional = `${EOL}0 010 1 1`;
    const data = bits(`${oneDimensional} ${twoDimensional} ${`${EOL}1`.repeat(6)}`);
    const { bitmap, damaged } = decodeCcitt(data, params({ k: 4, endOfLine: true, columns: 10 }), 100);
    expect(art(bitmap)).toEqual(['...##.....', '..###.....']);
    expect(damaged).toBe(false);
  });
});

describe('parameters', () => {
  const row = '1000 11 1100';
  const picture = '...##.....';

  test('EOL patterns are accepted where they are not required, with fill before them', () => {
    const data = bits(`${EOL} ${row} 00000 ${EOL} ${row} ${EOL}`);
    const { bitmap, damaged } = decodeCcitt(data, params({ columns: 10 }), 100);
    expect(art(bitmap)).toEqual([picture, picture]);
    expect(damaged).toBe(false);
  });

  test('an EOL that is required but missing is damage', () => {
    const data = bits(`${EOL} ${row} ${row}`);
    const { bitmap, damaged } = decodeCcitt(data, params({ columns: 10, endOfLine: true }), 100);
    expect(art(bitmap)).toEqual([picture]);
    expect(damaged).toBe(true);
  });

  test('EncodedByteAlign: rows begin on bytes, and an EOL may end on one', () => {
    const aligned = params({ columns: 10, encodedByteAlign: true });
    expect(art(decodeCcitt(bits(`${row} 000000 ${row}`), aligned, 100).bitmap)).toEqual([picture, picture]);
    const withEol = bits(`0000 ${EOL} ${row} 00 ${EOL} ${row}`);
    const { bitmap, damaged } = decodeCcitt(withEol, { ...aligned, endOfLine: true }, 100);
    expect(art(bitmap)).toEqual([picture, picture]);
    expect(damaged).toBe(false);
  });

  test('BlackIs1 inverts the samples, and so the bitmap; padding stays 0', () => {
    const { bitmap } = decodeCcitt(bits(row), params({ columns: 10, blackIs1: true }), 1);
    expect([...bitmap.data]).toEqual([0b11100111, 0b11000000]);
  });

  test('Rows stops only without EndOfBlock; the bound always does', () => {
    const data = bits(`${row} ${row} ${row}`);
    const height = (changes: Partial<CcittParams>, maxRows: number) =>
      decodeCcitt(data, params({ columns: 10, ...changes }), maxRows).bitmap.height;
    expect(height({ rows: 1, endOfBlock: false }, 100)).toBe(1);
    expect(height({ rows: 1, endOfBlock: true }, 100)).toBe(3);
    expect(height({}, 2)).toBe(2);
  });
});

describe('damage', () => {
  const BAD = '00000000 1';

  test('Group 4 keeps the rows before it', () => {
    const data = bits(`001 1000 11 1  1 1 1  ${BAD}`);
    const { bitmap, damaged } = decodeCcitt(data, params({ k: -1, columns: 10 }), 100);
    expect(art(bitmap)).toEqual(['...##.....', '...##.....']);
    expect(damaged).toBe(true);
  });

  test('tolerated rows repeat the one above, or are white after another damaged one', () => {
    const good = `${EOL} 1000 11 1100`;
    const bad = `${EOL} 1000 ${BAD}`;
    const data = bits(`${good} ${bad} ${bad} ${good} ${EOL.repeat(6)}`);
    const tolerant = params({ columns: 10, endOfLine: true, damagedRowsBeforeError: 2 });
    const { bitmap, damaged } = decodeCcitt(data, tolerant, 100);
    expect(art(bitmap)).toEqual(['...##.....', '...##.....', '..........', '...##.....']);
    expect(damaged).toBe(true);
    expect(decodeCcitt(data, { ...tolerant, damagedRowsBeforeError: 1 }, 100).bitmap.height).toBe(2);
  });

  test.each([
    ['a run over the end of the row', params({ columns: 4 }), '1000 11 1100'],
    ['a code word cut off', params({ columns: 10 }), '1000 11 1'],
    ['fewer rows than promised', params({ columns: 10, rows: 2 }), '1000 11 1100'],
    ['a change to the left of the last one', params({ k: -1, columns: 10 }), '001 1000 11 1  1 0000010'],
    ['uncompressed mode', params({ k: -1, columns: 10 }), '0000001111 1'],
  ])('is told: %s', (_name, with_, text) => {
    expect(decodeCcitt(bits(text), with_, 100).damaged).toBe(true);
  });

  test('no data is an image without rows', () => {
    const { bitmap } = decodeCcitt(new Uint8Array(), params({ k: -1, columns: 10 }), 100);
    expect(bitmap).toEqual({ width: 10, height: 0, data: new Uint8Array() });
  });

  test('any bytes end within the bounds', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(-1, 0, 4),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 50 }),
        (data, k, endOfLine, encodedByteAlign, columns) => {
          const with_ = params({ k, endOfLine, encodedByteAlign, columns, damagedRowsBeforeError: 5 });
          const { bitmap } = decodeCcitt(data, with_, 40);
          expect(bitmap.height).toBeLessThanOrEqual(40);
          expect(bitmap.data.length).toBe(Math.ceil(columns / 8) * bitmap.height);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('round trip', () => {
  const arbitraryParams = fc.record({
    k: fc.constantFrom(-1, 0, 1, 4),
    endOfLine: fc.boolean(),
    encodedByteAlign: fc.boolean(),
    endOfBlock: fc.boolean(),
    blackIs1: fc.boolean(),
  });

  test('decodes what was encoded, with every combination of parameters', () => {
    fc.assert(
      fc.property(arbitraryBitmap, arbitraryParams, (bitmap, encoded) => {
        const { width: columns, height: rows } = bitmap;
        const data = encodeCcitt(bitmap, encoded);
        expect(decodeCcitt(data, params({ ...encoded, columns, rows }), rows)).toEqual({
          bitmap,
          damaged: false,
        });
      }),
      { numRuns: 200 },
    );
  });

  test('ends at the end-of-block pattern when no height is known', () => {
    fc.assert(
      fc.property(arbitraryBitmap, arbitraryParams, (bitmap, encoded) => {
        const data = encodeCcitt(bitmap, { ...encoded, endOfBlock: true });
        const { bitmap: decoded } = decodeCcitt(data, params({ ...encoded, columns: bitmap.width }), 1000);
        expect(decoded).toEqual(bitmap);
      }),
      { numRuns: 100 },
    );
  });

  test('PDFium decodes the same', () => {
    // PDFium gives up byte alignment if a bit of the last byte is set, as in an end-of-line pattern.
    const judged = arbitraryParams.filter(
      ({ endOfLine, encodedByteAlign }) => !(endOfLine && encodedByteAlign),
    );
    fc.assert(
      fc.property(arbitraryBitmap, judged, (bitmap, encoded) => {
        const { width: columns, height: rows } = bitmap;
        const data = encodeCcitt(bitmap, encoded);
        const samples = pdfiumCcitt(data, params({ ...encoded, columns, rows }), rows);
        expect(complementRows(samples!, columns, rows)).toEqual(bitmap.data);
      }),
      { numRuns: 100 },
    );
  });

  test('long runs in wide rows', () => {
    const wide = bitmapOf(9000, 3, (x, y) => x > 1000 * y && x < 1000 * y + 6000);
    const data = encodeCcitt(wide, { ...CCITT_DEFAULTS, k: 0 });
    expect(decodeCcitt(data, params({ columns: 9000 }), 3).bitmap).toEqual(wide);
  });
});
