import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeJpx } from '../../codecs/jpx/decode.ts';
import { readJpxHeader } from '../../codecs/jpx/header.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { openDocument } from '../../pdf/read/open.ts';
import { PRESETS } from '../../presets.ts';
import { stream } from '../../testing/documents/documents.ts';
import { imageRenders } from '../../testing/judges/image-renders.ts';
import { codec, entry, flateImage, host, IMAGE, imageAt, MASK } from '../../testing/pictures/image-runs.ts';
import { discMask, gradient, lineArt, photo } from '../../testing/pictures/rasters.ts';

/** The option `jpx`, judged by PDFium. Every image covers its pixels exactly: 160 of them on 160 points. */

const OPTIONS = { ...PRESETS.lossless, jpx: 'lossless' } as const;
const SIDE = 160;
const rgb = photo(SIDE, SIDE, 3);
const gray = photo(SIDE, SIDE, 1);
const WHITE = '/WhitePoint [0.9505 1 1.089]';
const softMask = flateImage(discMask(40, 40));
const stencil = stream(
  '/Type /XObject /Subtype /Image /Width 8 /Height 2 /ImageMask true /BitsPerComponent 1',
  Uint8Array.of(0xaa, 0x55),
);

describe('a photograph becomes reversible JPEG 2000, and looks the same', () => {
  test.each([
    ['DeviceRGB', rgb, ''],
    ['DeviceGray', gray, ''],
    ['CalRGB', rgb, `/ColorSpace [/CalRGB << ${WHITE} /Gamma [1.8 1.8 1.8] >>]`],
    ['CalGray', gray, `/ColorSpace [/CalGray << ${WHITE} /Gamma 1.8 >>]`],
    ['a soft mask', rgb, `/SMask ${MASK} 0 R`],
    ['a stencil', rgb, `/Mask ${MASK} 0 R`],
    [
      'its intent, interpolation and default Decode',
      rgb,
      '/Intent /Perceptual /Interpolate true /Decode [0 1 0 1 0 1]',
    ],
  ])('with %s', async (_, raster, entries) => {
    const mask = entries.includes('/Mask') ? stencil : softMask;
    const { doc, before, after, report } = await imageRenders(
      { [IMAGE]: flateImage(raster, entries), [MASK]: mask },
      OPTIONS,
    );
    expect(report).toMatchObject({ outcome: { kind: 'replaced', codec: 'jpx', width: SIDE, height: SIDE } });
    expect(after).toEqual(before);
    expect(entry(doc, 'Filter')).toBe('/JPXDecode');
    expect(readJpxHeader(imageAt(doc).bytes)).toMatchObject({
      reversible: true,
      components: raster.channels,
    });
    const source = imageAt(doc).dict;
    for (const [name] of entries.matchAll(/\/(?:SMask|Mask|Intent|Interpolate|ColorSpace)\b/g))
      expect(String(source)).toContain(name);
    for (const name of ['DecodeParms', 'SMaskInData']) expect(entry(doc, name)).toBe('undefined');
  });

  test('from a newspaper, with its pixels as a decoder of JPEG 2000 reads them', async () => {
    const scanned = await newspaperPicture();
    const { doc, before, after, report } = await imageRenders({ [IMAGE]: flateImage(scanned) }, OPTIONS);
    expect(report).toMatchObject({ outcome: { kind: 'replaced', codec: 'jpx' } });
    const decoded = decodeJpx(imageAt(doc).bytes, {
      module: await host.wasmModule('openjpeg'),
      components: 1,
      maxPixels: scanned.samples.length,
    });
    expect(decoded?.samples).toEqual(scanned.samples);
    expect(after).toEqual(before);
  });

  test('if its three components are equal, as gray', async () => {
    const samples = Uint8Array.from(
      { length: SIDE * SIDE * 3 },
      (_, at) => gray.samples[Math.floor(at / 3)]!,
    );
    const { doc, before, after } = await imageRenders({ [IMAGE]: flateImage({ ...rgb, samples }) }, OPTIONS);
    expect(readJpxHeader(imageAt(doc).bytes)).toMatchObject({ components: 1, colorSpace: 'gray' });
    expect(entry(doc, 'ColorSpace')).toBe('/DeviceGray');
    expect(after).toEqual(before);
  });
});

describe('no JPEG 2000', () => {
  const inverse = '/Decode [1 0 1 0 1 0]';
  test.each([
    ['without the option', rgb, '', { ...OPTIONS, jpx: 'off' as const }],
    ['where a JPEG is smaller', rgb, '', { ...PRESETS.balanced, jpx: 'lossless' as const }],
    ['for line art', lineArt(SIDE, SIDE, 3), '', OPTIONS],
    ['where Flate is smaller', gradient(SIDE, SIDE, 3), '', OPTIONS],
    ['with a Decode array, which readers ignore there', rgb, inverse, OPTIONS],
    ['with a color key, which names exact samples', rgb, '/Mask [0 40 0 40 0 40]', OPTIONS],
    ['for ink colors', photo(SIDE, SIDE, 4), '', OPTIONS],
    ['for Lab', rgb, `/ColorSpace [/Lab << ${WHITE} /Range [-128 127 -128 127] >>]`, OPTIONS],
    [
      'for a separation',
      gray,
      '/ColorSpace [/Separation /Gold /DeviceGray << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>]',
      OPTIONS,
    ],
  ])('%s', async (_, raster, entries, options) => {
    const { doc } = await imageRenders({ [IMAGE]: flateImage(raster, entries) }, options);
    expect(entry(doc, 'Filter')).not.toBe('/JPXDecode');
  });

  test('for the soft mask of another image', async () => {
    const { doc } = await imageRenders(
      { [IMAGE]: flateImage(rgb, `/SMask ${MASK} 0 R`), [MASK]: flateImage(gray) },
      OPTIONS,
    );
    expect(entry(doc, 'Filter', MASK)).toBe('/FlateDecode');
  });
});

/** A part of a scanned page, whose grain no generator has. */
async function newspaperPicture(): Promise<Raster> {
  const path = new URL('../../fixtures/real/newspaper-gray-jpeg.pdf', import.meta.url);
  const doc = await openDocument(new Uint8Array(readFileSync(path)), { limits: DEFAULT_LIMITS });
  const page = await codec.decode(imageAt(doc, 2).bytes, 1);
  const side = 160;
  const left = 900;
  const top = 1400;
  const samples = new Uint8Array(side * side);
  for (let y = 0; y < side; y += 1) {
    const from = (top + y) * page!.width + left;
    samples.set(page!.samples.subarray(from, from + side), y * side);
  }
  return { width: side, height: side, channels: 1, samples };
}
