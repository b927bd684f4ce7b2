import { describe, expect, test } from 'vitest';
import { croppedJpeg } from '../codecs/dct/cropped.ts';
import { deflate } from '../codecs/flate/deflate.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { compress } from '../compress.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../options.ts';
import { type Tile, tileFile, tilePlaces } from '../testing/documents/tile-file.ts';
import { createTestHost } from '../testing/host.ts';
import { jobThreads } from '../testing/job-threads.ts';
import { pdfiumDifferences } from '../testing/oracles/pdfium-render.ts';
import { codec, jpegOf } from '../testing/pictures/image-runs.ts';
import { photo } from '../testing/pictures/rasters.ts';
import { verify } from '../verify.ts';

const host = createTestHost();
const SIDE = 250;
const PIXELS = 1e9;
const SPACES = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' } as const;
const LOSSLESS = { quality: 100, maxDimension: 100_000, convertToJpeg: false };

const small = (input: Uint8Array, options: Partial<CompressOptions> = LOSSLESS) =>
  compress(input, { ...DEFAULT_OPTIONS, ...options }, { host });
const partsOf = async (input: Uint8Array, options: Partial<CompressOptions> = LOSSLESS) =>
  (await small(input, options)).report.images.map(({ strips = 1 }) => strips);

type Place = ReturnType<typeof tilePlaces>[number];

/** The samples of a part. */
function cut({ width, channels, samples }: Raster, place: Place): Uint8Array {
  const out = new Uint8Array(place.width * place.height * channels);
  for (let row = 0; row < place.height; row += 1) {
    const from = ((place.top + row) * width + place.left) * channels;
    out.set(samples.subarray(from, from + place.width * channels), row * place.width * channels);
  }
  return out;
}

const sampleEntries = (channels: 1 | 3 | 4) =>
  `/ColorSpace ${SPACES[channels]} /BitsPerComponent 8 /Filter /FlateDecode`;
const jpegEntries = (channels: 1 | 3) =>
  `/ColorSpace ${SPACES[channels]} /BitsPerComponent 8 /Filter /DCTDecode`;

function sampleTiles(raster: Raster, places: readonly Place[]): Tile[] {
  return places.map((place) => ({
    ...place,
    entries: sampleEntries(raster.channels),
    data: deflate(cut(raster, place)),
  }));
}

function jpegTiles(jpeg: Uint8Array, channels: 1 | 3, places: readonly Place[]): Tile[] {
  return places.map((place) => ({
    ...place,
    entries: jpegEntries(channels),
    data: croppedJpeg(jpeg, place, PIXELS)!,
  }));
}

const gray = photo(SIDE, SIDE, 1);
const colors = photo(SIDE, SIDE, 3);
const whole: Place = { left: 0, top: 0, width: SIDE, height: SIDE };
const grayJpeg = await jpegOf(gray, 85);
const softerJpeg = await jpegOf(gray, 70);
const lowJpeg = await jpegOf(photo(SIDE, 100, 1), 85);
const colorJpeg = await codec.encode(colors, { quality: 85, chroma: '4:4:4', scans: 'sequential' });
const halfColorJpeg = await jpegOf(colors, 85);

