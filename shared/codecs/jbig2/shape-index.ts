import { ComparedShapes, comparisons, type HeldShape } from './compared-shapes.ts';
import { packShape } from './packed-shape.ts';
import type { DistinctShape, Shape } from './shapes.ts';
import type { Offset, SymbolBitmap } from './symbol-bitmaps.ts';

/** Shapes are compared if they differ by no more than so many pixels in width and in height. */
const SIZE_TOLERANCE = 2;
/**
 * Comparisons for one page, and looks at shapes that are not even compared; and for each page that is coded with it.
 * Beyond either, shapes stay by themselves. Noise that never looks alike costs a second of time
 * at most, and a third of one for each page beside it.
 */
const MAX_COMPARISONS = 2_000_000;
const MAX_LOOKS = 20_000_000;
const MORE_COMPARISONS = 1_000_000;
const MORE_LOOKS = 10_000_000;

export interface IndexedShape {
  readonly component: Shape;
  /** Where the prototype lies in the member's frame. */
  readonly offset: Offset;
  /** Pixels that differ with the prototype laid there; 0 only for its equal. */
  readonly mismatches: number;
}

interface OpenClass {
  readonly prototype: Shape;
  readonly members: IndexedShape[];
}

interface ShelvedClass extends OpenClass {
  readonly held: HeldShape;
}

/** Classes by the size of their prototype, so that a shape is compared with its like alone. */
export class ShapeIndex {
  readonly classes: OpenClass[] = [];
  readonly #bySize = new Map<number, ShelvedClass[]>();
  readonly #shapes = new ComparedShapes();
  #comparisons: number;
  #looks: number;

  constructor(pages: number) {
    this.#comparisons = MAX_COMPARISONS + (pages - 1) * MORE_COMPARISONS;
    this.#looks = MAX_LOOKS + (pages - 1) * MORE_LOOKS;
  }

  open(prototype: Shape, packed = packShape(prototype)): OpenClass {
    const opened = { prototype, held: this.#shapes.hold(packed), members: [] };
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
    this.#shapes.compare(packed);
    let most = limit;
    let best: { readonly found: OpenClass; readonly offset: Offset; readonly mismatches: number } | null =
      null;
    for (let wider = -SIZE_TOLERANCE; wider <= SIZE_TOLERANCE; wider++) {
      for (let higher = -SIZE_TOLERANCE; higher <= SIZE_TOLERANCE; higher++) {
        for (const found of this.#bySize.get(sizeKey(width - wider, height - higher)) ?? NONE) {
          this.#looks -= 1;
          if (Math.abs(found.prototype.ink - ink) > most) continue;
          const mismatches = this.#shapes.mismatches(found.held, wider, higher, most);
          this.#comparisons -= comparisons(wider, higher, found.held.height);
          if (mismatches > most) continue;
          best = { found, offset: this.#shapes.offset, mismatches };
          most = mismatches - 1;
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
export function laidOn(prototype: Shape, members: readonly IndexedShape[]): readonly IndexedShape[] {
  const shapes = new ComparedShapes();
  const held = shapes.hold(packShape(prototype));
  return members.map(({ component }) => {
    const [wider, higher] = [component.width - prototype.width, component.height - prototype.height];
    shapes.compare(packShape(component));
    const mismatches = shapes.mismatches(held, wider, higher, Number.MAX_SAFE_INTEGER);
    return { component, offset: shapes.offset, mismatches };
  });
}

const NONE: readonly ShelvedClass[] = [];

function sizeKey(width: number, height: number): number {
  return width * 4096 + height;
}

/** The pixels that most members have; where a page was scanned, each member has faults of its own. */
export function commonPixels({ width, height }: SymbolBitmap, members: readonly IndexedShape[]): Uint8Array {
  const votes = new Uint32Array(width * height);
  for (const member of members) addVotes(votes, width, height, member);
  const common = new Uint8Array(votes.length);
  for (let at = 0; at < votes.length; at++) common[at] = votes[at] * 2 > members.length ? 1 : 0;
  return common;
}

/** By itself: V8 compiles what is called often once, and long loops of what is called seldom again and again. */
function addVotes(votes: Uint32Array, width: number, height: number, member: IndexedShape): void {
  const { pixels, width: ownWidth, height: ownHeight } = member.component;
  const { x, y } = member.offset;
  const left = Math.max(0, -x);
  const right = Math.min(width, ownWidth - x);
  const bottom = Math.min(height, ownHeight - y);
  for (let row = Math.max(0, -y); row < bottom; row++) {
    let from = (row + y) * ownWidth + x + left;
    for (let at = row * width + left; at < row * width + right; at++) votes[at] += pixels[from++];
  }
}
