import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCurve, tableOf, tablePoints } from './curve.ts';

const uint16 = (value: number) => [(value >> 8) & 255, value & 255];
const uint32 = (value: number) => [...uint16(value >>> 16), ...uint16(value)];
const text = (letters: string) => [...letters].map((letter) => letter.charCodeAt(0));
/** ICC.1:2010, 10.5. */
const table = (...values: readonly number[]) =>
  Uint8Array.from([...text('curv'), 0, 0, 0, 0, ...uint32(values.length), ...values.flatMap(uint16)]);
/** ICC.1:2010, 10.15; numbers are s15Fixed16. */
const formula = (type: number, ...values: readonly number[]) =>
  Uint8Array.from([
    ...text('para'),
    ...[0, 0, 0, 0, ...uint16(type), 0, 0],
    ...values.flatMap((value) => uint32(Math.round(value * 65_536))),
  ]);
const stored = fc.double({ min: 0, max: 1, noNaN: true });
const points = fc.array(fc.nat(65_535), { minLength: 2, maxLength: 40 });

describe('a curve of points', () => {
  test('without points is the identity, and with one a gamma in 256ths', () => {
    for (const value of [0, 0.25, 0.7, 1]) {
      expect(readCurve(table())!(value)).toBe(value);
      expect(readCurve(table(2.5 * 256))!(value)).toBeCloseTo(value ** 2.5, 9);
    }
  });

  test('goes through its points, and straight between them', () => {
    const curve = readCurve(table(0, 65_535, 13_107))!;
    expect([0, 0.25, 0.5, 0.75, 1].map(curve)).toEqual([0, 0.5, 1, 0.6, 0.2]);
    fc.assert(
      fc.property(points, fc.nat(38), (values, nth) => {
        const read = readCurve(table(...values))!;
        const at = Math.min(nth, values.length - 2);
        const step = 1 / (values.length - 1);
        expect(read(at * step)).toBeCloseTo(values[at]! / 65_535, 9);
        expect(read((at + 0.25) * step)).toBeCloseTo((values[at]! * 3 + values[at + 1]!) / 4 / 65_535, 9);
      }),
    );
  });

  test('takes stored values beyond its ends for its ends', () => {
    const curve = readCurve(table(6554, 60_000, 52_428))!;
    expect([curve(-3), curve(7)]).toEqual([curve(0), curve(1)]);
  });

  test('reads back from the table that was made of it', () => {
    fc.assert(
      fc.property(points, (values) => {
        const data = table(...values);
        expect(tableOf(readCurve(data)!, values.length)).toEqual(data);
      }),
    );
  });

  test('is made of whatever curve, without what leaves 0 to 1', () => {
    expect(tableOf((value) => 3 * value - 1, 4)).toEqual(table(0, 0, 65_535, 65_535));
    expect(tableOf((value) => value * value, 3)).toEqual(table(0, Math.round(65_535 / 4), 65_535));
  });

  test('tells how many points it has, unless it is a gamma or a formula', () => {
    expect([table(0, 1), table(0, 1, 2)].map(tablePoints)).toEqual([2, 3]);
    expect([table(), table(512), formula(0, 2), table().subarray(0, 11)].map(tablePoints)).toEqual(
      new Array(4).fill(null),
    );
  });
});

describe('a formula of ICC.1:2010, table 65,', () => {
  test.each<[string, Uint8Array, (x: number) => number]>([
    ['0', formula(0, 1.5), (x) => x ** 1.5],
    ['1', formula(1, 2, 1.25, -0.25), (x) => (x >= 0.2 ? (1.25 * x - 0.25) ** 2 : 0)],
    ['2', formula(2, 2, 0.5, -0.25, 0.125), (x) => (x >= 0.5 ? (0.5 * x - 0.25) ** 2 : 0) + 0.125],
    ['3', formula(3, 3, 0.5, 0.25, 0.75, 0.5), (x) => (x >= 0.5 ? (0.5 * x + 0.25) ** 3 : 0.75 * x)],
    [
      '4',
      formula(4, 2, 0.5, 0.25, 0.75, 0.5, 0.125, 0.0625),
      (x) => (x >= 0.5 ? (0.5 * x + 0.25) ** 2 + 0.125 : 0.75 * x + 0.0625),
    ],
  ])('of type %s is computed as it is printed there', (_type, data, expected) => {
    const curve = readCurve(data)!;
    for (const x of [0, 0.2, 0.5, 1]) expect(curve(x), `${x}`).toBeCloseTo(expected(x), 9);
    fc.assert(fc.property(stored, (x) => void expect(curve(x)).toBeCloseTo(expected(x), 9)));
  });

  test('and the parameters of sRGB is the curve of IEC 61966-2-1', () => {
    const curve = readCurve(formula(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))!;
    expect(curve(0.5)).toBeCloseTo(0.214041, 4);
    expect(curve(0.04)).toBeCloseTo(0.04 / 12.92, 4);
    expect(curve(1)).toBeCloseTo(1, 4);
  });
});

describe('no curve is what', () => {
  test.each([
    ['a table', table(1, 2, 3)],
    ['a gamma', table(512)],
    ['an identity', table()],
    ['a short formula', formula(0, 2)],
    ['a long formula', formula(4, 1, 2, 3, 4, 5, 6, 7)],
  ])('ends inside %s', (_, whole) => {
    expect(readCurve(whole)).not.toBeNull();
    for (let length = 0; length < whole.length; length += 1)
      expect(readCurve(whole.subarray(0, length)), `${length} bytes`).toBeNull();
  });

  test('has an unknown type or formula, or more points than any profile', () => {
    expect(readCurve(formula(5, 1, 2, 3, 4, 5, 6, 7, 8))).toBeNull();
    expect(readCurve(Uint8Array.from([...text('cicp'), ...new Array<number>(40).fill(0)]))).toBeNull();
    const most = new Uint8Array(12 + 65_537 * 2);
    most.set(table());
    most[9] = 1;
    expect(readCurve(most)!(1)).toBe(0);
    most[11] = 1;
    expect(readCurve(most)).toBeNull();
  });

  test('noise says is a number for every stored value', () => {
    const kind = fc.constantFrom('curv', 'para');
    fc.assert(
      fc.property(kind, fc.uint8Array({ maxLength: 40 }), stored, (name, noise, value) => {
        const curve = readCurve(Uint8Array.from([...text(name), 0, 0, 0, 0, 0, 0, ...noise]));
        if (curve !== null) expect(curve(value)).not.toBeNaN();
      }),
      { numRuns: 400 },
    );
  });
});
