import { power } from './power.ts';
import type { Raster } from './raster.ts';

/** Conversion of samples of one color space to gray, as plain data. */
export interface GrayConversion {
  /** Components of a stored sample. */
  readonly components: number;
  /** `/Decode` as a table of stored levels per component; null for the default. */
  readonly decode: readonly Uint8Array[] | null;
  readonly rule: GrayRule;
}

export type GrayRule =
  | { readonly kind: 'rgb' }
  /**
   * Gray at evenly spaced grid points, from all components 0 to all 255, the last component fastest; linear
   * in between. A component with `LEVELS` points is used alone.
   */
  | { readonly kind: 'points'; readonly perComponent: number; readonly gray: Uint8Array };

/**
 * Lightness of full inks and their overprints: readers show DeviceCMYK like a common offset press (SWOP),
 * where cyan is darker than its share of red and black is not quite black. Linear interpolation is within
 * some 10 levels of that press; the sum of ISO 32000-2, 10.4.2.4 is off by up to 60, and makes the shadows of
 * photographs black.
 */
export const GRAY_OF_CMYK: GrayRule = {
  kind: 'points',
  perComponent: 2,
  gray: Uint8Array.of(255, 32, 218, 23, 88, 6, 92, 7, 129, 6, 106, 2, 59, 0, 54, 0),
};

/** Rec. 601 as in JPEG (T.871, 7), with 16 fractional bits: a YCbCr file already contains this gray. */
const RED = 19595;
const GREEN = 38470;
const BLUE = 7471;
const HALF = 32768;

/** Luma of components from 0 to 255. */
export function lumaOfRgb(red: number, green: number, blue: number): number {
  return (RED * red + GREEN * green + BLUE * blue + HALF) >> 16;
}

/** Returns the sRGB gray, 0 to 255, of a CIE L*, 0 to 100. */
export function grayOfLightness(lightness: number): number {
  const base = (lightness + 16) / 116;
  const luminance = lightness > 8 ? base * base * base : Math.max(0, lightness) / 903.3;
  const encoded = luminance <= 0.0031308 ? 12.92 * luminance : 1.055 * power(luminance, 1 / 2.4) - 0.055;
  return Math.round(Math.min(1, encoded) * 255);
}

/** Converts the raster to one channel. */
export function grayRaster(
  { width, height, samples }: Pick<Raster, 'width' | 'height' | 'samples'>,
  conversion: GrayConversion,
): Raster {
  return { width, height, channels: 1, samples: grayLevels(samples, conversion) };
}

/** Grid points of a component with one for each level. */
export const LEVELS = 256;

/** Converts interleaved levels from 0 to 255 to gray, one byte per pixel. */
export function grayLevels(samples: Uint8Array, { components, decode, rule }: GrayConversion): Uint8Array {
  const levels = decode === null ? samples : decoded(samples, decode);
  const gray = new Uint8Array(levels.length / components);
  if (rule.kind === 'rgb') {
    for (let to = 0, at = 0; to < gray.length; to += 1, at += 3) {
      gray[to] = lumaOfRgb(levels[at]!, levels[at + 1]!, levels[at + 2]!);
    }
  } else if (rule.perComponent === LEVELS) {
    for (let to = 0, at = 0; to < gray.length; to += 1, at += components) gray[to] = rule.gray[levels[at]!]!;
  } else {
    interpolate(gray, levels, components, rule);
  }
  return gray;
}

function decoded(samples: Uint8Array, decode: readonly Uint8Array[]): Uint8Array {
  return samples.map((sample, at) => decode[at % decode.length]![sample]!);
}

/** Multilinear interpolation between grid points, one component after the other, in integers. */
function interpolate(
  gray: Uint8Array,
  levels: Uint8Array,
  components: number,
  { perComponent, gray: points }: Extract<GrayRule, { kind: 'points' }>,
): void {
  const steps = perComponent - 1;
  const whole = 255 ** components;
  const above = new Int32Array(components);
  const corners = new Float64Array(1 << components);
  const offsets = cornerOffsets(components, perComponent);
  for (let pixel = 0; pixel < gray.length; pixel += 1) {
    let first = 0;
    for (let component = 0; component < components; component += 1) {
      const scaled = levels[pixel * components + component]! * steps;
      const lower = Math.min(steps - 1, Math.floor(scaled / 255));
      above[component] = scaled - lower * 255;
      first = first * perComponent + lower;
    }
    for (let corner = 0; corner < corners.length; corner += 1)
      corners[corner] = points[first + offsets[corner]!]!;
    // The last component's points are adjacent, so it is eliminated first.
    for (let component = components - 1, left = corners.length >> 1; left > 0; component -= 1, left >>= 1) {
      const share = above[component]!;
      for (let at = 0; at < left; at += 1) {
        corners[at] = corners[at * 2]! * (255 - share) + corners[at * 2 + 1]! * share;
      }
    }
    gray[pixel] = Math.round(corners[0]! / whole);
  }
}

/** Offsets from the lower grid point of all components to the surrounding ones, by the bits of their number. */
function cornerOffsets(components: number, perComponent: number): Int32Array {
  return Int32Array.from({ length: 1 << components }, (_, corner) => {
    let offset = 0;
    for (let bit = components - 1; bit >= 0; bit -= 1) offset = offset * perComponent + ((corner >> bit) & 1);
    return offset;
  });
}