describe('strips and tiles become one picture', () => {
  const strips = tilePlaces(SIDE, SIDE, 16);
  const tiles = tilePlaces(SIDE, 64, 48);
  const soft = (place: Place): Tile['mask'] => ({
    entries: sampleEntries(1),
    data: deflate(cut(photo(SIDE, SIDE, 1, 5), place)),
  });
  test.each([
    ['gray JPEG in strips', jpegTiles(grayJpeg, 1, strips), 16],
    ['colour JPEG in tiles', jpegTiles(colorJpeg, 3, tiles), 24],
    ['gray samples in strips', sampleTiles(gray, strips), 16],
    ['colour samples in tiles', sampleTiles(colors, tiles), 24],
    [
      'colours with soft masks',
      sampleTiles(colors, tiles).map((tile) => ({ ...tile, mask: soft(tile) })),
      24,
    ],
    [
      'JPEG with soft masks',
      jpegTiles(colorJpeg, 3, tiles).map((tile) => ({ ...tile, mask: soft(tile) })),
      24,
    ],
  ])('%s', async (_, parts, count) => {
    const input = tileFile(parts, { side: SIDE });
    const { bytes, report } = await small(input);
    expect(report.warnings).toEqual([]);
    expect(report.images.map(({ strips = 1 }) => strips)).toEqual(
      parts[0]!.mask === undefined ? [count] : [count, count],
    );
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
    const { categories } = await verify(input, bytes, { host });
    expect(categories.find(({ kind }) => kind === 'pictures')).toMatchObject({
      lost: 0,
      added: 0,
      notCompared: 0,
    });
  });

  test('drawn column by column, and over rows of other heights', async () => {
    const columns = [0, 128].flatMap((left) =>
      tilePlaces(SIDE, SIDE, left === 0 ? 64 : 32).map(({ top, height }) => ({
        left,
        top,
        width: left === 0 ? 128 : SIDE - 128,
        height,
      })),
    );
    expect(await partsOf(tileFile(jpegTiles(grayJpeg, 1, columns), { side: SIDE }))).toEqual([12]);
  });

  test('and take as much as the picture in one piece, at each setting', async () => {
    const input = tileFile(jpegTiles(grayJpeg, 1, tilePlaces(SIDE, SIDE, 16)), { side: SIDE });
    const one = tileFile(jpegTiles(grayJpeg, 1, [whole]), { side: SIDE });
    for (const options of [{}, { quality: 50, maxDpi: 50 }, LOSSLESS]) {
      const [parts, alone] = [await small(input, options), await small(one, options)];
      expect(parts.bytes.length).toBeLessThan(alone.bytes.length * 1.05);
    }
  });

  test('JPEG in tiles whose colours are stored in half, which readers no longer end at their edges', async () => {
    const input = tileFile(jpegTiles(halfColorJpeg, 3, tiles), { side: SIDE });
    const { bytes, report } = await small(input);
    expect(report.images).toMatchObject([{ strips: 24 }]);
    const one = tileFile(jpegTiles(halfColorJpeg, 3, [whole]), { side: SIDE });
    expect(await pdfiumDifferences(one, bytes, { dpis: [72] })).toEqual([]);
  });

  test('and are the same to whoever compares the files when they are shrunk', async () => {
    const input = tileFile(jpegTiles(colorJpeg, 3, tiles), { side: SIDE });
    const { bytes, report } = await small(input, { quality: 40, maxDimension: 100 });
    expect(report.images).toMatchObject([{ strips: 24, outcome: { kind: 'replaced', width: 100 } }]);
    const { categories } = await verify(input, bytes, { host });
    expect(categories.find(({ kind }) => kind === 'pictures')).toMatchObject({
      lost: 0,
      added: 0,
      notCompared: 0,
    });
  });

  test('of the same bytes with threads', async () => {
    const parts = sampleTiles(colors, tiles);
    const input = tileFile(
      parts.map((tile) => ({ ...tile, mask: soft(tile) })),
      { side: SIDE },
    );
    const alone = await small(input);
    const workThreads = jobThreads(host, 3);
    const { bytes } = await compress(
      input,
      { ...DEFAULT_OPTIONS, ...LOSSLESS },
      { host: { ...host, workThreads } },
    );
    expect(Buffer.compare(bytes, alone.bytes)).toBe(0);
  });
});

