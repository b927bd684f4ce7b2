import { concatOperand, GraphicsStack, numberOperands } from './graphics-state.ts';
import type { ImageDraw } from './image-runs.ts';
import { concatMatrices, IDENTITY_MATRIX, type Matrix } from './matrix.ts';
import { common, type Rectangle } from './rectangle.ts';
import { ContentReader } from './syntax/operations.ts';

/** One `Do` with its clipping rectangle; nothing outside is visible. */
export interface SeenDraw extends ImageDraw {
  readonly clip: Rectangle;
}

/**
 * Returns every `Do` with its clipping rectangle inside `page`. Ignores clips of other shapes, so that the
 * visible area may be overestimated. Null if readers may divide the content into operations differently.
 */
export function visibleDraws(content: Uint8Array, page: Rectangle): readonly SeenDraw[] | null {
  const reader = new ContentReader(content);
  const run = new ClipReader(reader, page);
  while (reader.next()) if (!reader.operatorKnown || !run.operation()) return null;
  return reader.problem === null && reader.operandCount === 0 ? run.draws : null;
}

interface State {
  readonly matrix: Matrix;
  readonly clip: Rectangle;
}

/** Operators that make the path something else than a single rectangle. */
const DRAWS_PATH: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 'h']);
const ENDS_PATH: ReadonlySet<string> = new Set('S s f F f* B B* b b* n'.split(' '));

class ClipReader {
  readonly draws: SeenDraw[] = [];
  readonly #reader: ContentReader;
  readonly #states: GraphicsStack<State>;
  /** The current path: one rectangle, anything else, or empty. */
  #path: Rectangle | 'other' | null = null;
  #clips = false;

  constructor(reader: ContentReader, page: Rectangle) {
    this.#reader = reader;
    this.#states = new GraphicsStack({ matrix: IDENTITY_MATRIX, clip: page });
  }

  /** Returns false if it is uncertain what is drawn. */
  operation(): boolean {
    const reader = this.#reader;
    const { operator } = reader;
    if (operator === 'q') return this.#states.save();
    if (operator === 'Q') return this.#states.restore();
    if (operator === 'cm') return concatOperand(this.#states, this.#reader);
    else if (operator === 're') return this.#rectangle();
    else if (operator === 'Do') return this.#draw();
    else if (DRAWS_PATH.has(operator)) this.#path = 'other';
    else if (operator === 'W' || operator === 'W*') this.#clips = true;
    else if (ENDS_PATH.has(operator)) this.#endPath();
    return true;
  }

  #rectangle(): boolean {
    const numbers = numberOperands(this.#reader, 4);
    if (numbers === null) return false;
    const [x, y, width, height] = numbers;
    const { matrix } = this.#states.now;
    const isRectangle = this.#path === null && isStraight(matrix);
    this.#path = isRectangle ? boxUnder(concatMatrices([width, 0, 0, height, x, y], matrix)) : 'other';
    return true;
  }

  #endPath(): void {
    if (this.#clips && this.#path !== null && this.#path !== 'other') {
      this.#states.set({ clip: common(this.#states.now.clip, this.#path) });
    }
    this.#path = null;
    this.#clips = false;
  }

  #draw(): boolean {
    const { start, end, operandCount } = this.#reader;
    const name = this.#reader.name(0);
    if (name === null || operandCount !== 1) return false;
    this.draws.push({ name, ...this.#states.now, start, end });
    return true;
  }
}

/** True for rotations by multiples of 90 degrees. */
export function isStraight([a, b, c, d]: Matrix): boolean {
  return (b === 0 && c === 0 && a * d !== 0) || (a === 0 && d === 0 && b * c !== 0);
}

/** Returns the image of the unit square under such a matrix. */
function boxUnder([a, b, c, d, e, f]: Matrix): Rectangle {
  const [x, y] = [e + a + c, f + b + d];
  return { left: Math.min(e, x), bottom: Math.min(f, y), right: Math.max(e, x), top: Math.max(f, y) };
}
