import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initSync, resize } from '@jsquash/resize/lib/resize/pkg/squoosh_resize.js';
import type { Raster } from '../../codecs/pixels/raster.ts';

/** Index of `lanczos3` in the list of `@jsquash/resize`. */
const LANCZOS_3 = 3;

let isReady = false;

/**
 * Lanczos 3 of `@jsquash/resize` (Squoosh's, in Rust), a fully independent judge. It only supports RGBA: gray
 * is passed as red, green and blue.
 */
export function jsquashLanczos(source: Raster, to: Size): Raster {
  const shrunk = jsquashRgba(rgbaOf(source), source, to);
  const { channels } = source;
  const out = new Uint8Array(to.width * to.height * channels);
  for (let pixel = 0; pixel < to.width * to.height; pixel += 1) {
    for (let channel = 0; channel < channels; channel += 1)
      out[pixel * channels + channel] = shrunk[pixel * 4 + channel]!;
  }
  return { ...to, channels, samples: out };
}

/** Without premultiplied alpha and without linear light. */
export function jsquashRgba(rgba: Uint8Array, from: Size, to: Size): Uint8ClampedArray {
  if (!isReady) initSync(moduleBytes());
  isReady = true;
  return resize(rgba, from.width, from.height, to.width, to.height, LANCZOS_3, false, false);
}

export function rgbaOf({ width, height, channels, samples }: Raster): Uint8Array {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1)
      rgba[pixel * 4 + channel] = samples[pixel * channels + (channels === 1 ? 0 : channel)]!;
  }
  return rgba;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Node cannot fetch the file next to the module. */
function moduleBytes(): Uint8Array {
  const require = createRequire(import.meta.url);
  return readFileSync(require.resolve('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'));
}
