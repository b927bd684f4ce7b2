import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readColorTable } from './color-table.ts';
import type { ConnectionSpace } from './profile.ts';

const uint16 = (value: number) => [(value >> 8) & 255, value & 255];
const uint32 = (value: number) => [...uint16(value >>> 16), ...uint16(value)];
const fixed = (value: number) => uint32(Math.round(value * 65_536));
const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
const zeros = (count: number) => new Array<number>(count).fill(0);

interface PlainTable {
  readonly bytes: 1 | 2;
  readonly channels: number;
  readonly grid: number;
  /** Numbers as they are stored: curves of inputs, cells with the last channel fastest, curves of outputs. */
  readonly before: readonly (readonly number[])[];
  readonly cells: readonly (readonly number[])[];
  readonly after: readonly (readonly number[])[];
}

/** `lut8Type` and `lut16Type` (ICC.1:2010, 10.9 and 10.8), with a matrix that counts for XYZ input only. */
function plainTable({ bytes, channels, grid, before, cells, after }: PlainTable): Uint8Array {
  return Uint8Array.from([
    ...text(`mft${bytes}`),
    ...[0, 0, 0, 0, channels, 3, grid, 0],
    ...Array.from({ length: 9 }, () => fixed(0.5)).flat(),
    ...(bytes === 1 ? [] : [...uint16(before[0]!.length), ...uint16(after[0]!.length)]),
    ...[...before, ...cells, ...after].flat().flatMap((value) => (bytes === 1 ? value : uint16(value))),
  ]);
}

/** The weighted sum over all corners of a cell, one product of shares per corner. */
function cornerSum(
  cells: readonly (readonly number[])[],
  grid: number,
  values: readonly number[],
): readonly number[] {
  const sum = [0, 0, 0];
  for (const [index, cell] of cells.entries()) {
    const weight = values.reduce((product, value, channel) => {
      const point = Math.floor(index / grid ** (values.length - 1 - channel)) % grid;
      return product * Math.max(0, 1 - Math.abs(value * (grid - 1) - point));
    }, 1);
    for (const output of [0, 1, 2]) sum[output]! += weight * cell[output]!;
  }
  return sum;
}

function onLine(points: readonly number[], value: number): number {
  return points.reduce(
    (sum, point, at) => sum + point * Math.max(0, 1 - Math.abs(value * (points.length - 1) - at)),
    0,
  );
}

function labOf(values: readonly number[]): readonly number[] {
  return [values[0]! * 100, values[1]! * 255 - 128, values[2]! * 255 - 128];
}

function expectLab(actual: readonly number[] | undefined, expected: readonly number[], digits = 6): void {
  expect(actual).toHaveLength(3);
  for (const [at, value] of expected.entries()) expect(actual![at], `${at}`).toBeCloseTo(value, digits);
}

const LINE8 = Array.from({ length: 256 }, (_, at) => at);
const THREE = [0, 1, 2];
/** Corners of a cube, whose channels go straight to the outputs. */
const CUBE = (high: number) =>
  Array.from({ length: 8 }, (_, at) => [at & 4, at & 2, at & 1].map((bit) => (bit === 0 ? 0 : high)));
const STRAIGHT8 = {
  bytes: 1 as const,
  channels: 3,
  grid: 2,
  before: [LINE8, LINE8, LINE8],
  cells: CUBE(255),
  after: [LINE8, LINE8, LINE8],
};
const STRAIGHT16 = {
  ...STRAIGHT8,
  bytes: 2 as const,
  before: THREE.map(() => [0, 65_535]),
  cells: CUBE(65_535),
  after: THREE.map(() => [0, 65_535]),
};

const plainTables = fc
  .record({
    bytes: fc.constantFrom(1 as const, 2 as const),
    channels: fc.constantFrom(1, 3, 4),
    grid: fc.integer({ min: 2, max: 4 }),
  })
  .chain(({ bytes, channels, grid }) => {
    const number = fc.nat(bytes === 1 ? 255 : 65_535);
    const list = (length: number) => fc.array(number, { minLength: length, maxLength: length });
    const lines = (count: number, points: number) =>
      fc.array(list(points), { minLength: count, maxLength: count });
    const [inputs, outputs] = bytes === 1 ? [256, 256] : [5, 3];
    return fc.record({
      table: fc.record({
        bytes: fc.constant(bytes),
        channels: fc.constant(channels),
        grid: fc.constant(grid),
        before: lines(channels, inputs),
        cells: lines(grid ** channels, 3),
        after: lines(3, outputs),
      }),
      color: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: channels,
        maxLength: channels,
      }),
    });
  });

