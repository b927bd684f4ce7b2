/** Bytes of an image that was recoded. */
export interface Weighed {
  readonly before: number;
  readonly after: number;
}

/** Fewer samples do not show how large and small images differ. */
const MIN_PICTURES = 3;
/** Large images shrink more than small ones of their kind, but never end up smaller than them. */
const MIN_POWER = 0.3;

/** Fits size after recoding as a power of the size before, scaled to the total of the samples. */
export function fitPowerLaw(made: readonly Weighed[]): (before: number) => number {
  const power = powerOf(made.filter(({ before, after }) => before > 0 && after > 0));
  const total = made.reduce((sum, { after }) => sum + after, 0);
  const raised = made.reduce((sum, { before }) => sum + before ** power, 0);
  const factor = raised === 0 ? 1 : total / raised;
  return (before) => factor * before ** power;
}

/** Least-squares slope of the logarithms. */
function powerOf(made: readonly Weighed[]): number {
  if (made.length < MIN_PICTURES) return 1;
  const points = made.map(({ before, after }) => [Math.log(before), Math.log(after)] as const);
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  if (spread < 0.01) return 1;
  const slope = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread;
  return Math.min(1, Math.max(MIN_POWER, slope));
}