describe('stencils with gaps between them', () => {
  const bits = (seed: number, decode: string) => ({
    width: 40,
    height: 24,
    entries: `/ImageMask true /BitsPerComponent 1 ${decode}`,
    data: Uint8Array.from({ length: 5 * 24 }, (_, at) => Math.imul(at + seed, 0x9e3779b1) >>> 24),
  });
  const grid = (step: number, decode = '') =>
    [0, 1, 3, 4, 7, 8].map((at) => ({
      left: (at % 3) * step,
      top: Math.floor(at / 3) * step,
      ...bits(at, decode),
    }));

  test.each(['', '/Decode [1 0]'])('become one, with nothing in the gaps: %s', async (decode) => {
    const input = tileFile(grid(45, decode));
    const { bytes, report } = await small(input);
    expect(report.images).toMatchObject([
      { strips: 6, outcome: { kind: 'replaced', width: 130, height: 114 } },
    ]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });

  test('stay what they are where they lie far from each other', async () => {
    expect(await partsOf(tileFile(grid(100), { side: 300 }))).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('stay what they are where they lie over each other', async () => {
    const input = tileFile(grid(36).slice(0, 2));
    const { bytes, report } = await small(input);
    expect(report.images.map(({ strips = 1 }) => strips)).toEqual([1, 1]);
    expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
  });
});

test('what lies over a part of a picture stays over it', async () => {
  const [upper, lower] = sampleTiles(gray, tilePlaces(SIDE, SIDE, SIDE / 2)) as [Tile, Tile];
  const over = { ...upper, data: deflate(new Uint8Array(SIDE * (SIDE / 2))) };
  // Joined with the lower one, which is drawn first, it would go below the upper one.
  const input = tileFile([lower, upper, over], { side: SIDE });
  const { bytes, report } = await small(input);
  expect(report.images.map(({ strips = 1 }) => strips)).toEqual([2, 1]);
  expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
});

describe('parts stay apart', () => {
  const halves = tilePlaces(SIDE, SIDE, 128);
  const [upper, lower] = sampleTiles(gray, halves) as [Tile, Tile];
  const mask = {
    width: SIDE,
    height: 61,
    entries: sampleEntries(1),
    data: deflate(new Uint8Array(SIDE * 61)),
  };
  test.each([
    [
      'JPEGs of other tables',
      [...jpegTiles(grayJpeg, 1, halves.slice(0, 1)), ...jpegTiles(softerJpeg, 1, halves.slice(1))],
    ],
    ['JPEGs that end inside of a block', jpegPair(lowJpeg, 100)],
    ['samples of which some are missing', [{ ...upper, data: deflate(new Uint8Array(9)) }, lower]],
    ['pictures with a gap between them', [upper, { ...lower, top: lower.top + 1 }]],
    ['pictures of other meaning', [upper, { ...lower, entries: `${lower.entries} /Decode [1 0]` }]],
    ['with masks of another size', [upper, lower].map((tile) => ({ ...tile, mask }))],
    ['over each other', [upper, { ...lower, top: lower.top - 4 }]],
  ])('%s', async (_, parts: readonly Tile[]) => {
    const { report } = await small(tileFile(parts, { side: SIDE + 10 }));
    expect(report.images.some(({ strips }) => strips !== undefined)).toBe(false);
  });

  test.each([
    ['below', (from: number, size: number) => ({ left: 0, top: from, width: SIDE, height: size })],
    ['beside', (from: number, size: number) => ({ left: from, top: 0, width: size, height: SIDE })],
  ])('a JPEG from what ends inside of a block %s it', async (_, place) => {
    const parts = [place(0, 64), place(64, 36), place(100, 150)].map((at) => ({
      ...at,
      entries: jpegEntries(1),
      data: croppedJpeg(grayJpeg, { ...at, left: 0, top: 0 }, PIXELS)!,
    }));
    expect(await partsOf(tileFile(parts, { side: SIDE }))).toEqual([2, 1]);
  });

  test('tiles of few colours each that have many together', async () => {
    /** Eight colors, of a different tone for each shift. */
    const tile = (place: Place, shift: number): Tile => {
      const samples = cut(colors, place).map((value, at) => (at % 3 === 0 ? value & 7 : shift * 3));
      return { ...place, entries: sampleEntries(3), data: deflate(samples) };
    };
    const places = tilePlaces(SIDE, 32, 32);
    expect(await partsOf(tileFile(places.map((place, at) => tile(place, at % 9))))).toEqual([places.length]);
    const many = await partsOf(tileFile(places.map((place, at) => tile(place, at))));
    expect(many).toEqual(places.map(() => 1));
  });

  test('JPEGs that say more, where that is to stay', async () => {
    const comment = Uint8Array.of(0xff, 0xfe, 0, 4, 65, 66);
    const parts = jpegTiles(grayJpeg, 1, halves).map((tile) => ({
      ...tile,
      data: Buffer.concat([tile.data.subarray(0, 2), comment, tile.data.subarray(2)]),
    }));
    const input = tileFile(parts, { side: SIDE });
    expect(await partsOf(input, { ...LOSSLESS, stripMetadata: false })).toEqual([1, 1]);
    expect(await partsOf(input)).toEqual([2]);
  });

  test('whose soft mask another picture has too', async () => {
    const places = tilePlaces(SIDE, SIDE, SIDE / 2);
    const soft = { entries: sampleEntries(1), data: deflate(cut(gray, places[0]!)) };
    const parts = sampleTiles(gray, places).map((tile) => ({ ...tile, mask: soft }));
    const own = Buffer.from(tileFile(parts, { side: SIDE })).toString('latin1');
    const shared = Buffer.from(own.replace('/SMask 13 0 R', '/SMask 11 0 R'), 'latin1');
    const { bytes, report } = await small(shared);
    expect(report.images.some(({ strips }) => strips !== undefined)).toBe(false);
    expect(await pdfiumDifferences(shared, bytes, { dpis: [72] })).toEqual([]);
  });
});

/** The same image twice, one below the other. */
function jpegPair(jpeg: Uint8Array, height: number): Tile[] {
  return [0, height].map((top) => ({
    left: 0,
    top,
    width: SIDE,
    height,
    entries: jpegEntries(1),
    data: top === 0 ? jpeg : Buffer.concat([jpeg]),
  }));
}
