import type { Raster } from './raster.ts';

/**
 * Gives completely masked pixels the colors of their visible neighbors. They are never visible, but
 * resampling and JPEG would mix them into the edge as a dark or light fringe, and they cost bytes.
 * @param alpha one channel, any size; 0 hides
 */
export function fillHidden(raster: Raster, alpha: Raster): Raster {
  const visible = visiblePixels(raster, alpha);
  if (!visible.includes(0) || !visible.includes(1)) return raster;
  const samples = raster.samples.slice();
  fillLevel({ ...raster, samples }, visible);
  return { ...raster, samples };
}

/** Margin of mask pixels around visible ones: the reach of resampling and of readers' interpolation. */
const REACH = 3;

/**
 * Blackens pixels that are completely masked with their surroundings; returns one pixel if all are.
 * @param shrunk factor by which image and mask may be downsampled on each side
 */
export function withoutHiddenColors(raster: Raster, alpha: Raster, shrunk: number): Raster {
  const { width, height, channels } = raster;
  const shown = visiblePixels(raster, alpha);
  if (!shown.includes(1)) return { width: 1, height: 1, channels, samples: new Uint8Array(channels) };
  const reach = Math.ceil(REACH * Math.max(1, shrunk, width / alpha.width, height / alpha.height));
  const near = spread(shown, width, height, reach);
  if (!near.includes(0)) return raster;
  const samples = raster.samples.slice();
  for (let at = near.indexOf(0); at >= 0; ) {
    const end = near.indexOf(1, at);
    samples.fill(0, at * channels, end < 0 ? samples.length : end * channels);
    at = end < 0 ? -1 : near.indexOf(0, end);
  }
  return { ...raster, samples };
}

/** Returns 1 for pixels within a square of `reach` around a mark. */
function spread(marks: Uint8Array, width: number, height: number, reach: number): Uint8Array {
  const across = new Uint8Array(marks.length);
  for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at)) {
    const row = at - (at % width);
    const from = at;
    while (at < row + width && marks[at] === 1) at += 1;
    across.fill(1, Math.max(row, from - reach), Math.min(row + width, at + reach));
  }
  const out = new Uint8Array(marks.length);
  const last = new Int32Array(width).fill(-reach - 1);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if (across[at] === 1) last[x] = y;
      if (y - last[x]! <= reach) out[at] = 1;
    }
  }
  const next = last.fill(height + reach + 1);
  for (let y = height - 1, at = marks.length - 1; y >= 0; y -= 1) {
    for (let x = width - 1; x >= 0; x -= 1, at -= 1) {
      if (across[at] === 1) next[x] = y;
      if (next[x]! - y <= reach) out[at] = 1;
    }
  }
  return out;
}

/** Returns 1 if any mask sample over the pixel, or next to it, is not 0: a reader may interpolate the mask. */
function visiblePixels(raster: Raster, alpha: Raster): Uint8Array {
  if (raster.width === alpha.width && raster.height === alpha.height) {
    const visible = new Uint8Array(alpha.samples.length);
    for (let at = 0; at < visible.length; at += 1) visible[at] = alpha.samples[at] === 0 ? 0 : 1;
    return visible;
  }
  const visible = new Uint8Array(raster.width * raster.height);
  const columns = spans(raster.width, alpha.width);
  const rows = spans(raster.height, alpha.height);
  const anyInColumn = new Uint8Array(alpha.width);
  for (let y = 0; y < raster.height; y += 1) {
    const [top, bottom] = [rows.first[y]!, rows.end[y]!];
    anyInColumn.fill(0);
    for (let row = top; row < bottom; row += 1) {
      const start = row * alpha.width;
      for (let x = 0; x < alpha.width; x += 1) anyInColumn[x]! |= alpha.samples[start + x]!;
    }
    for (let x = 0; x < raster.width; x += 1) {
      const end = columns.end[x]!;
      let shows = 0;
      for (let column = columns.first[x]!; column < end; column += 1) shows |= anyInColumn[column]!;
      visible[y * raster.width + x] = shows === 0 ? 0 : 1;
    }
  }
  return visible;
}

/** Mask samples over each pixel; one more on either side if the sizes differ. */
function spans(
  pixels: number,
  maskSamples: number,
): { readonly first: Int32Array; readonly end: Int32Array } {
  const margin = pixels === maskSamples ? 0 : 1;
  const [first, end] = [new Int32Array(pixels), new Int32Array(pixels)];
  for (let index = 0; index < pixels; index += 1) {
    first[index] = Math.max(0, Math.floor((index * maskSamples) / pixels) - margin);
    end[index] = Math.min(maskSamples, Math.ceil(((index + 1) * maskSamples) / pixels) + margin);
  }
  return { first, end };
}

/**
 * Push and pull: averages the visible pixels of each 2 x 2 block into an image of half the size, fills that
 * one recursively, and uses its colors for hidden pixels. Changes `raster.samples`.
 */
function fillLevel(raster: Raster, visible: Uint8Array): void {
  if (!visible.includes(0)) return;
  const { width, height, channels, samples } = raster;
  const halfWidth = Math.ceil(width / 2);
  const halfHeight = Math.ceil(height / 2);
  const half: Raster = {
    width: halfWidth,
    height: halfHeight,
    channels,
    samples: new Uint8Array(halfWidth * halfHeight * channels),
  };
  const halfVisible = new Uint8Array(halfWidth * halfHeight);
  const stride = width * channels;
  for (let y = 0; y < halfHeight; y += 1) {
    const hasLower = y * 2 + 1 < height;
    for (let x = 0; x < halfWidth; x += 1) {
      const hasRight = x * 2 + 1 < width;
      const pixel = y * 2 * width + x * 2;
      const here = visible[pixel]!;
      const right = hasRight ? visible[pixel + 1]! : 0;
      const below = hasLower ? visible[pixel + width]! : 0;
      const across = hasRight && hasLower ? visible[pixel + width + 1]! : 0;
      const count = here + right + below + across;
      if (count === 0) continue;
      const to = y * halfWidth + x;
      halfVisible[to] = 1;
      for (let channel = 0, at = pixel * channels; channel < channels; channel += 1, at += 1) {
        const sum =
          (here === 1 ? samples[at]! : 0) +
          (right === 1 ? samples[at + channels]! : 0) +
          (below === 1 ? samples[at + stride]! : 0) +
          (across === 1 ? samples[at + stride + channels]! : 0);
        half.samples[to * channels + channel] = (sum + (count >> 1)) / count;
      }
    }
  }
  if (width > 1 || height > 1) fillLevel(half, halfVisible);
  for (let y = 0, pixel = 0; y < height; y += 1) {
    const row = (y >> 1) * halfWidth;
    for (let x = 0; x < width; x += 1, pixel += 1) {
      if (visible[pixel] === 1) continue;
      const from = (row + (x >> 1)) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        samples[pixel * channels + channel] = half.samples[from + channel]!;
      }
    }
  }
}
