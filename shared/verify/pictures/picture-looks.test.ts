import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { createTestHost } from '../../testing/host.ts';
import { bilevelPicture, type PixelAt, picture, rawPicture } from '../../testing/pictures/raw-pictures.ts';
import { PictureLooks } from './picture-looks.ts';
import { TURNS } from './turns.ts';

const looks = () => new PictureLooks(createTestHost(), DEFAULT_LIMITS);
const SIZE = { width: 96, height: 96 };
/** A hill of light with a darker side, and no symmetry. */
const hill = (x: number, y: number) =>
  Math.round(40 + 150 * Math.exp(-((x - 30) ** 2 + (y - 55) ** 2) / 800) + x / 3);
const gray: PixelAt = (x, y) => [hill(x, y)];
const colored: PixelAt = (x, y) => [hill(x, y), Math.round(hill(x, y) / 2), 30];
const plain = rawPicture({ ...SIZE, pixel: gray });
const lively = rawPicture({ ...SIZE, pixel: colored });
const lightOf = ([red, green, blue]: readonly number[]) =>
  Math.round(0.299 * red! + 0.587 * green! + 0.114 * blue!);

/** The picture as it is stored for a turn, so that it is seen upright. */
function stored(pixel: PixelAt, turn: number): PixelAt {
  const at = new Map<string, readonly [number, number]>();
  for (let y = 0; y < 32; y += 1) for (let x = 0; x < 32; x += 1) at.set(TURNS[turn]!(x, y).join(), [x, y]);
  return (x, y) => {
    const [seenX, seenY] = at.get([Math.floor(x / 3), Math.floor(y / 3)].join())!;
    return pixel(seenX * 3 + 1, seenY * 3 + 1);
  };
}

describe('pictures look alike', () => {
  test('if they are equal, however they are packed', async () => {
    expect(await looks().difference(lively, rawPicture({ ...SIZE, pixel: colored }))).toBeNull();
    expect(
      await looks().difference(lively, rawPicture({ ...SIZE, pixel: colored, isDeflated: true })),
    ).toBeNull();
  });

  test('if one has fewer pixels, or coarser ones', async () => {
    const half = rawPicture({ width: 48, height: 48, pixel: (x, y) => colored(x * 2, y * 2) });
    const coarse = rawPicture({ ...SIZE, pixel: (x, y) => colored(x, y).map((level) => (level & 0xf8) + 4) });
    for (const other of [half, coarse]) {
      expect(await looks().difference(lively, other)).toBeNull();
      expect(await looks().areAlike(lively, other)).toBe(true);
    }
  });

  test('if they are turned as they are drawn, in each of eight ways', async () => {
    const here = looks();
    const upright = rawPicture({ ...SIZE, pixel: stored(colored, 0) });
    for (const turn of TURNS.keys()) {
      const turned = rawPicture({ ...SIZE, pixel: stored(colored, turn) });
      const other = (turn + 1) % TURNS.length;
      expect(await here.difference(upright, turned, [0, turn]), `${turn}`).toBeNull();
      expect(await here.difference(turned, upright, [turn, 0]), `${turn}`).toBeNull();
      expect(await here.difference(upright, turned, [0, other]), `${turn}`).toEqual({ kind: 'turned' });
    }
  });
});

