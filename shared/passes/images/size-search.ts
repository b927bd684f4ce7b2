/** Sizes in bytes at points from sharp to small; each is expensive to measure. */
export interface SizedPoints {
  /** The last point, which is the smallest. */
  readonly last: number;
  /** Measured bytes by point; includes the first point. */
  readonly known: ReadonlyMap<number, number>;
  /** A predicted size that decreases from point to point. */
  readonly guess: (point: number) => number;
}

/** A result of at least this share of the budget needs no further try. */
const NEAR_ENOUGH = 0.96;
/** Target share of the budget: predictions are slightly off, and a result above the budget needs another try. */
const AIM = 0.985;

/**
 * Returns the next point to try in the search for the sharpest one within `budget` bytes; null when found:
 * then the sharpest measured one that fits, or the last if none does.
 */
export function nextPoint(points: SizedPoints, budget: number): number | null {
  const { last, known } = points;
  const { above, below } = bracket(points, budget);
  if (below === null) {
    if (known.has(last)) return null;
    const factor = (known.get(above) ?? 0) / Math.max(1, points.guess(above));
    return sharpest(above + 1, last, (point) => points.guess(point) * factor <= budget * AIM);
  }
  if (below - above <= 1 || (known.get(below) ?? 0) >= budget * NEAR_ENOUGH) return null;
  return sharpest(above + 1, below - 1, (point) => between(points, above, below, point) <= budget * AIM);
}

/** Returns the sharpest measured point that fits, or the last. */
export function foundPoint(points: SizedPoints, budget: number): number {
  return bracket(points, budget).below ?? points.last;
}

/** Returns the smallest measured point that is too large, and the sharpest one after it that fits. */
function bracket({ known }: SizedPoints, budget: number): { above: number; below: number | null } {
  let above = -1;
  for (const [point, bytes] of known) if (bytes > budget && point > above) above = point;
  let below: number | null = null;
  for (const [point, bytes] of known) {
    if (bytes <= budget && point > above && (below === null || point < below)) below = point;
  }
  return { above, below };
}

/** Prediction, scaled to match the measured sizes at both ends. */
function between({ known, guess }: SizedPoints, above: number, below: number, point: number): number {
  const large = known.get(above) ?? 0;
  const small = known.get(below) ?? 0;
  const fall = guess(above) - guess(below);
  const share = fall > 0 ? (guess(point) - guess(below)) / fall : (below - point) / (below - above);
  return small + (large - small) * share;
}

function sharpest(from: number, to: number, fits: (point: number) => boolean): number {
  for (let point = from; point < to; point += 1) if (fits(point)) return point;
  return to;
}
