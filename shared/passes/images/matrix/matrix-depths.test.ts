import { expect, test } from 'vitest';
import { packBits } from '../../../codecs/flate/sample-bits.ts';
import type { Channels } from '../../../codecs/pixels/raster.ts';
import { type ObjectSource, type ObjectSources, stream } from '../../../testing/documents/documents.ts';
import { drawnDifference, imageRenders } from '../../../testing/judges/image-renders.ts';
import { IMAGE } from '../../../testing/pictures/image-runs.ts';
import { lineArt, photo } from '../../../testing/pictures/rasters.ts';

/** Every depth in every color space, and palettes over every base: PDFium's rendering before and after. */

const WIDTH = 160;
const HEIGHT = 120;
const TRANSFORM = 50;
const white = '/WhitePoint [0.9505 1 1.089]';
const profile = (data: string, components: number) =>
  stream(`/N ${components}`, `${'\0'.repeat(16)}${data}${'\0'.repeat(108)}`);
const tint = '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0.3 1 0.1] >>';
const mix = stream('/FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1]', '{ 3 1 roll 0.5 mul }');

type Space = readonly [name: string, syntax: string, components: Channels, others: ObjectSources];
const spaces: readonly Space[] = [
  ['DeviceGray', '/DeviceGray', 1, {}],
  ['DeviceRGB', '/DeviceRGB', 3, {}],
  ['DeviceCMYK', '/DeviceCMYK', 4, {}],
  ['CalGray', `[ /CalGray << ${white} /Gamma 2.2 >> ]`, 1, {}],
  ['CalRGB', `[ /CalRGB << ${white} /Gamma [2.2 2.2 2.2] >> ]`, 3, {}],
  ['Lab', `[ /Lab << ${white} /Range [-60 60 -60 60] >> ]`, 3, {}],
  ['ICCBased of 1', '[ /ICCBased 50 0 R ]', 1, { [TRANSFORM]: profile('GRAY', 1) }],
  ['ICCBased of 3', '[ /ICCBased 50 0 R ]', 3, { [TRANSFORM]: profile('RGB ', 3) }],
  ['ICCBased of 4', '[ /ICCBased 50 0 R ]', 4, { [TRANSFORM]: profile('CMYK', 4) }],
  ['Separation', '[ /Separation /Gold /DeviceCMYK 50 0 R ]', 1, { [TRANSFORM]: tint }],
  ['DeviceN', '[ /DeviceN [/A /B /C] /DeviceRGB 50 0 R ]', 3, { [TRANSFORM]: mix }],
];

type Bits = 1 | 2 | 4 | 8 | 16;

function image(space: string, bits: Bits, values: Uint8Array, components: number): ObjectSource {
  const rows =
    bits === 16
      ? Uint8Array.from([...values].flatMap((value) => [value, value]))
      : packBits(
          values.map((value) => value >> (8 - bits)),
          WIDTH * components,
          HEIGHT,
          bits,
        );
  // Not deflated, so any result is smaller.
  return stream(
    `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent ${bits} /ColorSpace ${space}`,
    rows,
  );
}

async function draws(objects: ObjectSources, options = {}) {
  const { before, after, report } = await imageRenders(objects, { quality: 85, ...options });
  expect(new Set(before).size, 'something is drawn').toBeGreaterThan(1);
  return { outcome: report.outcome, ...drawnDifference(before, after) };
}

const depths: readonly Bits[] = [1, 2, 4, 8, 16];

test.each(spaces.flatMap((space) => depths.map((bits): [...Space, Bits] => [...space, bits])))(
  '%s',
  async (_name, space, components, others, bits) => {
    const { samples } = photo(WIDTH, HEIGHT, components);
    const objects = { [IMAGE]: image(space, bits, samples, components), ...others };
    const lossy = await draws(objects);
    expect(lossy.outcome.kind, `${bits} bits`).toBe('replaced');
    // To a JPEG, coarse steps are noise.
    expect(lossy.mean, `${bits} bits`).toBeLessThan(bits === 4 ? 10 : 6);
    const exact = await draws(objects, { convertToJpeg: false });
    expect(exact.outcome, `${bits} bits`).toMatchObject({ kind: 'replaced' });
    // PDFium rounds tints of few bits before transforming them.
    expect(exact.mean, `${bits} bits`).toBeLessThan(bits < 8 && space.includes('DeviceN') ? 0.5 : 1e-9);
  },
);

test.each(spaces)('a palette over %s', async (_name, space, components, others) => {
  const { samples } = photo(16, 16, components);
  const table = Array.from(samples, (sample) => sample.toString(16).padStart(2, '0')).join('');
  const indexes = photo(WIDTH, HEIGHT, 1).samples.map((sample) => sample >> 2);
  const objects = { [IMAGE]: image(`[ /Indexed ${space} 255 <${table}> ]`, 8, indexes, 1), ...others };
  const exact = await draws(objects, { convertToJpeg: false });
  expect(exact.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
  expect(exact.mean).toBe(0);
});

/** A few colors in CalRGB and Lab, which PDFium renders differently in a palette or at another depth. */
test.each(spaces)('a drawing in %s', async (_name, space, components, others) => {
  const drawing = lineArt(WIDTH, HEIGHT, 3).samples;
  const samples = Uint8Array.from({ length: WIDTH * HEIGHT * components }, (_, at) => {
    return Math.min(200, drawing[Math.floor(at / components) * 3 + ((at % components) % 3)]! + 40);
  });
  const found = await draws({ [IMAGE]: image(space, 8, samples, components), ...others });
  expect(found.outcome).toMatchObject({ kind: 'replaced', width: WIDTH });
  // PDFium scales palettes and samples with different rounding.
  expect(found.mean).toBeLessThan(0.1);
});
