/** A decimal: `digits` / 10^`decimals`. */
export interface ShortNumber {
  readonly digits: number;
  readonly decimals: number;
  readonly value: number;
}

/** Larger integers are not exact in a double. */
const LARGEST = 2 ** 53;
const POWERS = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * Returns the number with the fewest decimals within `tolerance` of `target`, and the nearest of those; null
 * if it needs as many as `decimals`.
 */
export function shortestNear(target: number, tolerance: number, decimals: number): ShortNumber | null {
  for (let fewer = 0; fewer < Math.min(decimals, POWERS.length); fewer++) {
    const power = POWERS[fewer]!;
    const digits = Math.round(target * power);
    if (Math.abs(digits) >= LARGEST) return null;
    const value = digits / power;
    if (Math.abs(value - target) <= tolerance) return { digits, decimals: fewer, value };
  }
  return null;
}

/** Returns the decimals of the number in [start, end). */
export function decimalsOf(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === 0x2e) return end - at - 1;
  return 0;
}

/** Formats for content: no zero before the point. */
export function shortNumberText({ digits, decimals }: ShortNumber): string {
  if (digits === 0) return '0';
  const sign = digits < 0 ? '-' : '';
  const text = String(Math.abs(digits));
  if (decimals === 0) return sign + text;
  const padded = text.padStart(decimals, '0');
  return `${sign}${padded.slice(0, padded.length - decimals)}.${padded.slice(padded.length - decimals)}`;
}
