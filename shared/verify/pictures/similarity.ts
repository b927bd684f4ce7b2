import { FIELDS, type Thumbnail } from './thumbnail.ts';

/** How far light and dark must go together, 1 being perfectly: a recoded or shrunken picture stays above .97. */
const SAME_CORRELATION = 0.9;
/** Of pictures with few pixels, whose fields are a matter of rounding. */
const SAME_SMALL_CORRELATION = 0.7;
/** Levels by which fields may differ where there is hardly light and dark to compare. */
const SAME_DIFFERENCE = 3;
const FLAT_DEVIATION = 4;
const SAME_TONE = 24;
/** Fields on a side of which a picture with fewer pixels than `FIELDS` is looked at. */
const COARSE = 4;
/** Below, a field has hardly four pixels, and how they fall into it is seen in its light. */
const FINE_PIXELS = 4 * FIELDS;

/** Whether two pictures show the same, whatever was done to make one smaller. */
export function areVisuallySimilar(a: Thumbnail, b: Thumbnail): boolean {
  const pixels = Math.min(a.pixels, b.pixels);
  const isSmall = pixels < FIELDS;
  const fields = isSmall ? COARSE : pixels < FINE_PIXELS ? FIELDS / 2 : FIELDS;
  const [one, other] = [a, b].map(({ light }) => (fields === FIELDS ? light : coarser(light, fields)));
  if (meanDifference(one, other) < SAME_DIFFERENCE) return true;
  const [toneA, toneB] = [toneOf(one), toneOf(other)];
  if (toneA.deviation < FLAT_DEVIATION && toneB.deviation < FLAT_DEVIATION) {
    return Math.abs(toneA.mean - toneB.mean) < SAME_TONE;
  }
  return correlation(one, other) > (isSmall ? SAME_SMALL_CORRELATION : SAME_CORRELATION);
}

/** Of so many fields on a side. */
function coarser(light: Float64Array, fields: number): Float64Array {
  const out = new Float64Array(fields * fields);
  const step = FIELDS / fields;
  for (const [field, value] of light.entries()) {
    const [x, y] = [field % FIELDS, Math.floor(field / FIELDS)];
    out[Math.floor(y / step) * fields + Math.floor(x / step)] += value / (step * step);
  }
  return out;
}

function meanDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, light, field) => sum + Math.abs(light - b[field]), 0) / a.length;
}

function toneOf(light: Float64Array): { readonly mean: number; readonly deviation: number } {
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  const square = light.reduce((sum, value) => sum + (value - mean) ** 2, 0) / light.length;
  return { mean, deviation: Math.sqrt(square) };
}

/** Pearson's; 0 where one of them is of one tone. */
function correlation(a: Float64Array, b: Float64Array): number {
  const [toneA, toneB] = [toneOf(a), toneOf(b)];
  const deviations = toneA.deviation * toneB.deviation;
  if (deviations === 0) return 0;
  const covariance =
    a.reduce((sum, light, field) => sum + (light - toneA.mean) * (b[field] - toneB.mean), 0) / a.length;
  return covariance / deviations;
}
