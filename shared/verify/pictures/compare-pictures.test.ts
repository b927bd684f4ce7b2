import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { createTestHost } from '../../testing/host.ts';
import { bilevelPicture, type PixelAt, picture, rawPicture } from '../../testing/pictures/raw-pictures.ts';
import type { Place } from '../content/matrix.ts';
import type { DrawnPicture, PictureSource } from '../content/page-marks.ts';
import type { Cover } from '../covers.ts';
import { comparePictures } from './compare-pictures.ts';
import { PictureLooks } from './picture-looks.ts';

const SIZE = { width: 64, height: 64 };
const hill = (x: number, y: number) =>
  Math.round(40 + 150 * Math.exp(-((x - 20) ** 2 + (y - 36) ** 2) / 400) + x / 3);
const gray: PixelAt = (x, y) => [hill(x, y)];
const HILL = rawPicture({ ...SIZE, pixel: gray });
const DALE = rawPicture({ ...SIZE, pixel: (x, y) => [hill(63 - x, 63 - y)] });
const LIVELY = rawPicture({ ...SIZE, pixel: (x, y) => [hill(x, y), hill(x, y) >> 1, 30] });
const BROKEN = picture(
  '/Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8',
  'short',
);

const PLACE: Place = [100, 100, 164, 164];
const drawn = (
  source: PictureSource,
  place: Place = PLACE,
  parts: Partial<DrawnPicture> = {},
): DrawnPicture => ({
  source,
  place,
  seen: place,
  turn: 0,
  rgb: null,
  order: 0,
  ...parts,
});
const shifted = (by: number): Place => [PLACE[0] + by, PLACE[1], PLACE[2] + by, PLACE[3]];

const compare = (
  before: readonly DrawnPicture[],
  after: readonly DrawnPicture[],
  areas: readonly Cover[] = [],
) => comparePictures(before, after, new PictureLooks(createTestHost(), DEFAULT_LIMITS), areas);

const NAME = '64 x 64 pixels at 100 100 164 164';
const NOTHING = { losses: [], additions: [], colors: [], coarser: [], covers: [], moved: [], notCompared: 0 };

