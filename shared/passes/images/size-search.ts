/** Sizes in bytes at points from sharp to small, of which each takes long to find. */
export interface SizedPoints {
  /** The last point, which is the smallest. */
  readonly last: number;
  /** Bytes of the points that are known; the first point is one of them. */
  readonly known: ReadonlyMap<number, number>;
  /** A guess that falls from point to point. */
  readonly guess: (point: number) => number;
}

/** A result this near below the budget is not worth another try. */
const NEAR_ENOUGH = 0.96;
/** Guesses are off by a little: what lands a little too high has to be tried again. */
const AIM = 0.985;

/**
 * The point to try next on the way to the sharpest one within `budget` bytes, or null when it is found: it is the
 * sharpest known one that fits then, or the last when none does.
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

/** The sharpest known point that fits, or the last. */
export function foundPoint(points: SizedPoints, budget: number): number {
  return bracket(points, budget).below ?? points.last;
}

/** The smallest known point that is too large, and the sharpest one behind it that fits. */
function bracket({ known }: SizedPoints, budget: number): { above: number; below: number | null } {
  let above = -1;
  for (const [point, bytes] of known) if (bytes > budget && point > above) above = point;
  let below: number | null = null;
  for (const [point, bytes] of known) {
    if (bytes <= budget && point > above && (below === null || point < below)) below = point;
  }
  return { above, below };
}

/** The guess, bent so that it meets the known sizes at both ends. */
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
