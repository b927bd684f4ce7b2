import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Channels, Raster } from '../pixels/raster.ts';
import { type CodestreamEncoder, encodeJpx, provenJpx } from './encode.ts';
import { readJpxHeader } from './header.ts';
import { runOpenJpegEncoder } from './openjpeg-encoder.ts';

const { resolve } = createRequire(import.meta.url);
const compiled = (path: string) => new WebAssembly.Module(readFileSync(resolve(path)));
const encoder = compiled('@cornerstonejs/codec-openjpeg/wasm');
const decoder = compiled('pdfjs-dist/wasm/openjpeg.wasm');
const modules = { encoder, decoder };

const encode: CodestreamEncoder = (raster, levels) =>
  runOpenJpegEncoder(encoder, { ...raster, components: raster.channels }, levels);

function raster(width: number, height: number, channels: Channels): Raster {
  const sampleAt = (index: number) => {
    const pixel = Math.floor(index / channels);
    return (
      (3 * (pixel % width) + 5 * Math.floor(pixel / width) + 60 * (index % channels) + (index % 7)) & 255
    );
  };
  return {
    width,
    height,
    channels,
    samples: Uint8Array.from({ length: width * height * channels }, (_, at) => sampleAt(at)),
  };
}

test.each([
  ['gray', 1, 'gray'],
  ['RGB', 3, 'sRGB'],
] as const)('writes %s as a JP2 file, reversibly', (_, channels, colorSpace) => {
  const file = encodeJpx(raster(300, 200, channels), modules);
  expect(readJpxHeader(file!)).toMatchObject({
    ...{ width: 300, height: 200, components: channels, bitsPerComponent: 8 },
    ...{ colorSpace, reversible: true, levels: 7, opacity: false, obstacle: null },
  });
});

test('encodes images of any size without loss, or not at all', () => {
  const side = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(side, side, fc.constantFrom<Channels>(1, 3), (width, height, channels) => {
      expect(encodeJpx(raster(width, height, channels), modules)).not.toBeNull();
    }),
    { numRuns: 40 },
  );
});

test('returns the same bytes again', () => {
  const image = raster(120, 90, 3);
  expect(encodeJpx(image, modules)).toEqual(encodeJpx(image, modules));
});

test('leaves out ink colors and sides that the encoder cannot count', () => {
  expect(encodeJpx(raster(20, 20, 4), modules)).toBeNull();
  expect(encodeJpx(raster(65_536, 1, 1), modules)).toBeNull();
});

const swapped: CodestreamEncoder = (image, levels) => {
  const samples = image.samples.map((_, at, all) => all[at - (at % 3) + (2 - (at % 3))]!);
  return encode({ ...image, samples }, levels);
};
const oneLevelOff: CodestreamEncoder = (image, levels) =>
  encode(
    { ...image, samples: image.samples.map((sample, at) => (at === 777 ? sample ^ 1 : sample)) },
    levels,
  );
const turned: CodestreamEncoder = (image, levels) =>
  encode({ ...image, width: image.height, height: image.width }, levels);
const cutOff: CodestreamEncoder = (image, levels) => encode(image, levels)!.slice(0, -900);

test.each([
  ['swaps channels', swapped],
  ['changes one sample by one level', oneLevelOff],
  ['swaps the sides', turned],
  ['loses its end', cutOff],
  ['writes nothing', () => new Uint8Array()],
  ['gives up', () => null],
])('refuses an encoder that %s', (_, faulty) => {
  const image = raster(120, 90, 3);
  expect(provenJpx(image, decoder, encode)).not.toBeNull();
  expect(provenJpx(image, decoder, faulty)).toBeNull();
});
