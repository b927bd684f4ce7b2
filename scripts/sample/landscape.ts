import type { Raster } from '../../shared/codecs/pixels/raster.ts';
import { sequence } from '../../shared/testing/pictures/rasters.ts';

type Color = readonly [red: number, green: number, blue: number];

/** From the farthest to the nearest: height of the ridge as a share, roughness, color. */
const RIDGES: readonly { readonly at: number; readonly swing: number; readonly color: Color }[] = [
  { at: 0.5, swing: 0.1, color: [148, 150, 170] },
  { at: 0.58, swing: 0.09, color: [104, 116, 138] },
  { at: 0.67, swing: 0.08, color: [64, 84, 98] },
  { at: 0.78, swing: 0.07, color: [34, 54, 58] },
  { at: 0.9, swing: 0.05, color: [16, 28, 26] },
];
const SKY_TOP: Color = [70, 104, 160];
const SKY_LOW: Color = [250, 206, 140];
const SUN: Color = [255, 236, 170];

/** Hills in the evening, with a camera's grain: a synthetic photograph that is realistic for JPEG. */
export function landscape(width: number, height: number): Raster {
  const samples = new Uint8Array(width * height * 3);
  const next = sequence(41);
  const ridges = RIDGES.map((ridge, index) => ridgeLine(width, height, ridge, index + 1));
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const nearest = ridges.findLastIndex((line) => y >= line[x]);
      const color = nearest < 0 ? sky(x / width, y / height) : slope(nearest, y - ridges[nearest][x], height);
      const grain = (next() - 0.5) * 9;
      for (let channel = 0; channel < 3; channel += 1)
        samples[at + channel] = Math.min(255, Math.max(0, Math.round(color[channel] + grain)));
    }
  }
  return { width, height, channels: 3, samples };
}

function sky(x: number, y: number): Color {
  const sun = Math.exp(-(((x - 0.68) * 1.5) ** 2 + (y - 0.42) ** 2) * 60);
  return mixed(mixed(SKY_TOP, SKY_LOW, Math.min(1, y / 0.55)), SUN, sun);
}

/** Darker at its ridge, paler in the mist of the valley. */
function slope(ridge: number, below: number, height: number): Color {
  const { color } = RIDGES[ridge];
  return mixed(color, [206, 196, 186], Math.min(0.45, (below / height) * (2.4 - ridge * 0.5)));
}

/** Waves of halving length give the shape of hills. */
function ridgeLine(
  width: number,
  height: number,
  { at, swing }: { readonly at: number; readonly swing: number },
  seed: number,
): Float64Array {
  const line = new Float64Array(width);
  for (let x = 0; x < width; x += 1) {
    let sum = 0;
    for (let octave = 0; octave < 8; octave += 1) {
      const turns = 1.3 * 1.9 ** octave;
      sum += Math.sin((x / width) * turns * Math.PI * 2 + seed * 7.3 + octave * 2.1) / 1.95 ** octave;
    }
    line[x] = height * (at + (swing * sum) / 2);
  }
  return line;
}

function mixed(from: Color, to: Color, share: number): Color {
  const mix = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * share;
  return [mix(0), mix(1), mix(2)];
}
