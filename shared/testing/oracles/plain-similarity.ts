/* Written from Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli, "Image quality assessment: from error visibility
   to structural similarity", IEEE Transactions on Image Processing 13(4), 2004: formulas 13 and 16, on plain windows. */

interface Samples {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly samples: Uint8Array;
}

/** K1, K2 and L of the paper, section III-B. */
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/** Mean SSIM of the luma over windows of 8 x 8 pixels, 4 apart; windows are as wide or high as an image below 8. */
export function plainSsim(a: Samples, b: Samples): number {
  const [x, y] = [lumaOf(a), lumaOf(b)];
  const values: number[] = [];
  const [across, down] = [Math.min(8, a.width), Math.min(8, a.height)];
  for (let top = 0; top <= a.height - down; top += 4) {
    for (let left = 0; left <= a.width - across; left += 4) {
      const window = Array.from(
        { length: across * down },
        (_, at) => (top + Math.floor(at / across)) * a.width + left + (at % across),
      );
      values.push(
        ssim(
          window.map((at) => x[at]!),
          window.map((at) => y[at]!),
        ),
      );
    }
  }
  return mean(values);
}

function ssim(x: readonly number[], y: readonly number[]): number {
  const [muX, muY] = [mean(x), mean(y)];
  const covariance = (p: readonly number[], muP: number, q: readonly number[], muQ: number) =>
    mean(p.map((value, at) => (value - muP) * (q[at]! - muQ)));
  return (
    ((2 * muX * muY + C1) * (2 * covariance(x, muX, y, muY) + C2)) /
    ((muX ** 2 + muY ** 2 + C1) * (covariance(x, muX, x, muX) + covariance(y, muY, y, muY) + C2))
  );
}

/** Largest mean absolute difference of samples in a tile of 16 x 16 pixels. */
export function plainWorstTile(a: Samples, b: Samples): number {
  const tiles = new Map<string, number[]>();
  for (const [at, sample] of a.samples.entries()) {
    const pixel = Math.floor(at / a.channels);
    const tile = `${Math.floor((pixel % a.width) / 16)} ${Math.floor(pixel / a.width / 16)}`;
    const differences = tiles.get(tile) ?? [];
    if (differences.length === 0) tiles.set(tile, differences);
    differences.push(Math.abs(sample - b.samples[at]!));
  }
  return Math.max(...[...tiles.values()].map(mean));
}

/** ITU-R BT.601 in 256ths. */
function lumaOf({ channels, samples }: Samples): number[] {
  const pixels = Array.from({ length: samples.length / channels }, (_, at) =>
    samples.subarray(at * channels, at * channels + Math.min(3, channels)),
  );
  return pixels.map(([r = 0, g = r, b = r]) =>
    channels === 1 ? r : Math.floor((77 * r + 150 * g + 29 * b) / 256),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
