import type { Thumbnail } from './thumbnail.ts';

/** Levels: fields that differ by less on average show the same, in other colours or after another curve. */
const SAME_DIFFERENCE = 16;
/** Of the fields' light over and under its mean: what is less alike than this shows something else. */
const SAME_CORRELATION = 0.7;

/** Whether two pictures show the same, whatever was done to make one smaller. */
export function showTheSame(a: Thumbnail, b: Thumbnail): boolean {
  return meanDifference(a, b) < SAME_DIFFERENCE || correlation(a, b) > SAME_CORRELATION;
}

function meanDifference(a: Thumbnail, b: Thumbnail): number {
  return a.reduce((sum, light, field) => sum + Math.abs(light - b[field]!), 0) / a.length;
}

/** Pearson's; 0 where one of them is of one tone. */
function correlation(a: Thumbnail, b: Thumbnail): number {
  const [meanA, meanB] = [a, b].map(
    (fields) => fields.reduce((sum, light) => sum + light, 0) / fields.length,
  ) as [number, number];
  let [product, squareA, squareB] = [0, 0, 0];
  for (const [field, light] of a.entries()) {
    const [fromA, fromB] = [light - meanA, b[field]! - meanB];
    product += fromA * fromB;
    squareA += fromA * fromA;
    squareB += fromB * fromB;
  }
  return squareA === 0 || squareB === 0 ? 0 : product / Math.sqrt(squareA * squareB);
}