describe('a table of lut8Type or lut16Type', () => {
  test('gives the interpolated color of any components', () => {
    fc.assert(
      fc.property(plainTables, ({ table, color }) => {
        const most = table.bytes === 1 ? 255 : 65_535;
        const before = color.map((value, at) => onLine(table.before[at]!, value) / most);
        const cell = cornerSum(table.cells, table.grid, before).map((value) => value / most);
        const after = cell.map((value, at) => onLine(table.after[at]!, value) / most);
        const code = table.bytes === 1 ? after : after.map((value) => (value * 65_535) / 65_280);
        expectLab(readColorTable(plainTable(table), table.channels, 'Lab ')!(color), labOf(code));
      }),
      { numRuns: 60 },
    );
  });

  test('of 8 bits has 255 for L* = 100, and 128 for a* = 0', () => {
    const colors = readColorTable(plainTable(STRAIGHT8), 3, 'Lab ')!;
    expectLab(colors([1, 128 / 255, 128 / 255]), [100, 0, 0]);
    expectLab(colors([0, 0, 1]), [0, -128, 127]);
  });

  test('of 16 bits has 0xFF00 for L* = 100, and 0x8000 for a* = 0', () => {
    const colors = readColorTable(plainTable(STRAIGHT16), 3, 'Lab ')!;
    expectLab(colors([0xff00 / 0xffff, 0x8000 / 0xffff, 0x8000 / 0xffff]), [100, 0, 0]);
    expectLab(colors([0, 0, 0xff00 / 0xffff]), [0, -128, 127]);
  });

  test('to XYZ has 0x8000 for 1, so that the white point is white', () => {
    const colors = readColorTable(plainTable(STRAIGHT16), 3, 'XYZ ')!;
    const one = 0x8000 / 0xffff;
    expectLab(colors([0.9642 * one, one, 0.8249 * one]), [100, 0, 0]);
    // CIE 15: a Y of 0.18418 is L* = 50.
    expectLab(colors([0.9642 * 0.184_187 * one, 0.184_187 * one, 0.8249 * 0.184_187 * one]), [50, 0, 0], 3);
  });

  test('takes components beyond 0 and 1 for these', () => {
    const colors = readColorTable(plainTable(STRAIGHT8), 3, 'Lab ')!;
    expect(colors([-1, 7, 2])).toEqual(colors([0, 1, 1]));
  });

  test.each([
    ['8', plainTable(STRAIGHT8)],
    ['16', plainTable(STRAIGHT16)],
  ])('of %s bits is refused wherever it is cut off', (_, whole) => {
    expect(readColorTable(whole, 3, 'Lab ')).not.toBeNull();
    for (let length = 0; length < whole.length; length += 1)
      expect(readColorTable(whole.subarray(0, length), 3, 'Lab '), `${length} bytes`).toBeNull();
  });

  test('is refused for other channels, one point per axis or curve, and outputs that are not three', () => {
    expect(readColorTable(plainTable(STRAIGHT8), 4, 'Lab ')).toBeNull();
    expect(readColorTable(plainTable({ ...STRAIGHT8, grid: 1, cells: [[0, 0, 0]] }), 3, 'Lab ')).toBeNull();
    for (const name of ['before', 'after'] as const)
      expect(
        readColorTable(plainTable({ ...STRAIGHT16, [name]: THREE.map(() => [9]) }), 3, 'Lab '),
      ).toBeNull();
    const four = plainTable(STRAIGHT8);
    four[9] = 4;
    expect(readColorTable(Uint8Array.from([...four, ...zeros(2000)]), 3, 'Lab ')).toBeNull();
  });
});

/** Curves of one element each, without padding. */
const gamma = (value: number) => [...text('curv'), ...zeros(4), ...uint32(1), ...uint16(value * 256)];
const LINE = [...text('curv'), ...zeros(8)];
const formula = (type: number, ...values: readonly number[]) => [
  ...text('para'),
  ...[...zeros(4), ...uint16(type), 0, 0],
  ...values.flatMap(fixed),
];
const points = (...values: readonly number[]) => [
  ...text('curv'),
  ...zeros(4),
  ...uint32(values.length),
  ...values.flatMap(uint16),
];

