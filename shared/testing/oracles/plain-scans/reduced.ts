import type { Raster } from '../../../codecs/pixels/raster.ts';
import type { Cover } from '../../../codecs/scans/reduced.ts';

/** The mean of each square, rounded. */
export function plainMeans(source: Raster, factor: number, width: number, height: number): Uint8Array {
  const { channels } = source;
  return Uint8Array.from({ length: width * height * channels }, (_, to) => {
    const [x, y] = [Math.trunc(to / channels) % width, Math.trunc(to / channels / width)];
    let sum = 0;
    for (let row = y * factor; row < (y + 1) * factor; row += 1) {
      for (let column = x * factor; column < (x + 1) * factor; column += 1) {
        sum += source.samples[(row * source.width + column) * channels + (to % channels)]!;
      }
    }
    const pixels = factor * factor;
    return Math.floor((sum + Math.floor(pixels / 2)) / pixels);
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Each sample interpolated between the four around it. */
export function plainEnlarged(
  { width, height, channels, samples }: Raster,
  size: Size,
  span: Size,
): Uint8Array {
  const placeOf = (at: number, count: number, length: number, pixels: number) => {
    const place = Math.max(0, Math.trunc((((at + 0.5) * length) / count - 0.5) * 256));
    const first = Math.min(pixels - 1, place >> 8);
    return [first, Math.min(pixels - 1, first + 1), place & 255] as const;
  };
  return Uint8Array.from({ length: size.width * size.height * channels }, (_, to) => {
    const pixel = Math.trunc(to / channels);
    const [left, right, across] = placeOf(pixel % size.width, size.width, span.width, width);
    const [upper, lower, down] = placeOf(Math.trunc(pixel / size.width), size.height, span.height, height);
    const at = (x: number, y: number) => samples[(y * width + x) * channels + (to % channels)]!;
    const above = at(left, upper) * (256 - across) + at(right, upper) * across;
    const below = at(left, lower) * (256 - across) + at(right, lower) * across;
    return (above * (256 - down) + below * down + (1 << 15)) >> 16;
  });
}

/** One ink after another over the image, each limited by the share of later ones. */
export function plainBlended(
  { channels, samples }: Raster,
  inks: readonly Cover[],
  full: number,
): Uint8Array {
  const blend = (level: number, sample: number) =>
    inks.reduce((under, { covers, color }, index) => {
      const at = Math.trunc(sample / channels);
      const cover = covers[at]!;
      if (cover === 0) return under;
      const later = inks.slice(index + 1).reduce((sum, other) => sum + other.covers[at]!, 0);
      const room = Math.max(cover, full - later);
      const mixed = under * (room - cover) + color[sample % channels]! * cover;
      return Math.trunc((mixed + (room >> 1)) / room);
    }, level);
  return samples.map(blend);
}
