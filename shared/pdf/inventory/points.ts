export const POINTS_PER_INCH = 72;

/** Rounds points to hundredths; one is 3.5 micrometers. */
export function hundredths(points: number): number {
  return Math.round(points * 100) / 100;
}
