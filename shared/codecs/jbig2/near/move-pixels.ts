import type { Bitmap } from '../../bitmap.ts';
import type { Shape } from '../shapes.ts';
import type { ClassMember, SymbolClass } from '../symbol-classes.ts';
import { flipOnPage, type MovingPage, movingPage, PageWindow } from './page-window.ts';
import { type Grid, isBacked, isSimple, liesOnEdge } from './pixel-rules.ts';

/**
 * Moves pixels on the edges of scanned letters toward the shape of their class, so that they need no
 * refinement: edges differ by scanner noise. Only connected runs of a few pixels move, and only if all
 * differences obey the rules (so that a different letter in the class stays whole). No move may change the
 * topology of shapes and holes, the size of a shape, or a stroke of one pixel.
 */

/** Maximum changed pixels connected by side or corner. */
const MAX_RUN = 6;
/** Maximum differences among a pixel and its eight neighbors: noise is spread along an edge. */
const MAX_CROWD = 3;
/** Pixels: in lower shapes a few pixels may distinguish two letters. */
const MIN_HEIGHT = 24;
/** Margin around a shape: prototypes are up to 2 pixels larger on each side, and rules reach 2 pixels. */
const MARGIN = 5;

/** @param mayMove by page, whether its pixels may move */
export function moveTowardClasses(
  classes: readonly SymbolClass[],
  pages: readonly Bitmap[],
  mayMove: readonly boolean[],
): readonly SymbolClass[] {
  const mover = new Mover(pages, mayMove);
  return classes.map(({ prototype, members }) => ({
    prototype,
    members: members.map((member) => mover.move(member, prototype)),
  }));
}

class Mover {
  readonly #pages: readonly Bitmap[];
  readonly #mayMove: readonly boolean[];
  readonly #moving = new Map<number, MovingPage>();
  readonly #windows = { before: new PageWindow(), now: new PageWindow(), changes: new PageWindow() };

  constructor(pages: readonly Bitmap[], mayMove: readonly boolean[]) {
    this.#pages = pages;
    this.#mayMove = mayMove;
  }

