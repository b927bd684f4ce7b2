import type { Raster } from '../../shared/codecs/pixels/raster.ts';
import type { RenderedPage } from '../../shared/testing/oracles/pdfium-render.ts';
import { sequence } from '../../shared/testing/pictures/rasters.ts';

/** Skew of the paper as a slope: about a third of a degree. */
const SKEW = 0.006;
const PAPER = 236;
const INK = 38;

/** A page as a scanner sees it: gray, skewed, with a shadow towards one edge and sensor noise. */
export function scanned({ width, height, rgbx }: RenderedPage): Raster {
  const samples = new Uint8Array(width * height);
  const next = sequence(17);
  const lightAt = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : rgbx[(y * width + x) * 4 + 1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromX = x + (y - height / 2) * SKEW;
      const fromY = y - (x - width / 2) * SKEW;
      const light = between(lightAt, fromX, fromY) / 255;
      const shadow = 1 - 0.1 * (x / width) ** 6 - 0.05 * (1 - y / height) ** 8;
      const noise = (next() + next() - 1) * 4;
      samples[y * width + x] = Math.min(
        255,
        Math.max(0, Math.round((INK + (PAPER - INK) * light) * shadow + noise)),
      );
    }
  }
  return { width, height, channels: 1, samples };
}

/** Bilinear interpolation. */
function between(at: (x: number, y: number) => number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - left, y - top];
  const upper = at(left, top) * (1 - across) + at(left + 1, top) * across;
  const lower = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across;
  return upper * (1 - down) + lower * down;
}
