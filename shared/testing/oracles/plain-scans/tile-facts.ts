import type { Raster } from '../../../codecs/pixels/raster.ts';
import { plainLuma } from './planes.ts';

const TILE = 16;
const WINDOW = 8;
const STEP = 4;
const C1 = 6.5025;
const C2 = 58.5225;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** SSIM, difference of the mean, mean difference and shift of hue, of each tile. */
export function plainTileFacts(a: Raster, b: Raster): readonly (readonly [number, number, number, number])[] {
  const [lumaA, lumaB] = [plainLuma(a), plainLuma(b)];
  const facts: (readonly [number, number, number, number])[] = [];
  for (let top = 0; top < a.height; top += TILE) {
    for (let left = 0; left < a.width; left += TILE) {
      const box = {
        left,
        top,
        right: Math.min(a.width, left + TILE),
        bottom: Math.min(a.height, top + TILE),
      };
      const steps = pixelsOf(a, box).map((at) => lumaB[at]! - lumaA[at]!);
      const pixels = steps.length;
      const signed = Math.abs(steps.reduce((sum, step) => sum + step, 0)) / pixels;
      const absolute = steps.reduce((sum, step) => sum + Math.abs(step), 0) / pixels;
      facts.push([tileSsim(a, lumaA, lumaB, box), signed, absolute, hueShift(a, b, box) / pixels]);
    }
  }
  return facts;
}

function pixelsOf({ width }: Raster, { left, top, right, bottom }: Box): readonly number[] {
  return Array.from({ length: (right - left) * (bottom - top) }, (_, pixel) => {
    const y = top + Math.trunc(pixel / (right - left));
    return y * width + left + (pixel % (right - left));
  });
}

/** Windows begin at every fourth pixel, as long as more than four follow; at least one window. */
function tileSsim(raster: Raster, a: Uint8Array, b: Uint8Array, box: Box): number {
  let total = 0;
  let windows = 0;
  for (let top = box.top; top === box.top || top + STEP < box.bottom; top += STEP) {
    for (let left = box.left; left === box.left || left + STEP < box.right; left += STEP) {
      const right = Math.min(box.right, left + WINDOW);
      const bottom = Math.min(box.bottom, top + WINDOW);
      total += windowSsim(pixelsOf(raster, { left, top, right, bottom }), a, b);
      windows += 1;
    }
  }
  return total / windows;
}

function windowSsim(places: readonly number[], a: Uint8Array, b: Uint8Array): number {
  const mean = (of: (at: number) => number) => places.reduce((sum, at) => sum + of(at), 0) / places.length;
  const meanA = mean((at) => a[at]!);
  const meanB = mean((at) => b[at]!);
  const variances = mean((at) => a[at]! * a[at]! + b[at]! * b[at]!) - meanA * meanA - meanB * meanB;
  const covariance = mean((at) => a[at]! * b[at]!) - meanA * meanB;
  const luminance = (2 * meanA * meanB + C1) / (meanA * meanA + meanB * meanB + C1);
  return (luminance * (2 * covariance + C2)) / (variances + C2);
}

function hueShift(a: Raster, b: Raster, box: Box): number {
  if (a.channels === 1) return 0;
  const moved = [0, 1, 2].map((channel) =>
    pixelsOf(a, box).reduce(
      (sum, at) => sum + b.samples[at * 3 + channel]! - a.samples[at * 3 + channel]!,
      0,
    ),
  );
  const mean = (moved[0]! + moved[1]! + moved[2]!) / 3;
  return Math.max(...moved.map((channel) => Math.abs(channel - mean)));
}
