/** An exact decimal in millionths. */
export type Millionths = number;

const PLACES = 6;
const PER_UNIT = 10 ** PLACES;
/** Page coordinates are far smaller; sums of two stay exact. */
const LARGEST = 2 ** 50;

/** Reads the number in [start, end); null with more than six decimals, or if it is too large. */
export function millionthsIn(bytes: Uint8Array, start: number, end: number): Millionths | null {
  let at = start;
  const isNegative = bytes[at] === 0x2d;
  if (isNegative || bytes[at] === 0x2b) at += 1;
  let digits = 0;
  let decimals = -1;
  for (; at < end; at++) {
    if (bytes[at] === 0x2e) decimals = 0;
    else {
      digits = digits * 10 + bytes[at]! - 0x30;
      if (decimals >= 0) decimals += 1;
    }
  }
  const found = digits * 10 ** (PLACES - Math.max(0, decimals));
  if (decimals > PLACES || found > LARGEST) return null;
  return isNegative ? -found : found;
}

export function unitsOf(millionths: Millionths): number {
  return millionths / PER_UNIT;
}

/** The shortest text for content: no zero before the point. */
export function decimalText(millionths: Millionths): string {
  if (millionths === 0) return '0';
  const text = String(Math.abs(millionths)).padStart(PLACES, '0');
  const whole = text.slice(0, -PLACES);
  const decimals = text.slice(-PLACES).replace(/0+$/, '');
  return `${millionths < 0 ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}
