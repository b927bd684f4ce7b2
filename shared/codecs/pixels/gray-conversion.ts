import { power } from './power.ts';
import type { Raster } from './raster.ts';

/** How samples of one colour space become gray: plain data, made where the colour space is known. */
export interface GrayConversion {
  /** Components of a sample as it is stored. */
  readonly components: number;
  /** What `/Decode` makes of the stored levels of each component; null where they are what they say. */
  readonly decode: readonly Uint8Array[] | null;
  readonly rule: GrayRule;
}

export type GrayRule =
  | { readonly kind: 'rgb' }
  /**
   * Gray at evenly spaced points of the levels, from all components 0 to all 255, the last component fastest; straight
   * in between. Of `LEVELS` points, one component counts, whatever stands beside it.
   */
  | { readonly kind: 'points'; readonly perComponent: number; readonly gray: Uint8Array };

/**
 * How light full inks are, alone and over each other: readers show DeviceCMYK by a common offset press (SWOP), where
 * cyan is darker than its share of red and black is not quite black. Straight between them is within some 10 levels
 * of that press; the sum of ISO 32000-2, 10.4.2.4 is off by up to 60, and makes the shadows of photographs black.
 */
export const GRAY_OF_CMYK: GrayRule = {
  kind: 'points',
  perComponent: 2,
  gray: Uint8Array.of(255, 32, 218, 23, 88, 6, 92, 7, 129, 6, 106, 2, 59, 0, 54, 0),
};

/** Rec. 601 as JPEG has it (T.871, 7), 16 bits behind the point: a YCbCr file holds this gray already. */
const RED = 19595;
const GREEN = 38470;
const BLUE = 7471;
const HALF = 32768;

/** Luma of components from 0 to 255. */
export function lumaOfRgb(red: number, green: number, blue: number): number {
  return (RED * red + GREEN * green + BLUE * blue + HALF) >> 16;
}

/** The gray of sRGB that is as light as CIE L*, which goes from 0 to 100: 0 to 255. */
export function grayOfLightness(lightness: number): number {
  const base = (lightness + 16) / 116;
  const luminance = lightness > 8 ? base * base * base : Math.max(0, lightness) / 903.3;
  const encoded = luminance <= 0.0031308 ? 12.92 * luminance : 1.055 * power(luminance, 1 / 2.4) - 0.055;
  return Math.round(Math.min(1, encoded) * 255);
}

/** The raster in one channel. */
export function grayRaster(
  { width, height, samples }: Pick<Raster, 'width' | 'height' | 'samples'>,
  conversion: GrayConversion,
): Raster {
  return { width, height, channels: 1, samples: grayLevels(samples, conversion) };
}

/** Points of a component that has one for each level. */
export const LEVELS = 256;

/** Gray, one byte for each pixel, of interleaved levels from 0 to 255. */
export function grayLevels(samples: Uint8Array, { components, decode, rule }: GrayConversion): Uint8Array {
  const levels = decode === null ? samples : decoded(samples, decode);
  const gray = new Uint8Array(levels.length / components);
  if (rule.kind === 'rgb') {
    for (let to = 0, at = 0; to < gray.length; to += 1, at += 3) {
      gray[to] = lumaOfRgb(levels[at], levels[at + 1], levels[at + 2]);
    }
  } else if (rule.perComponent === LEVELS) {
    for (let to = 0, at = 0; to < gray.length; to += 1, at += components) gray[to] = rule.gray[levels[at]];
  } else {
    interpolate(gray, levels, components, rule);
  }
  return gray;
}

function decoded(samples: Uint8Array, decode: readonly Uint8Array[]): Uint8Array {
  return samples.map((sample, at) => decode[at % decode.length][sample]);
}

/** Straight between the two neighbouring points of each component, one component after the other, in whole numbers. */
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
      const scaled = levels[pixel * components + component] * steps;
      const lower = Math.min(steps - 1, Math.floor(scaled / 255));
      above[component] = scaled - lower * 255;
      first = first * perComponent + lower;
    }
    for (let corner = 0; corner < corners.length; corner += 1)
      corners[corner] = points[first + offsets[corner]];
    // The last component makes neighbours, so it is the first that goes.
    for (let component = components - 1, left = corners.length >> 1; left > 0; component -= 1, left >>= 1) {
      const share = above[component];
      for (let at = 0; at < left; at += 1) {
        corners[at] = corners[at * 2] * (255 - share) + corners[at * 2 + 1] * share;
      }
    }
    gray[pixel] = Math.round(corners[0] / whole);
  }
}

/** From the point where all components are lower to each of those around, as the bits of their number say. */
function cornerOffsets(components: number, perComponent: number): Int32Array {
  return Int32Array.from({ length: 1 << components }, (_, corner) => {
    let offset = 0;
    for (let bit = components - 1; bit >= 0; bit -= 1) offset = offset * perComponent + ((corner >> bit) & 1);
    return offset;
  });
}
