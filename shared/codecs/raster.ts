/** One unpacked image: 8-bit samples, rows top down, channels interleaved, no padding. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** 1 gray (or palette indexes), 3 RGB-like, 4 CMYK-like. Never alpha: a PDF keeps it in a second image. */
  readonly channels: Channels;
  /** width * height * channels bytes. */
  readonly samples: Uint8Array;
}

export type Channels = 1 | 3 | 4;

/**
 * RGBA, as the JPEG encoder wants it, opaque. Gray is repeated into the three colours. A pixel is one word with red in
 * its lowest byte: every engine that runs WASM is little-endian.
 */
export function toRgba({ width, height, channels, samples }: Raster): Uint8ClampedArray<ArrayBuffer> {
  if (channels === 4) throw new Error('four channels have no RGBA form');
  const pixels = new Uint32Array(width * height);
  if (channels === 1) {
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = samples[at] * 0x010101 + OPAQUE;
  } else {
    for (let to = 0, from = 0; to < pixels.length; to += 1, from += 3) {
      pixels[to] = samples[from] | (samples[from + 1] << 8) | (samples[from + 2] << 16) | OPAQUE;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

const OPAQUE = 0xff000000;

/** The first one or three channels of RGBA. */
export function fromRgba(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  channels: 1 | 3,
): Raster {
  const samples = new Uint8Array(width * height * channels);
  if (channels === 1) {
    for (let to = 0, from = 0; to < samples.length; to += 1, from += 4) samples[to] = rgba[from];
  } else {
    const { buffer, byteOffset } = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
    const pixels = new Uint32Array(buffer, byteOffset, width * height);
    for (let to = 0, from = 0; to < samples.length; to += 3, from += 1) {
      const pixel = pixels[from];
      samples[to] = pixel;
      samples[to + 1] = pixel >>> 8;
      samples[to + 2] = pixel >>> 16;
    }
  }
  return { width, height, channels, samples };
}

/** True when every pixel has three equal channels. */
export function isExactlyGray({ channels, samples }: Raster): boolean {
  if (channels !== 3) return channels === 1;
  for (let at = 0; at < samples.length; at += 3) {
    if (samples[at] !== samples[at + 1] || samples[at] !== samples[at + 2]) return false;
  }
  return true;
}

/** The first channel alone. */
export function firstChannel({ width, height, channels, samples }: Raster): Raster {
  const gray = new Uint8Array(width * height);
  for (let to = 0, from = 0; to < gray.length; to += 1, from += channels) gray[to] = samples[from];
  return { width, height, channels: 1, samples: gray };
}

/** Every sample turned by the same function of its level, 0-255, which is asked once for each. */
export function throughTable(
  samples: Uint8Array,
  turned: (level: number) => number,
): Uint8Array<ArrayBuffer> {
  const table = Uint8Array.from({ length: 256 }, (_, level) => turned(level));
  const out = new Uint8Array(samples.length);
  for (let at = 0; at < out.length; at += 1) out[at] = table[samples[at]];
  return out;
}
