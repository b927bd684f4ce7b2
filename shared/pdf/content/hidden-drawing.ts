import { concatOperand, GraphicsStack, numberOperands } from './graphics-state.ts';
import { concatMatrices, IDENTITY_MATRIX, type Matrix } from './matrix.ts';
import { common, type Rectangle } from './rectangle.ts';
import { ContentReader } from './syntax/operations.ts';
import { isStraight } from './visible-images.ts';

/** A painted path, one `Do`, or a `q`/`Q` block that contains only these. */
export interface Drawing {
  readonly start: number;
  readonly end: number;
  /** No part of it is inside the page and the clipping rectangles. */
  readonly isHidden: boolean;
}

/** The box of an XObject in its own space, and the matrix of a form. */
export interface XObjectPlace {
  readonly box: Rectangle;
  readonly matrix: Matrix;
}

/** Null if uncertain. */
export type BoxOf = (name: string) => XObjectPlace | null;

/**
 * Returns every painted path and every `Do`, in order, with whether any part is visible in `page`. Null if
 * readers may divide the content into operations differently.
 */
export function drawingsIn(content: Uint8Array, page: Rectangle, boxOf: BoxOf): readonly Drawing[] | null {
  const reader = new ContentReader(content);
  const run = new DrawingReader(reader, page, boxOf);
  while (reader.next()) if (!reader.operatorKnown || !run.operation()) return null;
  return reader.problem === null && reader.operandCount === 0 ? run.drawings : null;
}

interface State {
  readonly matrix: Matrix;
  readonly clip: Rectangle;
  readonly lineWidth: number;
  readonly miterLimit: number;
  /** False if a named graphics state may have set the line width. */
  readonly isWidthSure: boolean;
}

interface Level {
  /** Position of its `q`. */
  readonly start: number;
  /** Number of drawings before it. */
  readonly before: number;
  /** It contains operations other than drawings and states. */
  hasOther: boolean;
}

interface Path {
  readonly start: number;
  box: Rectangle;
  /** The path is one upright rectangle and nothing else. */
  isRectangle: boolean;
  clips: boolean;
}

/** Number of points per operator, each with two operands. */
const POINTS: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['l', 1],
  ['c', 3],
  ['v', 2],
  ['y', 2],
]);
const STROKES: ReadonlySet<string> = new Set('S s B B* b b*'.split(' '));
const FILLS: ReadonlySet<string> = new Set('f F f*'.split(' '));
/** State operators whose effect ends with the enclosing block. */
const STATES: ReadonlySet<string> = new Set('g rg k G RG K cs CS sc SC scn SCN J j d ri i'.split(' '));
/** Margin in points: readers paint every pixel that a shape touches, and hairlines one pixel wide. */
const MARGIN = 4;
const NOWHERE: Rectangle = {
  left: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
};
/** Square line caps reach this many half widths. */
const CAP_REACH = 1.5;

class DrawingReader {
  readonly drawings: Drawing[] = [];
  readonly #reader: ContentReader;
  readonly #boxOf: BoxOf;
  readonly #states: GraphicsStack<State>;
  readonly #levels: Level[] = [];
  #path: Path | null = null;

