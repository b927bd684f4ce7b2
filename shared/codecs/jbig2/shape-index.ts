import { ComparedShapes, comparisons, type HeldShape } from './compared-shapes.ts';
import { packShape } from './packed-shape.ts';
import type { DistinctShape, Shape } from './shapes.ts';
import type { Offset, SymbolBitmap } from './symbol-bitmaps.ts';

/** Maximum difference in width and height of compared shapes. */
const SIZE_TOLERANCE = 2;
/**
 * Maximum comparisons and candidate checks for one page, and for each further page. Beyond them, shapes stay
 * separate. Noise that never matches costs at most one second, and a third of one per further page.
 */
const MAX_COMPARISONS = 2_000_000;
const MAX_LOOKS = 20_000_000;
const MORE_COMPARISONS = 1_000_000;
const MORE_LOOKS = 10_000_000;

export interface IndexedShape {
  readonly component: Shape;
  /** Offset of the prototype in the member's frame. */
  readonly offset: Offset;
  /** Differing pixels at that offset; 0 only for equal shapes. */
  readonly mismatches: number;
}

interface OpenClass {
  readonly prototype: Shape;
  readonly members: IndexedShape[];
}

interface ShelvedClass extends OpenClass {
  readonly held: HeldShape;
}

/** Classes by prototype size, so that a shape is only compared with similar sizes. */
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

  /** Adds the shapes to the most similar class; returns false if none has at most `limit` mismatches. */
  add({ shapes, packed }: DistinctShape, limit: number): boolean {
    if (limit < 0 || this.#comparisons <= 0 || this.#looks <= 0) return false;
    const { width, height, ink } = shapes[0]!;
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

/** Returns the members of a class relative to another prototype of the same size. */
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

/** Returns the majority of the members' pixels; on a scan, each member has faults of its own. */
export function commonPixels({ width, height }: SymbolBitmap, members: readonly IndexedShape[]): Uint8Array {
  const votes = new Uint32Array(width * height);
  for (const member of members) addVotes(votes, width, height, member);
  const common = new Uint8Array(votes.length);
  for (let at = 0; at < votes.length; at++) common[at] = votes[at]! * 2 > members.length ? 1 : 0;
  return common;
}

/**
 * A separate function: V8 compiles frequently called functions once, but long loops of rarely called ones
 * repeatedly.
 */
function addVotes(votes: Uint32Array, width: number, height: number, member: IndexedShape): void {
  const { pixels, width: ownWidth, height: ownHeight } = member.component;
  const { x, y } = member.offset;
  const left = Math.max(0, -x);
  const right = Math.min(width, ownWidth - x);
  const bottom = Math.min(height, ownHeight - y);
  for (let row = Math.max(0, -y); row < bottom; row++) {
    let from = (row + y) * ownWidth + x + left;
    for (let at = row * width + left; at < row * width + right; at++) votes[at]! += pixels[from++]!;
  }
}