  move(member: ClassMember, prototype: Shape): ClassMember {
    const { component, mismatches } = member;
    if (mismatches === 0 || component.height < MIN_HEIGHT || !this.#mayMove[component.page]) return member;
    const page = this.#pageOf(component.page);
    const move = new ShapeMove(member, prototype, page, this.#windows);
    const flipped = move.run();
    if (flipped.length === 0) return member;
    for (const { x, y } of flipped) flipOnPage(page, component.x + x, component.y + y);
    const { pixels } = move;
    const ink = pixels.reduce((sum, pixel) => sum + pixel, 0);
    return {
      ...member,
      component: { ...component, pixels, ink },
      mismatches: mismatches - flipped.length,
    };
  }

  #pageOf(index: number): MovingPage {
    const known = this.#moving.get(index);
    if (known !== undefined) return known;
    const page = movingPage(this.#pages[index]);
    this.#moving.set(index, page);
    return page;
  }
}

/** Relative to the shape. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** One shape in a window of its page. */
class ShapeMove {
  readonly #shape: Shape;
  readonly #stride: number;
  readonly #rows: number;
  readonly #before: Grid;
  readonly #now: Grid;
  readonly #changes: Grid;
  readonly #differences: readonly number[];
  /** Current pixels of the shape. */
  readonly pixels: Uint8Array;

  constructor(
    { component, offset }: ClassMember,
    prototype: Shape,
    page: MovingPage,
    windows: Readonly<Record<keyof MovingPage, PageWindow>>,
  ) {
    this.#shape = component;
    this.pixels = component.pixels.slice();
    this.#stride = component.width + 2 * MARGIN;
    this.#rows = component.height + 2 * MARGIN;
    const gridOf = (name: keyof MovingPage): Grid => ({
      pixels: windows[name].read(
        page[name],
        component.x - MARGIN,
        component.y - MARGIN,
        this.#stride,
        this.#rows,
      ),
      stride: this.#stride,
    });
    this.#before = gridOf('before');
    this.#now = gridOf('now');
    this.#changes = gridOf('changes');
    this.#differences = differencesOf(component, prototype, offset, this.#stride);
  }

  /** Returns the changed pixels; `pixels` is then updated. */
  run(): readonly Place[] {
    const differences = this.#differences;
    if (!differences.every((at) => this.#mayEverMove(at)) || this.#areCrowded(differences)) return [];
    const flipped = this.#flipAll(differences);
    if (flipped === null) return [];
    this.#undo(flipped);
    const kept: number[] = [];
    for (const run of runsOf(differences, this.#stride)) {
      if (run.length > MAX_RUN || run.some((at) => !this.#liesInShape(at) || this.#touchesChange(at)))
        continue;
      this.#flipOwn(run);
      if (this.#keepsExtent() && this.#flipAll(run) !== null) {
        for (const at of run) {
          this.#changes.pixels[at] = 1;
          kept.push(at);
        }
      } else this.#flipOwn(run);
    }
    return kept.map((at) => this.#placeOf(at));
  }

  #mayEverMove(at: number): boolean {
    // Another shape may be in the same rectangle.
    const { x, y } = this.#placeOf(at);
    if (this.#now.pixels[at] !== pixelOf(this.#shape, x, y) || this.#changes.pixels[at] === 1) return false;
    return liesOnEdge(this.#before, at) && isBacked(this.#before, at);
  }

  #areCrowded(places: readonly number[]): boolean {
    const all = new Set(places);
    const stride = this.#stride;
    return places.some((at) => {
      let count = 0;
      for (const row of [at - stride, at, at + stride]) {
        for (const other of [row - 1, row, row + 1]) if (all.has(other)) count += 1;
      }
      return count > MAX_CROWD;
    });
  }

  /** Flips all places one by one, each as a simple point, in a valid order; null if there is none. */
  #flipAll(places: readonly number[]): readonly number[] | null {
    const flipped: number[] = [];
    let waiting = places;
    while (waiting.length > 0) {
      const left: number[] = [];
      for (const at of waiting) {
        if (liesOnEdge(this.#now, at) && isSimple(this.#now, at)) {
          this.#now.pixels[at] ^= 1;
          flipped.push(at);
        } else left.push(at);
      }
      if (left.length === waiting.length) break;
      waiting = left;
    }
    if (flipped.length === places.length) return flipped;
    this.#undo(flipped);
    return null;
  }

  #undo(flipped: readonly number[]): void {
    for (const at of flipped) this.#now.pixels[at] ^= 1;
  }

  /** Next to a changed pixel of another shape, two runs would merge. */
  #touchesChange(at: number): boolean {
    const { pixels } = this.#changes;
    const stride = this.#stride;
    for (const row of [at - stride, at, at + stride]) {
      if (pixels[row - 1] + pixels[row] + pixels[row + 1] > 0) return true;
    }
    return false;
  }

  #placeOf(at: number): Place {
    return { x: (at % this.#stride) - MARGIN, y: Math.floor(at / this.#stride) - MARGIN };
  }

  #liesInShape(at: number): boolean {
    const { x, y } = this.#placeOf(at);
    return x >= 0 && y >= 0 && x < this.#shape.width && y < this.#shape.height;
  }

  /** Returns whether the shape still reaches all four sides of its rectangle. */
  #keepsExtent(): boolean {
    const { width, height } = this.#shape;
    const last = width * height - 1;
    return (
      this.#hasBlack(0, 1, width) &&
      this.#hasBlack(last - width + 1, 1, width) &&
      this.#hasBlack(0, width, height) &&
      this.#hasBlack(width - 1, width, height)
    );
  }

  #hasBlack(first: number, step: number, count: number): boolean {
    for (let index = 0, at = first; index < count; index++, at += step) {
      if (this.pixels[at] === 1) return true;
    }
    return false;
  }

  #flipOwn(run: readonly number[]): void {
    for (const at of run) {
      const { x, y } = this.#placeOf(at);
      this.pixels[y * this.#shape.width + x] ^= 1;
    }
  }
}

/** Differences between the shape and the prototype laid on it, as places in the window. */
function differencesOf(shape: Shape, prototype: Shape, offset: Place, stride: number): readonly number[] {
  const places: number[] = [];
  const right = Math.max(shape.width, offset.x + prototype.width);
  const bottom = Math.max(shape.height, offset.y + prototype.height);
  for (let y = Math.min(0, offset.y); y < bottom; y++) {
    for (let x = Math.min(0, offset.x); x < right; x++) {
      const own = pixelOf(shape, x, y);
      if (own !== pixelOf(prototype, x - offset.x, y - offset.y)) {
        places.push((y + MARGIN) * stride + x + MARGIN);
      }
    }
  }
  return places;
}

function pixelOf(
  { width, height, pixels }: Pick<Shape, 'width' | 'height' | 'pixels'>,
  x: number,
  y: number,
): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : pixels[y * width + x];
}

/** Groups places connected by side or corner. */
function runsOf(places: readonly number[], stride: number): readonly (readonly number[])[] {
  const left = new Set(places);
  const runs: number[][] = [];
  for (const first of places) {
    if (!left.delete(first)) continue;
    const run = [first];
    for (const at of run) {
      for (const row of [at - stride, at, at + stride]) {
        for (const other of [row - 1, row, row + 1]) if (left.delete(other)) run.push(other);
      }
    }
    runs.push(run);
  }
  return runs;
}
