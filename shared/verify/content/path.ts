import type { Matrix } from '../../pdf/content/matrix.ts';
import type { Place } from './matrix.ts';

/** A figure of a path: the box around its points on the page, control points of curves included. */
export interface Figure {
  readonly place: Place;
  readonly isRectangle: boolean;
}

/** Corners that may still form a rectangle, closed by a fifth point. */
const MAX_CORNERS = 5;
/** Points: rectangles of programs are seldom exact. */
const CORNER_TOLERANCE = 0.05;

/** The current path, in figures (ISO 32000-2, 8.5.2). */
export class Path {
  #figures: Figure[] = [];
  #left = 0;
  #bottom = 0;
  #right = 0;
  #top = 0;
  #points = 0;
  readonly #corners = new Float64Array(MAX_CORNERS * 2);

  move(matrix: Matrix, x: number, y: number): void {
    this.#close();
    this.add(matrix, x, y);
  }

  add([a, b, c, d, e, f]: Matrix, x: number, y: number): void {
    const px = x * a + y * c + e;
    const py = x * b + y * d + f;
    if (this.#points === 0) {
      this.#left = this.#right = px;
      this.#bottom = this.#top = py;
    } else {
      if (px < this.#left) this.#left = px;
      else if (px > this.#right) this.#right = px;
      if (py < this.#bottom) this.#bottom = py;
      else if (py > this.#top) this.#top = py;
    }
    if (this.#points < MAX_CORNERS) {
      this.#corners[this.#points * 2] = px;
      this.#corners[this.#points * 2 + 1] = py;
    }
    this.#points += 1;
  }

  rectangle(matrix: Matrix, x: number, y: number, width: number, height: number): void {
    this.move(matrix, x, y);
    this.add(matrix, x + width, y);
    this.add(matrix, x + width, y + height);
    this.add(matrix, x, y + height);
    this.#close();
  }

  /** Returns the figures, and starts a new path. A figure of one point paints nothing. */
  take(): readonly Figure[] {
    this.#close();
    const figures = this.#figures;
    this.#figures = [];
    return figures;
  }

  #close(): void {
    if (this.#points > 1)
      this.#figures.push({
        place: [this.#left, this.#bottom, this.#right, this.#top],
        isRectangle: this.#points >= 4 && this.#points <= MAX_CORNERS && this.#areCorners(),
      });
    this.#points = 0;
  }

  #areCorners(): boolean {
    const near = (a: number, b: number) => Math.abs(a - b) < CORNER_TOLERANCE;
    return this.#corners
      .subarray(0, this.#points * 2)
      .every((value, index) =>
        index % 2 === 0
          ? near(value, this.#left) || near(value, this.#right)
          : near(value, this.#bottom) || near(value, this.#top),
      );
  }
}

/** Points: what a clip leaves of a figure and is thinner is not seen. */
const SLIVER = 0.3;

/** Returns what a clip leaves visible of a figure; null if nothing. */
export function visiblePart(place: Place, clip: Place): Place | null {
  const isInside =
    place[0] > clip[0] + SLIVER &&
    place[1] > clip[1] + SLIVER &&
    place[2] < clip[2] - SLIVER &&
    place[3] < clip[3] - SLIVER;
  if (isInside) return place;
  const seen = common(place, clip);
  if (seen === null) return null;
  const isSliver = ([from, to]: readonly [0, 2] | readonly [1, 3]) => {
    const [was, is] = [place[to] - place[from], seen[to] - seen[from]];
    const isOnBorder = place[from] < clip[from] + SLIVER || place[to] > clip[to] - SLIVER;
    return is < SLIVER && (was - is > SLIVER || isOnBorder);
  };
  return isSliver([0, 2]) || isSliver([1, 3]) ? null : seen;
}

/** Returns the common part of two boxes; null if there is none. */
export function common(a: Place, b: Place): Place | null {
  const [left, bottom] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const [right, top] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return left > right || bottom > top ? null : [left, bottom, right, top];
}
