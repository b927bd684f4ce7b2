import { describe, expect, test } from 'vitest';
import { deflate } from '../codecs/flate/deflate.ts';
import { readDctHeader } from '../codecs/jpeg/format/header.ts';
import { jpegQuality } from '../codecs/jpeg/format/quality.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { stream } from '../testing/documents/documents.ts';
import {
  codec,
  dctImage,
  flateImage,
  IMAGE,
  imageAt,
  MASK,
  pixels,
  runImages,
} from '../testing/pictures/image-runs.ts';
import { discMask, flat, lineArt, photo } from '../testing/pictures/rasters.ts';

const WIDTH = 360;
const HEIGHT = 240;

const jpegAt = (raster: Raster, quality: number, chroma: '4:2:0' | '4:4:4') =>
  codec.encode(raster, { quality, chroma, scans: 'sequential' });

function headerOf(doc: Parameters<typeof imageAt>[0], number = IMAGE) {
  const header = readDctHeader(imageAt(doc, number).bytes);
  if (header === null) throw new Error(`image ${number} is no JPEG`);
  return header;
}

/** True if the recoded image has chrominance at full resolution. Expects that it was recoded. */
async function hasFullColor(raster: Raster, chroma: '4:2:0' | '4:4:4'): Promise<boolean> {
  const { doc, report } = await runImages(
    { [IMAGE]: dctImage(raster, await jpegAt(raster, 98, chroma)) },
    { quality: 60 },
  );
  expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
  const header = headerOf(doc);
  expect(jpegQuality(header)).toBeLessThan(80);
  const [luma, ...colors] = header.components;
  return colors.every(
    ({ horizontal, vertical }) => horizontal === luma!.horizontal && vertical === luma!.vertical,
  );
}

test('a JPEG of three components that shows gray is coded again as one component', async () => {
  const gray = photo(WIDTH, HEIGHT, 1);
  const samples = Uint8Array.from(
    { length: WIDTH * HEIGHT * 3 },
    (_, at) => gray.samples[Math.floor(at / 3)] ?? 0,
  );
  const three: Raster = { width: WIDTH, height: HEIGHT, channels: 3, samples };
  const { doc, report } = await runImages(
    { [IMAGE]: dctImage(three, await jpegAt(three, 98, '4:4:4')) },
    { quality: 60 },
  );
  expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
  expect(headerOf(doc).components).toHaveLength(1);
  expect(String(imageAt(doc).dict)).toContain('/ColorSpace /DeviceGray');
});

describe('colour of a JPEG that is coded again', () => {
  const text = lineArt(WIDTH, HEIGHT, 3);
  const picture = photo(WIDTH, HEIGHT, 3);

  test('keeps its full resolution in coloured text', async () => {
    expect(await hasFullColor(text, '4:4:4')).toBe(true);
  });

  test('gets none that it did not have', async () => {
    expect(await hasFullColor(text, '4:2:0')).toBe(false);
  });

  test('loses it in a photograph', async () => {
    expect(await hasFullColor(picture, '4:4:4')).toBe(false);
  });
});

describe('a soft mask that is a JPEG', () => {
  const cut = photo(WIDTH, HEIGHT, 1, 3);

  async function maskAfter(stored: number, quality: number) {
    const picture = photo(WIDTH, HEIGHT, 3);
    const { doc } = await runImages(
      {
        [IMAGE]: flateImage(picture, `/SMask ${MASK} 0 R`),
        [MASK]: dctImage(cut, await jpegAt(cut, stored, '4:2:0')),
      },
      { quality },
    );
    return jpegQuality(headerOf(doc, MASK));
  }

  test('keeps edges clean, however low the quality of its picture', async () => {
    for (const quality of [1, 30, 84]) {
      const found = await maskAfter(98, quality);
      expect(found).toBeGreaterThanOrEqual(84);
      expect(found).toBeLessThan(98);
    }
  });

  test('is finer where finer is asked for', async () => {
    expect(await maskAfter(100, 92)).toBeGreaterThan(await maskAfter(100, 30));
  });

  test('is not coded again near that', async () => {
    expect(await maskAfter(88, 30)).toBe(88);
  });
});

describe('a JPEG under a soft mask', () => {
  test('lets no hidden colour bleed into what shows when it is shrunk', async () => {
    const grainy = photo(WIDTH, WIDTH, 3);
    const mask = discMask(WIDTH, WIDTH);
    const samples = grainy.samples.map((sample, at) =>
      mask.samples[Math.floor(at / 3)] === 0 ? 0 : 150 + (sample >> 3),
    );
    const source = { ...grainy, samples };
    const { doc } = await runImages(
      {
        [IMAGE]: dctImage(source, await jpegAt(source, 98, '4:4:4'), `/SMask ${MASK} 0 R`),
        [MASK]: flateImage(mask),
      },
      { maxDimension: 120 },
    );
    const shown = await pixels(doc);
    const shownMask = discMask(120, 120);
    const seen = shown.samples.filter((_, at) => shownMask.samples[Math.floor(at / 3)]! > 0);
    expect(shown.width).toBe(120);
    expect(Math.min(...seen)).toBeGreaterThan(125);
  });
});

describe('a JPEG that is packed once more', () => {
  test('stays where no JPEG is as small as it is now', async () => {
    // One color: identical blocks, which deflate compresses to almost nothing.
    const plain = flat(1200, 1200, [200, 40, 90]);
    const jpeg = deflate(await jpegAt(plain, 98, '4:4:4'));
    const image = stream(
      '/Subtype /Image /Width 1200 /Height 1200 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter [/FlateDecode /DCTDecode]',
      jpeg,
    );
    const { doc } = await runImages({ [IMAGE]: image }, { quality: 50 });
    expect(imageAt(doc).bytes.length).toBeLessThanOrEqual(jpeg.length);
  });
});

test('a JPEG that deflate packs tightly is not replaced by a larger one with fewer pixels', async () => {
  // Each block is the same, which Huffman codes cannot express and deflate can.
  const tile = photo(8, 8, 1).samples;
  const samples = Uint8Array.from(
    { length: 720 * 480 },
    (_, at) => tile[(Math.floor(at / 720) % 8) * 8 + (at % 8)]!,
  );
  const raster: Raster = { width: 720, height: 480, channels: 1, samples };
  const jpeg = await jpegAt(raster, 95, '4:4:4');
  const packed = deflate(jpeg);
  const dict = `/Subtype /Image /Width 720 /Height 480 /BitsPerComponent 8 /ColorSpace /DeviceGray
    /Filter [/FlateDecode /DCTDecode]`;
  const { report } = await runImages({ [IMAGE]: stream(dict, packed) }, { quality: 75, maxDimension: 260 });
  const { outcome } = report;
  if (outcome.kind === 'replaced') expect(outcome.size).toBeLessThan(packed.length);
  else expect(outcome).toEqual({ kind: 'kept', reason: 'smaller-as-is' });
});