  constructor(reader: ContentReader, page: Rectangle, boxOf: BoxOf) {
    this.#reader = reader;
    this.#boxOf = boxOf;
    this.#states = new GraphicsStack({
      matrix: IDENTITY_MATRIX,
      clip: page,
      lineWidth: 1,
      miterLimit: 10,
      isWidthSure: true,
    });
  }

  /** Returns false if it is uncertain what is drawn. */
  operation(): boolean {
    const { operator } = this.#reader;
    const points = POINTS.get(operator);
    if (points !== undefined) return this.#points(points);
    switch (operator) {
      case 'q':
        return this.#save();
      case 'Q':
        return this.#restore();
      case 'cm':
        return this.#concat();
      case 're':
        return this.#rectangle();
      case 'h':
        return this.#path !== null;
      case 'W':
      case 'W*':
        if (this.#path !== null) this.#path.clips = true;
        return this.#path !== null;
      case 'w':
        return this.#set('lineWidth');
      case 'M':
        return this.#set('miterLimit');
      case 'gs':
        this.#states.set({ isWidthSure: false });
        return true;
      case 'Do':
        return this.#draw();
      case 'n':
        return this.#endPath(false);
      default:
        if (STROKES.has(operator) || FILLS.has(operator)) return this.#endPath(true);
        if (!STATES.has(operator)) this.#noteOther();
        return true;
    }
  }

  #save(): boolean {
    const { start } = this.#reader;
    this.#levels.push({ start, before: this.drawings.length, hasOther: false });
    return this.#states.save() && this.#path === null;
  }

  #restore(): boolean {
    const level = this.#levels.pop();
    if (!this.#states.restore() || level === undefined || this.#path !== null) return false;
    const inside = this.drawings.slice(level.before);
    const outer = this.#levels[this.#levels.length - 1];
    if (level.hasOther) {
      if (outer !== undefined) outer.hasOther = true;
    } else if (inside.length > 0 && inside.every(({ isHidden }) => isHidden)) {
      this.drawings.length = level.before;
      this.drawings.push({ start: level.start, end: this.#reader.end, isHidden: true });
    }
    return true;
  }

  #noteOther(): void {
    const level = this.#levels[this.#levels.length - 1];
    if (level !== undefined) level.hasOther = true;
  }

  #set(name: 'lineWidth' | 'miterLimit'): boolean {
    const numbers = numberOperands(this.#reader, 1);
    if (numbers === null) return false;
    this.#states.set({ [name]: numbers[0] });
    return true;
  }

  #concat(): boolean {
    return this.#path === null && concatOperand(this.#states, this.#reader);
  }

  #points(count: number): boolean {
    const numbers = numberOperands(this.#reader, count * 2);
    if (numbers === null) return false;
    const path = this.#begun();
    path.isRectangle = false;
    for (let at = 0; at < count; at += 1)
      path.box = extended(path.box, this.#place(numbers[at * 2]!, numbers[at * 2 + 1]!));
    return true;
  }

  #rectangle(): boolean {
    const numbers = numberOperands(this.#reader, 4);
    if (numbers === null) return false;
    const [x, y, width, height] = numbers;
    const isAlone = this.#path === null && isStraight(this.#states.now.matrix);
    const path = this.#begun();
    path.isRectangle = isAlone;
    for (const right of [x, x + width])
      for (const top of [y, y + height]) path.box = extended(path.box, this.#place(right, top));
    return true;
  }

  #begun(): Path {
    const { start } = this.#reader;
    this.#path ??= { start, box: NOWHERE, isRectangle: false, clips: false };
    return this.#path;
  }

  #place(x: number, y: number): readonly [number, number] {
    const [a, b, c, d, e, f] = this.#states.now.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  #endPath(isPainted: boolean): boolean {
    const path = this.#path;
    this.#path = null;
    if (path === null) return true;
    if (isPainted) {
      const isHidden = !path.clips && this.#isOutside(path.box, this.#reach());
      this.drawings.push({ start: path.start, end: this.#reader.end, isHidden });
    }
    if (path.clips && path.isRectangle) this.#states.set({ clip: common(this.#states.now.clip, path.box) });
    return true;
  }

  /** Returns the distance from the path within which it may paint. */
  #reach(): number {
    if (!STROKES.has(this.#reader.operator)) return 0;
    const { matrix, lineWidth, miterLimit, isWidthSure } = this.#states.now;
    if (!isWidthSure) return Number.POSITIVE_INFINITY;
    const [a, b, c, d] = matrix;
    return (lineWidth / 2) * Math.hypot(a, b, c, d) * Math.max(CAP_REACH, miterLimit);
  }

  #isOutside(box: Rectangle, reach: number): boolean {
    const { clip } = this.#states.now;
    const far = reach + MARGIN;
    return (
      box.right + far < clip.left ||
      box.left - far > clip.right ||
      box.top + far < clip.bottom ||
      box.bottom - far > clip.top
    );
  }

  #draw(): boolean {
    const { start, end, operandCount } = this.#reader;
    const name = this.#reader.name(0);
    if (name === null || operandCount !== 1) return false;
    const found = this.#boxOf(name);
    let isHidden = false;
    if (found !== null) {
      const [a, b, c, d, e, f] = concatMatrices(found.matrix, this.#states.now.matrix);
      const { left, bottom, right, top } = found.box;
      let box = NOWHERE;
      for (const x of [left, right])
        for (const y of [bottom, top]) box = extended(box, [a * x + c * y + e, b * x + d * y + f]);
      isHidden = this.#isOutside(box, 0);
    }
    this.drawings.push({ start, end, isHidden });
    return true;
  }
}

function extended({ left, bottom, right, top }: Rectangle, [x, y]: readonly [number, number]): Rectangle {
  return {
    left: Math.min(left, x),
    bottom: Math.min(bottom, y),
    right: Math.max(right, x),
    top: Math.max(top, y),
  };
}
