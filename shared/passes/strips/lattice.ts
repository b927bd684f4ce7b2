import { mapped } from '../../lists.ts';
import type { Matrix } from '../../pdf/content/matrix.ts';
import type { Part, Point, Strip } from './strip.ts';

/** Maximum parts: each is compared with its neighbors. */
const MAX_PARTS = 5000;
/** Maximum distance to the nearest integer, in pixels. A strict check follows once all parts are known. */
const MAX_DRIFT = 0.3;

/**
 * The pixel grid defined by one image's placement, with the images that fit it. The farther a part is from
 * the first one, the more exactly its position determines the pixel size, since writers round each
 * separately.
 */
export class Lattice {
  readonly #parts: Part[];
  /** Upper left corner of the first part. */
  readonly #origin: Point;
  /** Vectors from one pixel to the next: right and down. */
  #across: Point;
  #down: Point;
  /** Number of pixels over which these were measured. */
  #measured: { across: number; down: number };
  #box: Box;

  constructor(first: Strip) {
    const { width, height } = first.image;
    const [a, b, c, d, e, f] = first.draw.matrix;
    this.#parts = [{ ...first, left: 0, top: 0 }];
    this.#origin = [e + c, f + d];
    this.#across = [a / width, b / width];
    this.#down = [-c / height, -d / height];
    this.#measured = { across: width, down: height };
    this.#box = { left: 0, top: 0, right: width, bottom: height };
  }

  /** In drawing order. */
  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** Adds a strip whose pixels fit the grid and overlap no other part; else returns false. */
  take(strip: Strip): boolean {
    const first = this.#parts[0]!;
    if (strip.meaning !== first.meaning || strip.form !== first.form) return false;
    if (this.#parts.length >= MAX_PARTS) return false;
    const { width, height } = strip.image;
    const [a, b, c, d, e, f] = strip.draw.matrix;
    const start = this.#pixelAt([e + c, f + d]);
    const end = this.#pixelAt([e + a, f + b]);
    if (start === null || end === null) return false;
    const [left, top] = mapped(start, Math.round);
    const places = [start[0] - left, start[1] - top, end[0] - left - width, end[1] - top - height];
    if (!places.every((drift) => Math.abs(drift) <= MAX_DRIFT)) return false;
    const box = { left, top, right: left + width, bottom: top + height };
    if (this.#isCovered(box)) return false;
    this.#parts.push({ ...strip, left, top });
    this.#box = around(this.#box, box);
    this.#measure(box, [e, f], [e + a + c, f + b + d]);
    return true;
  }

  /** Returns the matrix of a pixel rectangle. */
  matrixOf(left: number, top: number, width: number, height: number): Matrix {
    const [acrossX, acrossY] = this.#across;
    const [downX, downY] = this.#down;
    const bottom = top + height;
    return [
      acrossX * width,
      acrossY * width,
      -downX * height,
      -downY * height,
      this.#origin[0] + acrossX * left + downX * bottom,
      this.#origin[1] + acrossY * left + downY * bottom,
    ];
  }

  #pixelAt([x, y]: Point): Point | null {
    const [ax, ay] = this.#across;
    const [dx, dy] = this.#down;
    const area = ax * dy - ay * dx;
    if (area === 0) return null;
    const [fromX, fromY] = [x - this.#origin[0], y - this.#origin[1]];
    return [(fromX * dy - fromY * dx) / area, (ax * fromY - ay * fromX) / area];
  }

  #isCovered(box: Box): boolean {
    return (
      overlap(this.#box, box) &&
      this.#parts.some(({ left, top, image }) =>
        overlap({ left, top, right: left + image.width, bottom: top + image.height }, box),
      )
    );
  }

  /** Measures the pixel size from the corners farthest from the origin. */
  #measure({ left, top, right, bottom }: Box, lowerLeft: Point, upperRight: Point): void {
    const [originX, originY] = this.#origin;
    const far = Math.abs(right) >= Math.abs(left) ? right : left;
    if (Math.abs(far) > this.#measured.across) {
      const [x, y] = far === right ? upperRight : upperLeftOf(this.#parts[this.#parts.length - 1]!);
      this.#across = [(x - originX - this.#down[0] * top) / far, (y - originY - this.#down[1] * top) / far];
      this.#measured.across = Math.abs(far);
    }
    const deep = Math.abs(bottom) >= Math.abs(top) ? bottom : top;
    if (Math.abs(deep) > this.#measured.down) {
      const [x, y] = deep === bottom ? lowerLeft : upperLeftOf(this.#parts[this.#parts.length - 1]!);
      this.#down = [
        (x - originX - this.#across[0] * left) / deep,
        (y - originY - this.#across[1] * left) / deep,
      ];
      this.#measured.down = Math.abs(deep);
    }
  }
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function upperLeftOf({ draw: { matrix } }: Strip): Point {
  return [matrix[4] + matrix[2], matrix[5] + matrix[3]];
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
