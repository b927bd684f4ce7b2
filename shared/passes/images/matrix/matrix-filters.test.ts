import { describe, expect, test } from 'vitest';
import { deflate } from '../../../codecs/flate/deflate.ts';
import { packBits } from '../../../codecs/flate/sample-bits.ts';
import { type Channels, firstChannel } from '../../../codecs/pixels/raster.ts';
import { key } from '../../../pdf/objects.ts';
import { ascii85, lzw, runLength } from '../../../testing/byte-encoders.ts';
import { type ObjectSource, stream } from '../../../testing/documents/documents.ts';
import { latin1Bytes } from '../../../testing/documents/files.ts';
import { drawnDifference, imageRenders } from '../../../testing/judges/image-renders.ts';
import { IMAGE, imageAt, jpegOf } from '../../../testing/pictures/image-runs.ts';
import { lineArt, photo, textPage } from '../../../testing/pictures/rasters.ts';

/** Filter chains of an image: PDFium reads the old and the new chain and renders the same. */

const WIDTH = 160;
const HEIGHT = 120;
const LZW = { whenFull: 'clear at 4095' } as const;

const hexadecimal = (bytes: Uint8Array) => latin1Bytes(`${Buffer.from(bytes).toString('hex')}>`);

function image(channels: Channels, bits: number, filter: string, data: Uint8Array): ObjectSource {
  const space = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[channels];
  return stream(
    `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent ${bits} /ColorSpace ${space} ${filter}`,
    data,
  );
}

/** PNG's Sub filter in every row (PNG, 9.2). */
function subPredicted(rows: Uint8Array, channels: number): Uint8Array {
  const row = WIDTH * channels;
  const out = new Uint8Array((row + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    out[y * (row + 1)] = 1;
    for (let x = 0; x < row; x += 1) {
      const left = x < channels ? 0 : rows[y * row + x - channels]!;
      out[y * (row + 1) + 1 + x] = rows[y * row + x]! - left;
    }
  }
  return out;
}

/** TIFF's predictor 2: differences from the sample on the left, 0 before the first (TIFF 6.0, section 14). */
function tiffPredicted(rows: Uint8Array, channels: number): Uint8Array {
  const row = WIDTH * channels;
  return rows.map((value, at) => value - (at % row < channels ? 0 : rows[at - channels]!));
}

const drawing = lineArt(WIDTH, HEIGHT, 3);
const picture = photo(WIDTH, HEIGHT, 3);
const gray = firstChannel(picture);
const page = packBits(
  textPage(WIDTH, HEIGHT).samples.map((sample) => sample >> 7),
  WIDTH,
  HEIGHT,
  1,
);
const parms = (predictor: number, more = '') =>
  `<< /Predictor ${predictor} /Colors 3 /BitsPerComponent 8 /Columns ${WIDTH} ${more} >>`;

describe('without loss', () => {
  test.each<[string, ObjectSource, string]>([
    ['nothing', image(1, 1, '', page), 'jbig2'],
    ['RunLength', image(1, 1, '/Filter /RunLengthDecode', runLength(page)), 'jbig2'],
    ['RunLength of colours', image(3, 8, '/Filter /RunLengthDecode', runLength(drawing.samples)), 'flate'],
    [
      'ASCII85 of LZW',
      image(
        3,
        8,
        '/Filter [/ASCII85Decode /LZWDecode]',
        latin1Bytes(ascii85(lzw(drawing.samples, { ...LZW, earlyChange: 1 }))),
      ),
      'flate',
    ],
    [
      'abbreviated names of both',
      image(
        3,
        8,
        '/Filter [/A85 /LZW]',
        latin1Bytes(ascii85(lzw(drawing.samples, { ...LZW, earlyChange: 1 }))),
      ),
      'flate',
    ],
    [
      'LZW that changes late',
      image(
        3,
        8,
        '/Filter /LZWDecode /DecodeParms << /EarlyChange 0 >>',
        lzw(drawing.samples, { ...LZW, earlyChange: 0 }),
      ),
      'flate',
    ],
    [
      'LZW under a PNG predictor',
      image(
        3,
        8,
        `/Filter /LZWDecode /DecodeParms ${parms(11)}`,
        lzw(subPredicted(drawing.samples, 3), { ...LZW, earlyChange: 1 }),
      ),
      'flate',
    ],
    [
      'LZW under a TIFF predictor, changing late, in hexadecimal',
      image(
        3,
        8,
        `/Filter [/ASCIIHexDecode /LZWDecode] /DecodeParms [null ${parms(2, '/EarlyChange 0')}]`,
        hexadecimal(lzw(tiffPredicted(drawing.samples, 3), { ...LZW, earlyChange: 0 })),
      ),
      'flate',
    ],
    [
      'Flate under a TIFF predictor',
      image(
        3,
        8,
        `/Filter /FlateDecode /DecodeParms ${parms(2)}`,
        deflate(tiffPredicted(drawing.samples, 3), 1),
      ),
      'flate',
    ],
    [
      'Flate of Flate',
      image(3, 8, '/Filter [/FlateDecode /FlateDecode]', deflate(deflate(drawing.samples, 1), 1)),
      'flate',
    ],
  ])('%s', async (_name, source, codec) => {
    const { doc, before, after, report } = await imageRenders({ [IMAGE]: source });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec, width: WIDTH });
    expect(String(imageAt(doc).dict)).not.toMatch(/EarlyChange|LZW|RunLength|ASCII|Predictor 2/);
    expect(drawnDifference(before, after)).toEqual({ mean: 0, worst: 0 });
    expect(new Set(before).size, 'something is drawn').toBeGreaterThan(1);
  });
});

describe('with loss, and not more than was asked for', async () => {
  const jpeg = await jpegOf(picture, 97);
  const grayJpeg = await jpegOf(gray, 97);
  test.each<[string, ObjectSource]>([
    ['Flate of a JPEG', image(3, 8, '/Filter [/FlateDecode /DCTDecode]', deflate(jpeg, 1))],
    [
      'ASCII85 of a JPEG, with the parameters of the second',
      image(
        3,
        8,
        '/Filter [/ASCII85Decode /DCTDecode] /DecodeParms [null << /ColorTransform 1 >>]',
        latin1Bytes(ascii85(jpeg)),
      ),
    ],
    [
      'hexadecimal digits of LZW of a gray JPEG',
      image(
        1,
        8,
        '/Filter [/ASCIIHexDecode /LZWDecode /DCTDecode]',
        hexadecimal(lzw(grayJpeg, { ...LZW, earlyChange: 1 })),
      ),
    ],
    [
      'LZW of a photo under a PNG predictor',
      image(
        3,
        8,
        `/Filter /LZWDecode /DecodeParms ${parms(15, '/EarlyChange 0')}`,
        lzw(subPredicted(picture.samples, 3), { ...LZW, earlyChange: 0 }),
      ),
    ],
    ['RunLength of a photo', image(3, 8, '/Filter /RunLengthDecode', runLength(picture.samples))],
  ])('%s', async (_name, source) => {
    const { doc, before, after, report } = await imageRenders({ [IMAGE]: source }, { quality: 85 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    expect(String(imageAt(doc).dict.lookup(key('Filter')))).toBe('/DCTDecode');
    expect(imageAt(doc).dict.has(key('DecodeParms'))).toBe(false);
    const { mean, worst } = drawnDifference(before, after);
    expect(mean).toBeGreaterThan(0);
    expect(mean).toBeLessThan(4);
    expect(worst).toBeLessThan(20);
  });
});
