import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PredictorParams } from '../../codecs/flate/predictor-params.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { undoPredictor } from './predictor.ts';

const COLUMNS = 13;
const ROWS = 11;

interface Layout {
  readonly bits: number;
  readonly colors: number;
  readonly columns: number;
  readonly rows: number;
}

const LAYOUTS: readonly Layout[] = [1, 2, 4, 8, 16].flatMap((bits) =>
  [1, 3, 4].map((colors) => ({ bits, colors, columns: COLUMNS, rows: ROWS })),
);
const NAMED_LAYOUTS = LAYOUTS.map((layout): [string, Layout] => [
  `${layout.bits} bits x ${layout.colors}`,
  layout,
]);

const rowBytesOf = ({ bits, colors, columns }: Layout) => Math.ceil((bits * colors * columns) / 8);
const paramsOf = ({ bits, colors, columns }: Layout, predictor: number): PredictorParams => ({
  predictor,
  colors,
  bitsPerComponent: bits,
  columns,
});

/** Rows with random samples, and zeros in the bits after the last one. */
function picture(layout: Layout, seed = 7): Uint8Array {
  const rows = Array.from({ length: layout.rows }, (_, row) => {
    const random = noise(layout.columns * layout.colors * 2, seed + row);
    const samples = Array.from(
      { length: layout.columns * layout.colors },
      (__, i) => ((random[2 * i]! << 8) | random[2 * i + 1]!) % (1 << layout.bits),
    );
    return pack(samples, layout.bits);
  });
  return Uint8Array.from(rows.flat());
}

describe('PNG predictors', () => {
  for (const [type, name] of ['none', 'sub', 'up', 'average', 'Paeth'].entries()) {
    test.each(NAMED_LAYOUTS)(`${name} over %s`, (_, layout) => {
      const plain = picture(layout);
      const predicted = png(plain, layout, () => type);
      expect(undoPredictor(predicted, paramsOf(layout, 10 + type))).toEqual(plain);
    });
  }

  test.each([10, 11, 12, 13, 14, 15])('%i: the rows say which filter each one uses', (predictor) => {
    for (const layout of LAYOUTS) {
      const plain = picture(layout);
      const predicted = png(plain, layout, (row) => row % 5);
      expect(undoPredictor(predicted, paramsOf(layout, predictor))).toEqual(plain);
    }
  });

  test('a row of an unknown filter is taken as it stands', () => {
    const layout = { bits: 8, colors: 1, columns: 3, rows: 2 };
    const predicted = Uint8Array.of(77, 1, 2, 3, 2, 1, 1, 1);
    expect(undoPredictor(predicted, paramsOf(layout, 15))).toEqual(Uint8Array.of(1, 2, 3, 2, 3, 4));
  });

  test.each([
    ['in the middle of a row', 3 * 14 + 5],
    ['behind the filter type', 3 * 14 + 1],
    ['between rows', 3 * 14],
    ['in the first row', 4],
  ])('data cut %s is undone as far as it goes', (_, length) => {
    const layout = { bits: 8, colors: 1, columns: 13, rows: 8 };
    const plain = picture(layout);
    for (const type of [0, 1, 2, 3, 4]) {
      const predicted = png(plain, layout, () => type).slice(0, length);
      const found = undoPredictor(predicted, paramsOf(layout, 15));
      expect(found).toEqual(plain.slice(0, length - Math.ceil(length / 14)));
    }
  });

  test('any rows of any filters over any layout', () => {
    const layouts = fc.record({
      bits: fc.constantFrom(1, 2, 4, 8, 16),
      colors: fc.integer({ min: 1, max: 8 }),
      columns: fc.integer({ min: 1, max: 40 }),
      rows: fc.integer({ min: 1, max: 6 }),
    });
    const types = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(layouts, types, fc.nat(1e6), (layout, list, seed) => {
        const plain = picture(layout, seed);
        const predicted = png(plain, layout, (row) => list[row]!);
        expect(undoPredictor(predicted, paramsOf(layout, 15))).toEqual(plain);
      }),
    );
  });
});