describe('pictures differ', () => {
  test('if they show something else', async () => {
    const other = rawPicture({ ...SIZE, pixel: (x, y) => [hill(95 - x, 95 - y)] });
    expect(await looks().difference(plain, other)).toEqual({ kind: 'other' });
    expect(await looks().areAlike(plain, other)).toBe(false);
  });

  test('if a detail is another, and tell where', async () => {
    const spotted = rawPicture({
      ...SIZE,
      pixel: (x, y) => (x >= 60 && x < 72 && y >= 12 && y < 24 ? [255] : gray(x, y)),
    });
    const difference = await looks().difference(plain, spotted);
    if (difference === null || difference === 'unknown' || difference.kind !== 'spot')
      throw new Error('no spot');
    const { left, right, top, bottom } = difference.spot;
    expect((left + right) / 2).toBeGreaterThan(60 / 96);
    expect((left + right) / 2).toBeLessThan(72 / 96);
    expect((top + bottom) / 2).toBeGreaterThan(12 / 96);
    expect((top + bottom) / 2).toBeLessThan(24 / 96);
    expect(await looks().areAlike(plain, spotted)).toBe(false);
  });

  test('by their colors, and are alike all the same', async () => {
    const faded = rawPicture({ ...SIZE, pixel: (x, y) => [lightOf(colored(x, y))] });
    const recolored = rawPicture({
      ...SIZE,
      pixel: (x, y) => {
        const light = lightOf(colored(x, y));
        return [light - 20, light, Math.min(255, light + 60)];
      },
    });
    expect(await looks().difference(lively, faded)).toEqual({ kind: 'color', isGray: true });
    expect(await looks().difference(lively, recolored)).toEqual({ kind: 'color', isGray: false });
    expect(await looks().areAlike(lively, faded)).toBe(true);
  });

  test('by their transparency', async () => {
    const masked = (opacity: (x: number, y: number) => number) =>
      rawPicture({ ...SIZE, pixel: gray, opacity });
    const [half, whole, other] = [masked((x) => (x < 48 ? 255 : 0)), masked(() => 255), masked(() => 0)];
    expect(
      await looks().difference(
        half,
        masked((x) => (x < 48 ? 255 : 0)),
      ),
    ).toBeNull();
    expect(await looks().difference(half, plain)).toEqual({ kind: 'transparency' });
    expect(await looks().difference(plain, half)).toEqual({ kind: 'transparency' });
    expect(await looks().difference(half, other)).toEqual({ kind: 'transparency' });
    expect(await looks().difference(whole, plain)).toBeNull();
  });

  test('by the samples that are left out', async () => {
    const keyed = (ranges: string) => rawPicture({ ...SIZE, pixel: gray, entries: `/Mask [${ranges}]` });
    expect(await looks().difference(keyed('0 9'), keyed('0 9'))).toBeNull();
    expect(await looks().difference(keyed('0 9'), keyed('0 99'))).toEqual({ kind: 'transparency' });
    expect(await looks().difference(keyed('0 9'), plain)).toEqual({ kind: 'transparency' });
  });

  test('or nothing is known, if one cannot be read', async () => {
    const broken = picture(
      '/Subtype /Image /Width 96 /Height 96 /ColorSpace /DeviceGray /BitsPerComponent 8',
      'short',
    );
    const inline = { kind: 'inline' as const, stream: null };
    for (const other of [broken, inline]) {
      expect(await looks().difference(plain, other)).toBe('unknown');
      expect(await looks().difference(other, plain)).toBe('unknown');
      expect(await looks().areAlike(plain, other)).toBe(false);
    }
    expect(await looks().difference(plain, broken, [0, 1])).toBe('unknown');
  });
});

const SQUARE = [
  ...new Array<string>(4).fill('.'.repeat(40)),
  ...new Array<string>(20).fill(`${'.'.repeat(10)}${'#'.repeat(20)}${'.'.repeat(10)}`),
  ...new Array<string>(4).fill('.'.repeat(40)),
];
const withPixel = (rows: readonly string[], x: number, y: number, color: '#' | '.') =>
  rows.map((row, at) => (at === y ? row.slice(0, x) + color + row.slice(x + 1) : row));

describe('moved pixels', () => {
  test('of one-bit pictures are found, once for each pair', async () => {
    const here = looks();
    const [before, after] = [bilevelPicture(SQUARE), bilevelPicture(withPixel(SQUARE, 20, 10, '.'))];
    const found = await here.movedPixels(before, after);
    expect(found).toMatchObject([{ moved: 1 }]);
    expect(found[0]!.broken.length).toBeGreaterThan(0);
    expect(await here.movedPixels(before, after)).toBe(found);
    const third = bilevelPicture(withPixel(withPixel(SQUARE, 20, 10, '.'), 25, 15, '.'));
    expect(await here.movedPixels(third, after)).toMatchObject([{ moved: 1 }]);
    expect(await here.movedPixels(before, third)).toMatchObject([{ moved: 2 }]);
    expect(await here.movedPixels(before, after)).toBe(found);
  });

  test('are none between equal ones, other sizes and meanings, and gray ones', async () => {
    const before = bilevelPicture(SQUARE);
    for (const after of [
      bilevelPicture(SQUARE),
      bilevelPicture(SQUARE.slice(1)),
      bilevelPicture(SQUARE.map((row) => row.slice(1))),
      bilevelPicture(withPixel(SQUARE, 20, 10, '.'), '/ColorSpace /DeviceGray /Decode [1 0]'),
      plain,
      { kind: 'inline' as const, stream: null },
    ])
      expect(await looks().movedPixels(before, after)).toEqual([]);
  });
});

describe('strips', () => {
  const whole = bilevelPicture(SQUARE);
  const strip = (from: number, to: number) => bilevelPicture(SQUARE.slice(from, to));

  test('make up a picture by all their bits, in their order', async () => {
    const other = bilevelPicture(withPixel(SQUARE.slice(0, 10), 20, 8, '.'));
    expect(await looks().isMadeOf(whole, [strip(0, 10), strip(10, 21), strip(21, 28)])).toBe(true);
    expect(await looks().isMadeOf(whole, [strip(10, 28), strip(0, 10)])).toBe(false);
    expect(await looks().isMadeOf(whole, [strip(0, 10), strip(10, 21)])).toBe(false);
    expect(await looks().isMadeOf(whole, [strip(0, 10), strip(10, 28), strip(27, 28)])).toBe(false);
    expect(await looks().isMadeOf(whole, [other, strip(10, 28)])).toBe(false);
    expect(await looks().isMadeOf(whole, [plain, strip(10, 28)])).toBe(false);
    expect(await looks().isMadeOf(plain, [strip(0, 28)])).toBe(false);
  });

  const part = (left: number, right: number, pixel: PixelAt = gray) => ({
    source: rawPicture({ width: right - left, height: 96, pixel: (x, y) => pixel(x + left, y) }),
    ...{ left: left / 96, right: right / 96, top: 0, bottom: 1 },
  });

  test('of gray look like a picture at their places', async () => {
    // Two halves that are exchanged are a mirrored picture.
    const mixed = [
      { ...part(0, 32), left: 1 / 3, right: 2 / 3 },
      { ...part(32, 64), left: 0, right: 1 / 3 },
      part(64, 96),
    ];
    expect(await looks().isComposedOf(plain, [part(0, 48), part(48, 96)])).toBe(true);
    expect(await looks().isComposedOf(plain, mixed)).toBe(false);
    expect(
      await looks().isComposedOf(plain, [part(0, 48), { ...part(48, 96), source: picture('', '') }]),
    ).toBe(false);
    expect(await looks().isComposedOf({ kind: 'inline', stream: null }, [part(0, 96)])).toBe(false);
  });
});

