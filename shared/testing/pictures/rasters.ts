import type { Channels, Raster } from '../../codecs/pixels/raster.ts';

/** Images made by arithmetic, deterministic. */

/** A fixed sequence of 0 <= n < 1 (xorshift32). */
export function sequence(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

/** Soft shapes of several sizes under grain, like a photograph. */
export function photo(width: number, height: number, channels: Channels, seed = 7): Raster {
  const random = sequence(seed);
  const waves = Array.from({ length: 6 }, () => ({
    x: (random() * 8) / width,
    y: (random() * 8) / height,
    phase: random(),
    tint: [random(), random(), random(), random()],
  }));
  return draw(width, height, channels, (x, y, channel) => {
    let value = 128;
    for (const wave of waves)
      value += 30 * triangle(x * wave.x + y * wave.y + wave.phase) * wave.tint[channel]!;
    return value + (random() - 0.5) * 18;
  });
}

/** Left to right from dark to light. */
export function gradient(width: number, height: number, channels: 1 | 3): Raster {
  return draw(
    width,
    height,
    channels,
    (x, y, channel) => ((x + y * channel * 0.2) * 255) / (width + height * 0.4),
  );
}

/** White background, dark strokes, one accent color: 3 colors. */
export function lineArt(width: number, height: number, channels: 1 | 3): Raster {
  return draw(width, height, channels, (x, y, channel) => {
    if (x % 37 < 2 || y % 29 < 2) return 0;
    if ((x >> 4) % 9 === 3 && (y >> 3) % 7 === 2) return channel === 0 ? 200 : 30;
    return 255;
  });
}

/** Lines of roundish, varying letters, as in a one-bit scan: 0 is ink, 255 background. */
export function textPage(width: number, height: number): Raster {
  const random = sequence(11);
  const page = flat(width, height, [255]);
  for (let line = 20; line < height - 20; line += 24) {
    for (let left = 12; left < width - 20; left += 13) {
      if (random() < 0.15) continue;
      const radius = 3 + random() * 3;
      const squeeze = 0.6 + random();
      for (let y = -8; y <= 8; y += 1) {
        for (let x = -8; x <= 8; x += 1) {
          const distance = Math.sqrt(x * x * squeeze + y * y);
          if (Math.abs(distance - radius) < 1.2) page.samples[(line + y) * width + left + x] = 0;
        }
      }
    }
  }
  return page;
}

/** Soft-edged letters on grainy paper that darkens to one side, as in a scan. */
export function scan(width: number, height: number, channels: 1 | 3): Raster {
  const page = textPage(width, height).samples;
  const random = sequence(5);
  const around = (at: number) =>
    (4 * page[at]! +
      (page[at - 1] ?? 255) +
      (page[at + 1] ?? 255) +
      (page[at - width] ?? 255) +
      (page[at + width] ?? 255)) /
    8;
  let grain = 0;
  return draw(width, height, channels, (x, y, channel) => {
    if (channel === 0) grain = (random() - 0.5) * 8;
    return 30 + around(y * width + x) * 0.8 - (x * 12) / width + grain - channel * 4;
  });
}

/** Bars of flat color with soft edges on white: some dozens of colors. */
export function chart(width: number, height: number): Raster {
  return draw(width, height, 3, (x, y, channel) => {
    const bar = Math.floor((x * 8) / width);
    const top = height - ((bar * 3 + 2) % 8) * (height / 9);
    const fill = [(bar * 37 + channel * 80) % 200, 255];
    const share = Math.min(1, Math.max(0, y - top));
    return Math.round((fill[1]! * (4 - Math.round(share * 4)) + fill[0]! * Math.round(share * 4)) / 4);
  });
}

/** A soft-edged disc: 255 inside, 0 outside. */
export function discMask(width: number, height: number): Raster {
  const radius = Math.min(width, height) / 2.5;
  return draw(width, height, 1, (x, y) => {
    const distance = Math.sqrt((x - width / 2) ** 2 + (y - height / 2) ** 2);
    return 255 * Math.min(1, Math.max(0, (radius - distance) / 3 + 0.5));
  });
}

/** A uniform color. */
export function flat(width: number, height: number, color: readonly number[]): Raster {
  return draw(width, height, color.length === 1 ? 1 : 3, (_x, _y, channel) => color[channel]!);
}

/** Mean absolute difference of the samples of two equal-sized rasters, in levels. */
export function meanDifference(a: Raster, b: Raster): number {
  if (a.width !== b.width || a.height !== b.height || a.channels !== b.channels) {
    throw new Error(`${a.width}x${a.height}x${a.channels} is not ${b.width}x${b.height}x${b.channels}`);
  }
  let total = 0;
  for (let at = 0; at < a.samples.length; at += 1) total += Math.abs(a.samples[at]! - b.samples[at]!);
  return total / a.samples.length;
}

function draw(
  width: number,
  height: number,
  channels: Channels,
  sample: (x: number, y: number, channel: number) => number,
): Raster {
  const samples = new Uint8Array(width * height * channels);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        samples[at++] = Math.min(255, Math.max(0, Math.round(sample(x, y, channel))));
      }
    }
  }
  return { width, height, channels, samples };
}

/** -1 to 1 with period 1. */
function triangle(at: number): number {
  return 1 - 4 * Math.abs(at - Math.floor(at) - 0.5);
}