describe('pictures at their places', () => {
  test('that are the same are all there', async () => {
    const all = [drawn(HILL), drawn(DALE, [0, 0, 50, 50])];
    expect(await compare(all, all)).toEqual({
      ...NOTHING,
      before: 2,
      after: 2,
      inPlace: 2,
      isColored: false,
    });
    expect(await compare(all, all.toReversed())).toMatchObject(NOTHING);
    expect(await compare([drawn(LIVELY)], [drawn(LIVELY)])).toMatchObject({ ...NOTHING, isColored: true });
  });

  test('may be rounded to whole pixels, and no further', async () => {
    expect(await compare([drawn(HILL)], [drawn(HILL, shifted(0.7), { seen: shifted(0.7) })])).toMatchObject(
      NOTHING,
    );
    expect((await compare([drawn(HILL)], [drawn(HILL, shifted(0.8))])).losses).toHaveLength(1);
  });

  test('that show something else are told', async () => {
    expect(await compare([drawn(HILL)], [drawn(DALE)])).toMatchObject({
      ...NOTHING,
      losses: [{ change: 'changed', name: NAME, before: NAME, after: `another picture, ${NAME}` }],
      inPlace: 0,
    });
  });

  test('with another detail tell where it is', async () => {
    const wide = { width: 96, height: 96 };
    const spotted: PixelAt = (x, y) => (x >= 66 && x < 78 && y >= 12 && y < 24 ? [255] : gray(x / 2, y / 2));
    const { losses, inPlace } = await compare(
      [drawn(rawPicture({ ...wide, pixel: (x, y) => gray(x / 2, y / 2) }))],
      [drawn(rawPicture({ ...wide, pixel: spotted }))],
    );
    expect(losses).toHaveLength(1);
    expect(losses[0]).toMatchObject({ change: 'changed', before: 'its contents' });
    const [, across, down] = /^other contents at (\d+)% of its width, (\d+)% of its height$/.exec(
      losses[0]!.after!,
    )!;
    expect(Math.abs(Number(across) - 75)).toBeLessThan(10);
    expect(Math.abs(Number(down) - 19)).toBeLessThan(10);
    expect(inPlace).toBe(1);
  });

  test('that are turned, or of another transparency, are told', async () => {
    const masked = rawPicture({ ...SIZE, pixel: gray, opacity: (x) => (x < 32 ? 255 : 0) });
    expect((await compare([drawn(HILL)], [drawn(HILL, PLACE, { turn: 1 })])).losses).toEqual([
      { change: 'changed', name: NAME, before: 'its orientation', after: 'turned or mirrored' },
    ]);
    expect((await compare([drawn(masked)], [drawn(HILL)])).losses).toEqual([
      { change: 'changed', name: NAME, before: 'its transparency', after: 'another transparency' },
    ]);
    expect(
      await compare([drawn(HILL, PLACE, { turn: null })], [drawn(HILL, PLACE, { turn: 3 })]),
    ).toMatchObject(NOTHING);
  });

  test('in other colors are no losses, and told', async () => {
    const faded = rawPicture({
      ...SIZE,
      pixel: (x, y) => [Math.round(0.299 * hill(x, y) + 0.587 * (hill(x, y) >> 1) + 0.114 * 30)],
    });
    expect(await compare([drawn(LIVELY)], [drawn(faded)])).toMatchObject({
      ...NOTHING,
      colors: [{ change: 'changed', name: NAME, before: 'in color', after: 'gray' }],
      inPlace: 1,
      isColored: false,
    });
  });

  test('of stencils have colors of their own', async () => {
    const stencil = picture('/Subtype /Image /Width 8 /Height 1 /ImageMask true', '\x55');
    const painted = (rgb: DrawnPicture['rgb']) => [drawn(stencil, PLACE, { rgb })];
    expect((await compare(painted([255, 0, 0]), painted([255, 0, 0]))).colors).toEqual([]);
    expect((await compare(painted([255, 0, 0]), painted([0, 0, 0]))).colors).toEqual([
      {
        change: 'changed',
        name: '8 x 1 pixels at 100 100 164 164',
        before: '#ff0000',
        after: 'gray #000000',
      },
    ]);
  });

  test('that cannot be read are counted', async () => {
    expect(await compare([drawn(BROKEN)], [drawn(HILL)])).toMatchObject({ ...NOTHING, notCompared: 1 });
    const unread = drawn({ kind: 'inline', stream: null });
    expect(await compare([unread], [unread])).toMatchObject({ ...NOTHING, notCompared: 1 });
  });

  test('with fewer pixels are coarser', async () => {
    const half = rawPicture({ width: 32, height: 32, pixel: (x, y) => gray(x * 2, y * 2) });
    expect(await compare([drawn(HILL)], [drawn(half)])).toMatchObject({
      ...NOTHING,
      coarser: [{ change: 'changed', name: NAME, before: '72 dpi', after: '36 dpi' }],
    });
    expect((await compare([drawn(half)], [drawn(HILL)])).coarser).toEqual([]);
    const little = rawPicture({ width: 63, height: 64, pixel: gray });
    expect((await compare([drawn(HILL)], [drawn(little)])).coarser).toEqual([]);
    const flat: Place = [100, 100, 164, 100];
    expect((await compare([drawn(HILL, flat)], [drawn(half, flat)])).coarser).toEqual([]);
  });

  test('of which clips show another part are told', async () => {
    const cut = (seen: Place) => [drawn(HILL, PLACE, { seen })];
    const left: Place = [100, 100, 132, 164];
    expect((await compare([drawn(HILL)], cut(left))).losses).toEqual([
      { change: 'changed', name: NAME, before: 'seen whole', after: 'seen at 100 100 132 164' },
    ]);
    expect((await compare(cut(left), [drawn(HILL)])).losses).toMatchObject([{ after: 'seen whole' }]);
    expect((await compare(cut(left), cut([132, 100, 164, 164]))).losses).toHaveLength(1);
    expect((await compare(cut(left), cut(left))).losses).toEqual([]);
    expect((await compare([drawn(HILL)], cut([101, 100, 164, 164]))).losses).toEqual([]);
    expect((await compare([drawn(HILL)], cut([102, 100, 164, 164]))).losses).toHaveLength(1);
  });

  test('with other pixels of one bit are told, with the rules that these break', async () => {
    const rows = Array.from({ length: 28 }, (_, y) =>
      y > 3 && y < 24 ? `${'.'.repeat(10)}${'#'.repeat(20)}${'.'.repeat(10)}` : '.'.repeat(40),
    );
    const hole = rows.map((row, y) => (y === 12 ? `${row.slice(0, 20)}.${row.slice(21)}` : row));
    const found = await compare([drawn(bilevelPicture(rows))], [drawn(bilevelPicture(hole))]);
    expect(found.moved).toMatchObject([{ moved: 1 }]);
    expect(found.losses).toMatchObject([{ change: 'changed', before: 'its shapes', after: 'other shapes' }]);
  });
});

