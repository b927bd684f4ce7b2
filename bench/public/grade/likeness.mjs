/** @typedef {import('./pdfium.mjs').Drawing} Drawing */

/**
 * Similarity of two renders of a page.
 *
 * @typedef {{
 *   readonly ssim: number,
 *   readonly worst: number,
 *   readonly at: readonly [x: number, y: number],
 * }} Likeness mean structural similarity (Wang et al. 2004) of brightness in windows of 8 by 8 pixels; the least mean over a tile of
 *   64 by 64 pixels, and its position in the render
 */

const WINDOW = 8;
const STEP = 4;
const TILE = 64;
/** (0.01 * 255)^2 and (0.03 * 255)^2, as in the paper. */
const [C1, C2] = [6.5025, 58.5225];

/**
 * @param {Drawing} one
 * @param {Drawing} other
 * @returns {Likeness}
 */
export function likeness(one, other) {
  if (one.width !== other.width || one.height !== other.height) return { ssim: 0, worst: 0, at: [0, 0] };
  const { width, height } = one;
  const [a, b] = [gray(one), gray(other)];
  const across = Math.ceil(width / TILE);
  const tiles = Array.from({ length: across * Math.ceil(height / TILE) }, () => ({ sum: 0, count: 0 }));
  let sum = 0;
  let count = 0;
  for (let y = 0; y + WINDOW <= height; y += STEP) {
    for (let x = 0; x + WINDOW <= width; x += STEP) {
      const here = windowSsim(a, b, y * width + x, width);
      const tile = tiles[Math.floor(y / TILE) * across + Math.floor(x / TILE)];
      tile.sum += here;
      tile.count += 1;
      sum += here;
      count += 1;
    }
  }
  if (count === 0) return { ssim: 1, worst: 1, at: [0, 0] };
  const means = tiles.map((tile) => (tile.count === 0 ? 1 : tile.sum / tile.count));
  const worst = Math.min(...means);
  const index = means.indexOf(worst);
  return { ssim: sum / count, worst, at: [(index % across) * TILE, Math.floor(index / across) * TILE] };
}

/** Luma by Rec. 601. @param {Drawing} drawing */
function gray({ samples }) {
  const values = new Float32Array(samples.length / 3);
  for (let at = 0; at < values.length; at += 1)
    values[at] = 0.299 * samples[at * 3] + 0.587 * samples[at * 3 + 1] + 0.114 * samples[at * 3 + 2];
  return values;
}

/**
 * @param {Float32Array} a
 * @param {Float32Array} b
 * @param {number} start index of the window's first pixel
 * @param {number} width of the picture
 */
function windowSsim(a, b, start, width) {
  const size = WINDOW * WINDOW;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let row = 0; row < WINDOW; row += 1) {
    const from = start + row * width;
    for (let at = from; at < from + WINDOW; at += 1) {
      sumA += a[at];
      sumB += b[at];
      squaresA += a[at] * a[at];
      squaresB += b[at] * b[at];
      products += a[at] * b[at];
    }
  }
  const [meanA, meanB] = [sumA / size, sumB / size];
  const varianceA = squaresA / size - meanA * meanA;
  const varianceB = squaresB / size - meanB * meanB;
  const covariance = products / size - meanA * meanB;
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2))
  );
}