interface CurvedTable {
  readonly b?: readonly (readonly number[])[];
  readonly matrix?: readonly number[];
  readonly m?: readonly (readonly number[])[];
  readonly grid?: readonly number[];
  readonly a?: readonly (readonly number[])[];
  readonly channels?: number;
}

/** `lutAToBType` (ICC.1:2010, 10.10); its parts lie in an order of no meaning. */
function curvedTable({ b, matrix, m, grid, a, channels = 3 }: CurvedTable): Uint8Array {
  const aligned = (curves: readonly (readonly number[])[]) =>
    curves.flatMap((curve) => [...curve, ...zeros(-curve.length & 3)]);
  const parts = [a && aligned(a), grid, m && aligned(m), matrix?.flatMap(fixed), b && aligned(b)];
  const offsets: number[] = [];
  const body: number[] = [];
  for (const part of parts) {
    offsets.push(part === undefined ? 0 : 32 + body.length);
    if (part !== undefined) body.push(...part, ...zeros(-part.length & 3));
  }
  return Uint8Array.from([
    ...text('mAB '),
    ...[0, 0, 0, 0, channels, 3, 0, 0],
    ...[4, 3, 2, 1, 0].flatMap((at) => uint32(offsets[at]!)),
    ...body,
  ]);
}

/** A CLUT (ICC.1:2010, 10.10.2). */
const clut = (sizes: readonly number[], bytes: number, cells: readonly number[]) => [
  ...sizes,
  ...zeros(16 - sizes.length),
  ...[bytes, 0, 0, 0],
  ...cells.flatMap((cell) => (bytes === 1 ? cell : uint16(cell))),
];

const B = [LINE, LINE, LINE];

