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

/** RGBA, as the JPEG encoder wants it, opaque. Gray is repeated into the three colours. */
export function toRgba({ width, height, channels, samples }: Raster): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(width * height * 4);
  if (channels === 4) throw new Error('four channels have no RGBA form');
  const green = channels === 1 ? 0 : 1;
  const blue = channels === 1 ? 0 : 2;
  for (let from = 0, to = 0; to < rgba.length; from += channels, to += 4) {
    rgba[to] = samples[from];
    rgba[to + 1] = samples[from + green];
    rgba[to + 2] = samples[from + blue];
    rgba[to + 3] = 255;
  }
  return rgba;
}

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
    for (let to = 0, from = 0; to < samples.length; to += 3, from += 4) {
      samples[to] = rgba[from];
      samples[to + 1] = rgba[from + 1];
      samples[to + 2] = rgba[from + 2];
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