describe('a picture that is not at its place', () => {
  test('is moved if the same is elsewhere, and else gone', async () => {
    const elsewhere = drawn(HILL, [0, 0, 64, 64]);
    expect(await compare([drawn(HILL)], [elsewhere])).toMatchObject({
      ...NOTHING,
      losses: [{ change: 'moved', name: NAME, before: 'at 100 100 164 164', after: 'at 0 0 64 64' }],
      inPlace: 0,
    });
    expect(await compare([drawn(HILL)], [drawn(DALE, [0, 0, 64, 64])])).toMatchObject({
      losses: [{ change: 'removed', name: NAME }],
      additions: ['64 x 64 pixels at 0 0 64 64'],
    });
    expect((await compare([drawn(HILL), drawn(HILL)], [elsewhere])).losses).toMatchObject([
      { change: 'moved' },
      { change: 'removed' },
    ]);
  });

  test('is there if only what a clip shows of it is left', async () => {
    const seen: Place = [110, 110, 150, 150];
    const before = drawn(HILL, PLACE, { seen });
    expect(await compare([before], [drawn(DALE, seen)])).toMatchObject({
      ...NOTHING,
      notCompared: 1,
      inPlace: 1,
    });
    expect((await compare([before], [drawn(DALE, [90, 110, 150, 150], { seen })])).losses).toHaveLength(1);
    const corner = drawn(HILL, PLACE, { seen: [100, 100, 150, 150] });
    expect((await compare([corner], [drawn(DALE, [99.5, 99.5, 150.5, 150])])).losses).toEqual([]);
    expect((await compare([before], [drawn(DALE, [111, 110, 150, 150])])).losses).toHaveLength(1);
    expect((await compare([drawn(HILL)], [drawn(DALE, seen)])).losses).toHaveLength(1);
  });

  test('is there if it was joined with its neighbors', async () => {
    const rows = Array.from({ length: 32 }, (_, y) => '#'.repeat(y) + '.'.repeat(32 - y));
    const strips = [
      drawn(bilevelPicture(rows.slice(0, 16)), [0, 16, 32, 32]),
      drawn(bilevelPicture(rows.slice(16)), [0, 0, 32, 16]),
    ];
    const whole = drawn(bilevelPicture(rows), [0, 0, 32, 32]);
    expect(await compare(strips, [whole])).toMatchObject({ ...NOTHING, inPlace: 2 });
    expect((await compare(strips.slice(0, 1), [whole])).losses).toHaveLength(1);
  });
});

describe('a picture that is new', () => {
  const stamp = drawn(DALE, [90, 90, 170, 170], { order: 5 });

  test('is an addition, and hides what lies below it', async () => {
    expect(await compare([drawn(HILL)], [drawn(HILL), stamp])).toMatchObject({
      losses: [{ change: 'changed', name: NAME, before: 'visible', after: 'covered' }],
      additions: ['64 x 64 pixels at 90 90 170 170'],
      covers: [stamp],
    });
  });

  test('hides nothing below another, or if it is smaller or transparent', async () => {
    const veil = rawPicture({ ...SIZE, pixel: gray, opacity: () => 9 });
    for (const other of [
      drawn(DALE, stamp.place, { order: -1 }),
      drawn(veil, stamp.place, { order: 5 }),
      drawn(DALE, [90, 90, 160, 170], { order: 5 }),
    ])
      expect((await compare([drawn(HILL)], [drawn(HILL), other])).losses).toEqual([]);
  });

  test('as an area hides pictures too', async () => {
    const cover: Cover = { place: [90, 90, 170, 170], order: 1 };
    expect((await compare([drawn(HILL)], [drawn(HILL)], [cover])).losses).toHaveLength(1);
  });

  test('is a part of the one below it if both show what was there', async () => {
    const ink = (x: number, y: number) => x > 14 && x < 46 && y > 20 && y < 30;
    const paper: PixelAt = (x) => [200 + (x >> 2)];
    const scan = rawPicture({ ...SIZE, pixel: (x, y) => (ink(x, y) ? [20] : paper(x, y)) });
    const text = rawPicture({ ...SIZE, pixel: () => [20], opacity: (x, y) => (ink(x, y) ? 255 : 0) });
    const layers = [drawn(rawPicture({ ...SIZE, pixel: paper })), drawn(text, PLACE, { order: 1 })];
    expect(await compare([drawn(scan)], layers)).toMatchObject({ ...NOTHING, inPlace: 1 });
    const veil = drawn(rawPicture({ ...SIZE, pixel: () => [20], opacity: () => 0 }), PLACE, { order: 1 });
    expect((await compare([drawn(scan)], [drawn(scan), veil])).additions).toHaveLength(1);
  });
});
