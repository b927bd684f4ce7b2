import { expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { tileFile } from '../../testing/documents/tile-file.ts';
import { createTestHost } from '../../testing/host.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';

const host = createTestHost();
const SIDE = 16;

/** `count` separate images, with gray palettes that differ in one entry. */
function pictures(count: number): Uint8Array {
  const tiles = Array.from({ length: count }, (_, at) => {
    const table = Array.from({ length: 256 }, (_, entry) => [entry, entry, entry === at ? 0 : entry]).flat();
    const hex = table.map((value) => value.toString(16).padStart(2, '0')).join('');
    const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, pixel) => (pixel * 7 + at) & 255);
    return {
      left: (at % 6) * (SIDE + 9),
      top: Math.floor(at / 6) * (SIDE + 9),
      width: SIDE,
      height: SIDE,
      entries: `/BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 255 <${hex}>] /Filter /FlateDecode`,
      data: deflate(pixels),
    };
  });
  return tileFile(tiles);
}

test('palettes that stand in dictionaries are packed, and mean the same', async () => {
  const input = pictures(24);
  const options = { ...DEFAULT_OPTIONS, quality: 100, convertToJpeg: false };
  const { bytes, report } = await compress(input, options, { host });
  expect(report.warnings).toEqual([]);
  // A palette takes 1,536 digits in a dictionary.
  expect(bytes.length).toBeLessThan(24 * 700);
  expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
});

test('a palette that is not worth an object is written in bytes, with every byte that has a meaning in strings', async () => {
  const table = [40, 41, 92, 13, 10, 13, 0, 255, 128, 10, 92, 40];
  const hex = Buffer.from(table).toString('hex');
  const input = tileFile([
    {
      ...{
        left: 9,
        top: 9,
        width: SIDE,
        height: SIDE,
        data: deflate(new Uint8Array(SIDE * SIDE).map((_, at) => (at * 7 + (at >> 4) * 3) & 3)),
      },
      entries: `/BitsPerComponent 8 /ColorSpace [/Indexed /DeviceRGB 3 <${hex}>] /Filter /FlateDecode`,
    },
  ]);
  const options = { ...DEFAULT_OPTIONS, quality: 100, convertToJpeg: false };
  const { bytes, report } = await compress(input, options, { host });
  expect(report.warnings).toEqual([]);
  expect(Buffer.from(bytes).toString('latin1')).not.toContain(hex);
  expect(await pdfiumDifferences(input, bytes, { dpis: [72] })).toEqual([]);
});