describe('a table of lutAToBType', () => {
  test('of curves alone applies one to each channel', () => {
    const curves = [gamma(2), points(0, 0, 65_535), formula(2, 1, 0.5, 0, 0.25)];
    const colors = readColorTable(curvedTable({ b: curves }), 3, 'Lab ')!;
    expectLab(colors([0.5, 0.75, 0.5]), labOf([0.25, 0.5, 0.5]));
    expectLab(colors([0.25, 0.25, 1]), labOf([0.0625, 0, 0.75]));
  });

  test.each([
    [0, [1.5]],
    [1, [1, 1, 0]],
    [2, [1, 1, 0, 0]],
    [3, [1, 1, 0, 1, 0]],
    [4, [1, 1, 0, 1, 0, 0, 0]],
  ])('finds the curve behind a formula of type %i', (type, values) => {
    const curves = [formula(type, ...values), gamma(2), points(0, 0, 65_535)];
    expectLab(readColorTable(curvedTable({ b: curves }), 3, 'Lab ')!([1, 0.5, 0.75]), labOf([1, 0.25, 0.5]));
  });

  test('puts its matrix between M and B: three rows, then what is added', () => {
    const matrix = [0.5, 0.25, 0, 0, 1, 0, 0.25, 0, 0.5, 0.125, -0.25, 0];
    const table = curvedTable({ b: [gamma(2), LINE, LINE], matrix, m: [LINE, gamma(2), LINE] });
    // M leaves (0.5, 0.25, 1); the matrix makes (0.4375, 0, 0.625) of it.
    expectLab(readColorTable(table, 3, 'Lab ')!([0.5, 0.5, 1]), labOf([0.4375 ** 2, 0, 0.625]));
  });

  test.each([1, 2])('puts its cells between A and M, with numbers of %i bytes', (bytes) => {
    const most = bytes === 1 ? 255 : 65_535;
    // Two axes of other lengths; only the first output depends on the first channel.
    const cells = [0, 0, 0, 0, most, 0, 0, 0, 0, most, 0, 0, most, most, 0, most, 0, 0];
    const grid = clut([2, 3], bytes, cells);
    const table = curvedTable({ b: B, grid, a: [gamma(2), LINE], channels: 2 });
    const colors = readColorTable(table, 2, 'Lab ')!;
    expectLab(colors([0.5, 0.25]), labOf([0.25, 0.5, 0]));
    expectLab(colors([1, 0.5]), labOf([1, 1, 0]));
    expectLab(colors([0, 1]), labOf([0, 0, 0]));
  });

  test('has A, cells, M, matrix and B in this order', () => {
    const cells = CUBE(255).flat();
    const table = curvedTable({
      a: [gamma(2), LINE, LINE],
      grid: clut([2, 2, 2], 1, cells),
      m: [gamma(2), gamma(2), LINE],
      matrix: [0.5, 0, 0, 0, 0.5, 0, 0, 0, 1, 0.25, 0, 0],
      b: [gamma(2), LINE, gamma(2)],
    });
    expectLab(
      readColorTable(table, 3, 'Lab ')!([0.5, 0.5, 0.5]),
      labOf([(0.0625 * 0.5 + 0.25) ** 2, 0.125, 0.25]),
    );
  });

  test('to XYZ has 0x8000 for 1, so that the white point is white', () => {
    const one = 0x8000 / 0xffff;
    const colors = readColorTable(curvedTable({ b: B }), 3, 'XYZ ')!;
    expectLab(colors([0.9642 * one, one, 0.8249 * one]), [100, 0, 0]);
  });

  test('of 16 bits keeps the code of version 4: 0xFFFF for L* = 100', () => {
    expectLab(readColorTable(curvedTable({ b: B }), 3, 'Lab ')!([1, 128 / 255, 128 / 255]), [100, 0, 0]);
  });

  test('is refused wherever it is cut off', () => {
    const whole = curvedTable({
      a: [LINE, LINE, LINE],
      grid: clut([2, 2, 2], 2, CUBE(65_535).flat()),
      m: [formula(0, 1), LINE, LINE],
      matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
      b: [points(0, 65_535), points(0, 65_535), formula(1, 1, 1, 0)],
    });
    expectLab(readColorTable(whole, 3, 'Lab ')!([0.5, 1, 0]), labOf([0.5, 1, 0]));
    for (let length = 0; length < whole.length; length += 1)
      expect(readColorTable(whole.subarray(0, length), 3, 'Lab '), `${length} bytes`).toBeNull();
    for (const last of ['matrix', 'grid'] as const) {
      const table = curvedTable({
        b: B,
        ...(last === 'matrix' ? { m: B, matrix: zeros(12) } : { a: B, grid: clut([2, 2, 2], 1, zeros(24)) }),
      });
      const moved = Uint8Array.from([...table, ...zeros(12), ...B.flat()]);
      // B lies in the middle for once, so that the end of the file cuts off the other part.
      const view = new DataView(moved.buffer);
      const at = view.getUint32(last === 'matrix' ? 16 : 24);
      const end = at + (last === 'matrix' ? 48 : 20 + 24);
      view.setUint32(12, view.getUint32(last === 'matrix' ? 20 : 28));
      expect(readColorTable(moved.subarray(0, end), 3, 'Lab '), last).not.toBeNull();
      expect(readColorTable(moved.subarray(0, end - 1), 3, 'Lab '), last).toBeNull();
    }
  });

  test.each<[string, CurvedTable]>([
    ['has no curves to its outputs', {}],
    ['has a matrix without curves before it', { b: B, matrix: zeros(12) }],
    ['has cells without curves before them', { b: B, grid: clut([2, 2, 2], 1, zeros(24)) }],
    ['has no cells although its channels are not three', { b: B, channels: 2 }],
    ['has one point on an axis', { b: B, a: B, grid: clut([2, 1, 2], 1, zeros(24)) }],
    ['has numbers of three bytes', { b: B, a: B, grid: clut([2, 2, 2], 3, zeros(72)) }],
  ])('is refused if it %s', (_, table) => {
    expect(readColorTable(curvedTable(table), table.channels ?? 3, 'Lab ')).toBeNull();
  });
});

test('damage ends in no table, or in numbers', () => {
  const tables = [
    plainTable(STRAIGHT16),
    curvedTable({
      a: [gamma(2), formula(3, 1, 1, 0, 1, 0), points(0, 9, 65_535)],
      grid: clut([2, 2, 2], 1, CUBE(255).flat()),
      m: B,
      matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
      b: B,
    }),
  ];
  const change = fc.tuple(fc.nat(400), fc.nat(255));
  const space = fc.constantFrom<ConnectionSpace>('Lab ', 'XYZ ');
  fc.assert(
    fc.property(
      fc.constantFrom(...tables),
      fc.array(change, { maxLength: 5 }),
      fc.nat(400),
      space,
      (whole, changes, length, to) => {
        const bytes = whole.slice(0, length);
        for (const [at, value] of changes) bytes[at] = value;
        const colors = readColorTable(bytes, 3, to);
        if (colors !== null) expect(colors([0.3, 0.6, 0.9]).every(Number.isFinite)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
