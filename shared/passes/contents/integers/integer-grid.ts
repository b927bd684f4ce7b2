import type { Linear } from '../../../pdf/content/interpret/linear.ts';
import { ContentReader } from '../../../pdf/content/syntax/operations.ts';
import { axisTolerances } from '../tolerance.ts';
import { PATH_OPERANDS, type PathRun } from './path-runs.ts';

/** User space in which coordinates are integers: `unit 0 0 unit x y cm`. */
export interface IntegerGrid {
  readonly unit: number;
  readonly x: number;
  readonly y: number;
}

/** Which of the two deflates to less depends on the drawing. */
export const GRID_ORIGINS = ['zero', 'corner'] as const;
export type GridOrigin = (typeof GRID_ORIGINS)[number];

/** Common units are searched in millionths. */
const MILLION = 1_000_000;
/** Share of segments that readers fit to pixels, from which decimals stay. */
const FITTED_SHARE = 0.5;
/** Integers up to here are exact in single precision, which some readers calculate with. */
const LARGEST_INTEGER = 2 ** 23;

/**
 * Returns the grid for runs of the same linear transformation: the largest unit that all coordinates are
 * multiples of, or else one so fine that rounding to it moves no point by more than `points`.
 * @param scale maximum points per unit of content space
 * @param origin where the grid begins: near that of user space, or at the corner of all paths
 * @returns null if there is no suitable unit
 */
export function integerGrid(
  bytes: Uint8Array,
  runs: readonly PathRun[],
  scale: number,
  points: number,
  origin: GridOrigin,
): IntegerGrid | null {
  const largest = largestUnit(runs[0]!.linear, scale, points);
  if (!(largest > 0)) return null;
  const survey = new Survey(10 ** Math.ceil(Math.log10(largest)));
  for (const run of runs) survey.read(bytes.subarray(run.start, run.end));
  if (survey.isUprightGrid && !isDyadic(survey.commonUnit)) return null;
  const fine = twoDigits(largest);
  const common = survey.commonUnit;
  const isExact = common > fine;
  const unit = isExact ? common : fine;
  const start = (first: number) => {
    if (origin === 'zero') return isExact ? first - Math.round(first / unit) * unit : 0;
    return isExact ? first : Math.floor(first);
  };
  const x = start(survey.left);
  const y = start(survey.bottom);
  const width = Math.max(Math.abs(survey.left - x), Math.abs(survey.right - x));
  const height = Math.max(Math.abs(survey.bottom - y), Math.abs(survey.top - y));
  return Math.max(width, height) / unit > LARGEST_INTEGER ? null : { unit, x, y };
}

/** The largest unit whose half is within the tolerance along both axes; 0 if there is none. */
function largestUnit(linear: Linear, scale: number, points: number): number {
  const tolerances = axisTolerances(linear, scale, points);
  return 2 * Math.min(tolerances.x, tolerances.y);
}

/** Products of it and integers are exact in binary: .75 is, .24 is not. */
function isDyadic(unit: number): boolean {
  return unit > 0 && Number.isInteger(unit * 1024);
}

/** Rounded down to two digits, so that the matrix stays short. */
function twoDigits(largest: number): number {
  const digit = 10 ** (Math.floor(Math.log10(largest)) - 1);
  return Number((Math.floor(largest / digit) * digit).toPrecision(2));
}

/** Bounds of the coordinates, what they are multiples of, and how many lines are upright on a decimal grid. */
class Survey {
  left = Number.POSITIVE_INFINITY;
  right = Number.NEGATIVE_INFINITY;
  bottom = Number.POSITIVE_INFINITY;
  top = Number.NEGATIVE_INFINITY;
  #firstX = Number.NaN;
  #firstY = Number.NaN;
  #lastX = Number.NaN;
  #lastY = Number.NaN;
  /** Greatest common divisor of the distances from the first point, in millionths. */
  #divisor = 0;
  #segments = 0;
  #fittedLines = 0;
  readonly #decimalUnit: number;

  /** @param decimalUnit power of ten above the tolerance: its multiples lose nothing to rounded decimals */
  constructor(decimalUnit: number) {
    this.#decimalUnit = decimalUnit;
  }

  /** 0 if all points are one. */
  get commonUnit(): number {
    return this.#divisor / MILLION;
  }

  /**
   * Whether most lines are upright and have few decimals. Such lines often lie exactly where pixels begin:
   * readers that fit them to pixels then move them by one for the last bit of a product.
   */
  get isUprightGrid(): boolean {
    return this.#fittedLines >= this.#segments * FITTED_SHARE;
  }

  read(run: Uint8Array): void {
    const reader = new ContentReader(run);
    while (reader.next()) {
      const { operator } = reader;
      const operands = PATH_OPERANDS.get(operator) ?? 0;
      const isLine = operator === 'l';
      if (operands > 0 && operator !== 'm') this.#segments++;
      for (let index = 0; index < operands; index += 2) {
        const isSize = operator === 're' && index === 2;
        const x = reader.number(index) + (isSize ? reader.number(0) : 0);
        const y = reader.number(index + 1) + (isSize ? reader.number(1) : 0);
        const isUpright = isSize || (isLine && (x === this.#lastX || y === this.#lastY));
        if (isUpright && this.#isCoarse(x) && this.#isCoarse(y)) this.#fittedLines++;
        this.#point(x, y);
      }
    }
  }

  #point(x: number, y: number): void {
    this.#lastX = x;
    this.#lastY = y;
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.bottom) this.bottom = y;
    if (y > this.top) this.top = y;
    if (this.#divisor === 1) return;
    const millionthsX = Math.round(x * MILLION);
    const millionthsY = Math.round(y * MILLION);
    if (Number.isNaN(this.#firstX)) {
      this.#firstX = millionthsX;
      this.#firstY = millionthsY;
    }
    this.#divisor = divisorOf(this.#divisor, Math.abs(millionthsX - this.#firstX));
    this.#divisor = divisorOf(this.#divisor, Math.abs(millionthsY - this.#firstY));
  }

  #isCoarse(coordinate: number): boolean {
    const steps = coordinate / this.#decimalUnit;
    return Math.abs(steps - Math.round(steps)) < 1 / MILLION;
  }
}

function divisorOf(one: number, other: number): number {
  let [a, b] = [one, other];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
