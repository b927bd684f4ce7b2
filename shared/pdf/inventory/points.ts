export const POINTS_PER_INCH = 72;

/** Points as precise as anyone asks for: a hundredth is 3.5 micrometres. */
export function hundredths(points: number): number {
  return Math.round(points * 100) / 100;
}
