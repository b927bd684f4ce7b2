import { describe, expect, test } from 'vitest';
import { decodeSamples } from '../../codecs/jpeg/samples/decode.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { recodeJob } from '../../testing/pictures/image-jobs.ts';
import { encodedBytes } from '../encoded-image.ts';
import { recodeSoftMask } from './soft-mask.ts';

function maskOf(width: number, height: number, sampleAt: (x: number, y: number) => number): Raster {
  const samples = Uint8Array.from({ length: width * height }, (_, at) =>
    Math.max(0, Math.min(255, Math.round(sampleAt(at % width, Math.floor(at / width))))),
  );
  return { width, height, channels: 1, samples };
}

/** Places and sizes that do not repeat, since Deflate would find them. */
const SHAPES = Array.from({ length: 160 }, (_, index) => ({
  x: (index * 619 + index * index * 7) % 600,
  y: (index * 353 + index * index * 11) % 420,
  radius: 6 + ((index * 5) % 13),
}));

/** Samples of the nearest shape. */
function shapes(
  width: number,
  height: number,
  sampleAt: (distance: number, radius: number) => number,
): Raster {
  return maskOf(width, height, (x, y) =>
    Math.max(...SHAPES.map((shape) => sampleAt(Math.hypot(x - shape.x, y - shape.y), shape.radius))),
  );
}

/** Soft round shadows. */
const SHADOW = shapes(240, 180, (distance, radius) => 150 + radius * 5 - distance * 3);

/** Rings with antialiased edges, like cut-out letters. */
const RINGS = shapes(600, 420, (distance, radius) => 255 * (2.5 - Math.abs(distance - radius)));

function recode(mask: Raster, { width = mask.width, quality = 50, mayBecomeJpeg = true, least = 1 } = {}) {
  const height = Math.round((mask.height * width) / mask.width);
  const job = recodeJob(
    mask,
    {
      storedBytes: Number.POSITIVE_INFINITY,
      role: 'soft-mask',
      target: { width, height },
      minSize: { width: least, height: least },
    },
    { quality, mayBecomeJpeg },
  );
  const result = recodeSoftMask(job, mask);
  if (result.kind !== 'replaced') throw new Error(`kept: ${result.reason}`);
  return result.image;
}

describe('a shadow', () => {
  test('becomes a JPEG that changes no sample visibly', () => {
    const { data, bits } = recode(SHADOW);
    if (data.kind !== 'dct') throw new Error(`not a JPEG: ${data.kind}`);
    expect(bits).toBe(8);
    expect(data.bytes.length).toBeLessThan(encodedBytes(recode(SHADOW, { quality: 100 })) * 0.6);
    const shown = decodeSamples(data.bytes, 1)!.samples;
    const changes = SHADOW.samples.map((sample, at) => Math.abs(sample - shown[at]!));
    expect(Math.max(...changes)).toBeLessThanOrEqual(8);
    const isEnd = (at: number) => SHADOW.samples[at] === 0 || SHADOW.samples[at] === 255;
    expect(Math.max(...changes.filter((_, at) => isEnd(at)))).toBeLessThanOrEqual(4);
  });

  test('never grows as the quality falls', () => {
    const sizes = [90, 80, 75, 60, 40, 10].map((quality) => encodedBytes(recode(SHADOW, { quality })));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  test.each([
    ['lossless', { quality: 100 }],
    ['no JPEG is allowed', { mayBecomeJpeg: false }],
  ])('stays exact if %s', (_name, settings) => {
    expect(recode(SHADOW, settings).data.kind).toBe('flate');
  });
});

describe('a cut-out mask', () => {
  test('becomes no JPEG, which would ring beside its edges', () => {
    expect(recode(RINGS).data.kind).toBe('flate');
  });

  test('never grows as fewer pixels are asked for', () => {
    const widths = [600, 400, 399, 300, 299, 240, 200, 180, 150, 120, 100];
    const sizes = widths.map((width) => encodedBytes(recode(RINGS, { width })));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  test('never falls below the minimum resolution for a simple share of its sides', () => {
    expect(recode(RINGS, { width: 260 }).width).toBe(240);
    expect(recode(RINGS, { width: 260, least: 250 }).width).toBe(260);
  });
});
