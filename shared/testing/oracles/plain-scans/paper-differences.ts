import type { Raster } from '../../../codecs/pixels/raster.ts';
import type { MarkedPaper, PaperDifferences } from '../../../codecs/scans/paper-differences.ts';

/** Tile by tile, each pixel with the nine around it. */
export function plainPaperDifferences(
  { width, height, channels, samples }: Raster,
  coarse: Raster,
  { covers, reach, stays, thin }: MarkedPaper,
): PaperDifferences {
  const columns = Math.ceil(width / 16);
  const tiles = columns * Math.ceil(height / 16);
  const counts = () => new Int32Array(tiles);
  const out = {
    most: counts(),
    sum: counts(),
    pixels: counts(),
    ink: counts(),
    specks: counts(),
    lines: counts(),
  };
  const inside = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
  const worst = (x: number, y: number) => {
    const at = (inside(y, height) * width + inside(x, width)) * channels;
    const steps = Array.from(
      { length: channels },
      (_, channel) => coarse.samples[at + channel]! - samples[at + channel]!,
    );
    return steps.reduce((most, step) => (Math.abs(step) > Math.abs(most) ? step : most));
  };
  const around = Array.from({ length: 9 }, (_, at) => [(at % 3) - 1, Math.trunc(at / 3) - 1]);
  const isInked = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && covers.some((cover) => cover[y * width + x]! > 0);
  const isNear = (x: number, y: number) => {
    for (let row = y - reach; row <= y + reach; row += 1) {
      for (let column = x - reach; column <= x + reach; column += 1) if (isInked(column, row)) return true;
    }
    return false;
  };
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.trunc(at / width)];
    const tile = Math.trunc(y / 16) * columns + Math.trunc(x / 16);
    if (stays[at] === 1) out.ink[tile]! += 1;
    if (stays[at] === 2) out.specks[tile]! += 1;
    if (isNear(x, y)) continue;
    const difference = Math.abs(around.reduce((sum, [right, down]) => sum + worst(x + right!, y + down!), 0));
    out.lines[tile]! += thin[at]!;
    out.most[tile] = Math.max(out.most[tile]!, difference);
    out.sum[tile]! += difference;
    out.pixels[tile]! += 1;
  }
  return out;
}