describe('layers', () => {
  const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };
  const paper: PixelAt = (x) => [200 + (x >> 2)];
  const ink = (x: number, y: number) => x > 20 && x < 70 && y > 30 && y < 45;
  const text: PixelAt = (x, y) => (ink(x, y) ? [20] : paper(x, y));
  const scan = rawPicture({ ...SIZE, pixel: text });
  const below = { ...WHOLE, source: rawPicture({ ...SIZE, pixel: paper }) };
  const above = {
    ...WHOLE,
    source: rawPicture({ ...SIZE, pixel: () => [20], opacity: (x, y) => (ink(x, y) ? 255 : 0) }),
  };

  test('are compared as they are seen together', async () => {
    expect(await looks().layered(scan, [below, above])).toEqual({ difference: null, isNearer: true });
    expect((await looks().layered(scan, [below]))!.isNearer).toBe(false);
    const covered = { ...WHOLE, source: rawPicture({ ...SIZE, pixel: () => [20] }) };
    expect((await looks().layered(scan, [below, covered]))!.isNearer).toBe(false);
  });

  test('are unknown for palettes, stencils and what cannot be read', async () => {
    const stencil = picture('/Subtype /Image /Width 8 /Height 1 /ImageMask true', 'x');
    const palette = picture(
      '/Subtype /Image /Width 1 /Height 1 /ColorSpace [/Indexed /DeviceGray 0 <00>] /BitsPerComponent 8',
      '\0',
    );
    for (const source of [stencil, palette, picture('', ''), { kind: 'inline' as const, stream: null }]) {
      expect(await looks().layered(scan, [below, { ...WHOLE, source }])).toBeNull();
      if (source.stream === null) expect(await looks().layered(source, [below])).toBeNull();
    }
  });
});

describe('a picture by its entries', () => {
  const image = (entries: string) => picture(`/Subtype /Image /Width 1 /Height 1 ${entries}`, 'xxx');
  const MASK = { 6: { dict: '<< /Subtype /Image /Width 1 /Height 1 /ImageMask true >>', data: 'x' } };

  test.each([
    ['gray', '/ColorSpace /DeviceGray /BitsPerComponent 8', false],
    ['three components', '/ColorSpace /DeviceRGB /BitsPerComponent 8', true],
    ['four components', '/ColorSpace /DeviceCMYK /BitsPerComponent 8', true],
    ['a palette', '/ColorSpace [/Indexed /DeviceRGB 0 <112233>] /BitsPerComponent 8', true],
    ['a stencil', '/ImageMask true', false],
  ])('may be colored: %s', (_, entries, isColored) => {
    expect(looks().mayBeColored(image(entries))).toBe(isColored);
  });

  test.each([
    ['with nothing besides', '', true],
    ['with a color key', '/Mask [0 9]', false],
    ['with a stencil', '/Mask 6 0 R', false],
    ['with a soft mask', '/SMask 6 0 R', false],
  ])('is opaque %s', (_, entries, isOpaque) => {
    const source = picture(
      `/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 ${entries}`,
      'x',
      MASK,
    );
    expect(looks().isOpaque(source)).toBe(isOpaque);
  });

  test('a stencil is not opaque, and what is no picture neither', () => {
    expect(looks().isOpaque(image('/ImageMask true'))).toBe(false);
    for (const none of [{ kind: 'inline' as const, stream: null }])
      expect([looks().isOpaque(none), looks().mayBeColored(none), looks().imageOf(none)]).toEqual([
        false,
        false,
        null,
      ]);
  });
});

test('more looks than are kept at a time come out as fewer do', async () => {
  const here = looks();
  const shades = Array.from({ length: 70 }, (_, shade) =>
    rawPicture({ width: 2, height: 2, pixel: () => [shade * 3] }),
  );
  const first = rawPicture({ width: 4, height: 4, pixel: () => [0] });
  for (const other of shades) await here.difference(first, other);
  expect(await here.difference(first, shades[0]!)).toBeNull();
  expect(await here.difference(first, shades[69]!)).toEqual({ kind: 'other' });
});
