import type { Bitmap } from '../../bitmap.ts';
import type { Shape } from '../shapes.ts';
import type { ClassMember, SymbolClass } from '../symbol-classes.ts';
import { flipOnPage, type MovingPage, movingPage, PageWindow } from './page-window.ts';
import { type Grid, isBacked, isCorner, isSimple } from './pixel-rules.ts';

/**
 * Moves pixels on the edges of scanned letters toward the shape of their class, so that they need no
 * refinement: edges differ by scanner noise. Only pixels apart from each other move, and only at the corners of
 * steps, so that a step shifts along its edge. Shapes keep their topology, their sizes and all turns of their
 * contours, and thin strokes stay, so a different letter in the class keeps its bars, serifs and nubs.
 */

/** Pixels: in lower shapes a pixel may distinguish two letters. */
const MIN_HEIGHT = 16;
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
    const page = movingPage(this.#pages[index]!);
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
    const differs = new Set(this.#differences);
    const kept: Place[] = [];
    for (const at of this.#differences) {
      if (!this.#mayMove(at) || this.#hasBeside(at, (other) => differs.has(other))) continue;
      const place = this.#placeOf(at);
      this.pixels[place.y * this.#shape.width + place.x]! ^= 1;
      this.#now.pixels[at]! ^= 1;
      kept.push(place);
    }
    return kept;
  }

  #mayMove(at: number): boolean {
    const { pixels } = this.#changes;
    // The cheapest question first: most differences are bumps.
    if (!isCorner(this.#now, at) || !isSimple(this.#now, at)) return false;
    // Another shape may be in the same rectangle.
    const { x, y } = this.#placeOf(at);
    if (this.#now.pixels[at] !== pixelOf(this.#shape, x, y)) return false;
    return isBacked(this.#before, at) && !this.#hasBeside(at, (other) => pixels[other] === 1);
  }

  #hasBeside(at: number, asked: (other: number) => boolean): boolean {
    const stride = this.#stride;
    for (const row of [at - stride, at, at + stride]) {
      for (let other = row - 1; other <= row + 1; other++) if (other !== at && asked(other)) return true;
    }
    return false;
  }

  #placeOf(at: number): Place {
    return { x: (at % this.#stride) - MARGIN, y: Math.floor(at / this.#stride) - MARGIN };
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
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : pixels[y * width + x]!;
}
