import { countMismatches, type PackedShape, packShape } from './packed-shape.ts';
import type { DistinctShape, Shape } from './shapes.ts';
import type { Offset, SymbolBitmap } from './symbol-bitmaps.ts';

/** Shapes are compared if they differ by no more than so many pixels in width and in height. */
const SIZE_TOLERANCE = 2;
/**
 * Comparisons for one page, and looks at shapes that are not even compared; and for each page that is coded with it.
 * Beyond either, shapes stay by themselves. Noise that never looks alike costs a second of time at most.
 */
const MAX_COMPARISONS = 2_000_000;
const MAX_LOOKS = 20_000_000;
const MORE_COMPARISONS = 250_000;
const MORE_LOOKS = 2_500_000;

export interface ShelfMember {
  readonly component: Shape;
  /** Where the prototype lies in the member's frame. */
  readonly offset: Offset;
  /** Pixels that differ with the prototype laid there; 0 only for its equal. */
  readonly mismatches: number;
}

interface OpenClass {
  readonly prototype: Shape;
  readonly packed: PackedShape;
  readonly members: ShelfMember[];
}

/** Classes by the size of their prototype, so that a shape is compared with its like alone. */
export class Shelf {
  readonly classes: OpenClass[] = [];
  readonly #bySize = new Map<number, OpenClass[]>();
  #comparisons: number;
  #looks: number;

  constructor(pages: number) {
    this.#comparisons = MAX_COMPARISONS + (pages - 1) * MORE_COMPARISONS;
    this.#looks = MAX_LOOKS + (pages - 1) * MORE_LOOKS;
  }

  open(prototype: Shape, packed = packShape(prototype)): OpenClass {
    const opened = { prototype, packed, members: [] };
    this.classes.push(opened);
    const key = sizeKey(prototype.width, prototype.height);
    const others = this.#bySize.get(key);
    if (others === undefined) this.#bySize.set(key, [opened]);
    else others.push(opened);
    return opened;
  }

  /** Puts the shapes into the class that is most like them; false where none has at most `limit` mismatches. */
  add({ shapes, packed }: DistinctShape, limit: number): boolean {
    if (limit < 0 || this.#comparisons <= 0 || this.#looks <= 0) return false;
    const [{ width, height, ink }] = shapes;
    let most = limit;
    let best: { readonly found: OpenClass; readonly offset: Offset; readonly mismatches: number } | null =
      null;
    for (let wider = -SIZE_TOLERANCE; wider <= SIZE_TOLERANCE; wider++) {
      for (let higher = -SIZE_TOLERANCE; higher <= SIZE_TOLERANCE; higher++) {
        for (const found of this.#bySize.get(sizeKey(width - wider, height - higher)) ?? NONE) {
          this.#looks -= 1;
          if (Math.abs(found.prototype.ink - ink) > most) continue;
          const laid = bestOffset(packed, found.packed, wider, higher, most);
          this.#comparisons -= laid.comparisons;
          if (laid.mismatches > most) continue;
          best = { found, offset: laid.offset, mismatches: laid.mismatches };
          most = laid.mismatches - 1;
        }
      }
    }
    if (best === null) return false;
    const { found, offset, mismatches } = best;
    for (const component of shapes) found.members.push({ component, offset, mismatches });
    return true;
  }
}

/** The members of a class beside another prototype of the same size. */
export function laidOn(prototype: Shape, members: readonly ShelfMember[]): readonly ShelfMember[] {
  const shape = packShape(prototype);
  return members.map(({ component }) => {
    const [wider, higher] = [component.width - prototype.width, component.height - prototype.height];
    const { offset, mismatches } = bestOffset(packShape(component), shape, wider, higher, ANY);
    return { component, offset, mismatches };
  });
}

const ANY = Number.MAX_SAFE_INTEGER;

/**
 * The first place with the fewest mismatches; more than `limit` where no place has as few. A shape of another size is
 * never equal, even where what it lacks is white.
 */
function bestOffset(
  shape: PackedShape,
  prototype: PackedShape,
  wider: number,
  higher: number,
  limit: number,
): { readonly offset: Offset; readonly mismatches: number; readonly comparisons: number } {
  const least = wider === 0 && higher === 0 ? 0 : 1;
  let offset: Offset = { x: 0, y: 0 };
  let fewest = limit + 1;
  let comparisons = 0;
  for (const x of placesOf(wider)) {
    for (const y of placesOf(higher)) {
      // PDFium takes no offset at all for one of a prototype's height or more.
      if (Math.abs(y) >= prototype.height) continue;
      comparisons += 1;
      const mismatches = Math.max(least, countMismatches(shape, prototype, { x, y }, fewest - 1));
      if (mismatches >= fewest) continue;
      offset = { x, y };
      fewest = mismatches;
    }
  }
  return { offset, mismatches: fewest, comparisons };
}

const NONE: readonly OpenClass[] = [];

function sizeKey(width: number, height: number): number {
  return width * 4096 + height;
}

/** The pixels that most members have; where a page was scanned, each member has faults of its own. */
export function commonPixels({ width, height }: SymbolBitmap, members: readonly ShelfMember[]): Uint8Array {
  const votes = new Uint32Array(width * height);
  for (const { component, offset } of members) {
    for (let y = Math.max(0, -offset.y); y < height && y + offset.y < component.height; y++) {
      const row = (y + offset.y) * component.width + offset.x;
      for (let x = Math.max(0, -offset.x); x < width && x + offset.x < component.width; x++) {
        votes[y * width + x] += component.pixels[row + x];
      }
    }
  }
  return Uint8Array.from(votes, (count) => (count * 2 > members.length ? 1 : 0));
}

/** Where a prototype is laid along one side if the shape is by `difference` larger: at either edge and in the middle. */
function placesOf(difference: number): readonly number[] {
  return PLACES[difference + SIZE_TOLERANCE];
}

const PLACES: readonly (readonly number[])[] = [[-1, 0, -2], [0, -1], [0], [0, 1], [1, 0, 2]];