describe('the TIFF predictor', () => {
  test.each(NAMED_LAYOUTS)('over %s', (_, layout) => {
    const plain = picture(layout);
    expect(undoPredictor(tiff(plain, layout), paramsOf(layout, 2))).toEqual(plain);
  });

  test.each([1, 2])('over rows of %i pixels', (columns) => {
    for (const layout of LAYOUTS.map((each) => ({ ...each, columns }))) {
      const plain = picture(layout);
      expect(undoPredictor(tiff(plain, layout), paramsOf(layout, 2))).toEqual(plain);
    }
  });

  test.each(NAMED_LAYOUTS)('over %s, cut in a row', (_, layout) => {
    const plain = picture(layout);
    const length = rowBytesOf(layout) * 4 + (rowBytesOf(layout) >> 1);
    const found = undoPredictor(tiff(plain, layout).slice(0, length), paramsOf(layout, 2))!;
    // A component of 16 bits may be cut in two; half of it is ignored.
    const sure = layout.bits === 16 ? length & ~1 : length - 1;
    expect(found.slice(0, sure)).toEqual(plain.slice(0, sure));
  });
});

describe('parameters', () => {
  const layout = { bits: 8, colors: 1, columns: 4, rows: 1 };
  const data = () => Uint8Array.of(0, 1, 2, 3, 4);

  test('predictor 1 changes nothing', () => {
    expect(undoPredictor(data(), paramsOf(layout, 1))).toEqual(data());
  });

  test.each([
    ['an unknown predictor', { predictor: 3 }],
    ['a PNG predictor that is none', { predictor: 16 }],
    ['no columns', { columns: 0 }],
    ['negative columns', { columns: -4 }],
    ['columns that are no whole number', { columns: 1.5 }],
    ['columns without end', { columns: 2 ** 40 }],
    ['no colours', { colors: 0 }],
    ['more colours than any image has', { colors: 1e6 }],
    ['bits that no image has', { bitsPerComponent: 3 }],
  ])('%s is refused', (_, wrong) => {
    expect(undoPredictor(data(), { ...paramsOf(layout, 15), ...wrong })).toBeNull();
  });

  test('no data is no data', () => {
    for (const predictor of [2, 15]) {
      expect(undoPredictor(new Uint8Array(0), paramsOf(layout, predictor))).toEqual(new Uint8Array(0));
    }
  });
});

/** Samples of `bits` bits as bytes, most significant first. */
function pack(samples: readonly number[], bits: number): number[] {
  const text = samples.map((sample) => sample.toString(2).padStart(bits, '0')).join('');
  return (text.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

function unpack(row: Uint8Array, bits: number, count: number): number[] {
  const text = Array.from(row, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: count }, (_, i) => Number.parseInt(text.slice(i * bits, (i + 1) * bits), 2));
}

/** PNG specification, clause 9, taken literally; the distance is a whole sample "rounding up to 1". */
function png(plain: Uint8Array, layout: Layout, typeOf: (row: number) => number): Uint8Array {
  const rowBytes = rowBytesOf(layout);
  const distance = Math.ceil((layout.bits * layout.colors) / 8);
  const out: number[] = [];
  for (let row = 0; row < layout.rows; row++) {
    const type = typeOf(row);
    out.push(type);
    for (let i = 0; i < rowBytes; i++) {
      const at = row * rowBytes + i;
      const a = i >= distance ? plain[at - distance]! : 0;
      const b = row > 0 ? plain[at - rowBytes]! : 0;
      const c = i >= distance && row > 0 ? plain[at - rowBytes - distance]! : 0;
      const nearest = () => {
        const p = a + b - c;
        const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
        if (pa <= pb && pa <= pc) return a;
        return pb <= pc ? b : c;
      };
      const guess = [0, a, b, Math.floor((a + b) / 2), nearest()][type]!;
      out.push((plain[at]! - guess) & 255);
    }
  }
  return Uint8Array.from(out);
}

/** TIFF 6.0, section 14, over unpacked components. */
function tiff(plain: Uint8Array, layout: Layout): Uint8Array {
  const rowBytes = rowBytesOf(layout);
  const count = layout.columns * layout.colors;
  const out: number[] = [];
  for (let row = 0; row < layout.rows; row++) {
    const samples = unpack(plain.subarray(row * rowBytes, (row + 1) * rowBytes), layout.bits, count);
    const differences = samples.map((sample, i) => {
      const left = i >= layout.colors ? samples[i - layout.colors]! : 0;
      return (sample - left + (1 << layout.bits)) % (1 << layout.bits);
    });
    out.push(...pack(differences, layout.bits));
  }
  return Uint8Array.from(out);
}
