import type { Component } from './components.ts';
import { countMismatches, type PackedShape, packShape } from './packed-shape.ts';
import type { Offset } from './symbol-bitmaps.ts';

/**
 * Shapes of a page that look alike, so that each can be told by the one that stands for them all. What differs is
 * coded too: a class decides only what a shape costs, never how it looks.
 */
export interface SymbolClass {
  readonly prototype: Component;
  readonly members: readonly ClassMember[];
}

export interface ClassMember {
  readonly component: Component;
  /** Where the prototype lies in the member's frame. */
  readonly offset: Offset;
  /** Pixels that differ with the prototype laid there; 0 only for its equal. */
  readonly mismatches: number;
}

/** Shapes are compared if they differ by no more than so many pixels in width and in height. */
const SIZE_TOLERANCE = 2;
/**
 * Pixels that may differ for each bit that the shape costs otherwise. A shape less alike than that is better told by
 * a prototype that others will be more alike to; noisy pages, where every bit of an edge costs more, allow more.
 */
const MISMATCHES_PER_BIT = 0.22;
/**
 * Comparisons of one page, and looks at shapes that are not even compared: beyond either, shapes stay by themselves.
 * Noise that never looks alike costs a second of time at most.
 */
const MAX_COMPARISONS = 2_000_000;
const MAX_LOOKS = 20_000_000;

/** What a symbol takes, in bits: measured on scanned and on drawn pages of 300 dpi. */
const INSTANCE_BITS = 12;
const REFINED_INSTANCE_BITS = 6;
const BITS_PER_MISMATCH = 2;
const CLASS_BITS = 8;

/**
 * The classes that cost less as symbols than among the page's other pixels. `bitsPerEdge`: what those take on this
 * page.
 */
export function findClasses(components: readonly Component[], bitsPerEdge: number): readonly SymbolClass[] {
  const all = groupAlike(components, bitsPerEdge);
  const kept = all.filter((found) => gainOf(found, bitsPerEdge) > 0);
  // A shape that stood alone, or whose class was not worth its prototype, may still gain from one less alike.
  const shelf = new Shelf();
  const placed = new Set<Component>();
  for (const { prototype, members } of kept) {
    const opened = shelf.open(prototype);
    for (const member of members) placed.add(member.component);
    opened.members.push(...members);
  }
  for (const component of components) {
    if (!placed.has(component)) shelf.add(component, mostMismatches(component, bitsPerEdge));
  }
  return shelf.classes
    .map(({ prototype, members }) => ({
      prototype,
      members: members.filter((member) => gainOfMember(member, bitsPerEdge) > 0),
    }))
    .filter((found) => gainOf(found, bitsPerEdge) > 0);
}

/** Every component in one class, the first of a class being its prototype; in the order of the components. */
export function groupAlike(components: readonly Component[], bitsPerEdge: number): readonly SymbolClass[] {
  const shelf = new Shelf();
  for (const component of components) {
    const limit = Math.floor(component.edges * bitsPerEdge * MISMATCHES_PER_BIT);
    if (!shelf.add(component, limit)) shelf.open(component).members.push(asItIs(component));
  }
  return shelf.classes;
}

function asItIs(component: Component): ClassMember {
  return { component, offset: { x: 0, y: 0 }, mismatches: 0 };
}

/** Bits saved by drawing the members from the prototype, less what it takes to tell it once: an estimate on the high side. */
export function gainOf({ prototype, members }: SymbolClass, bitsPerEdge: number): number {
  const gains = members.reduce((sum, member) => sum + Math.max(0, gainOfMember(member, bitsPerEdge)), 0);
  return gains - prototype.edges * bitsPerEdge - CLASS_BITS;
}

function gainOfMember({ component, mismatches }: ClassMember, bitsPerEdge: number): number {
  const refinement = mismatches === 0 ? 0 : REFINED_INSTANCE_BITS + BITS_PER_MISMATCH * mismatches;
  return component.edges * bitsPerEdge - INSTANCE_BITS - refinement;
}

/** With which a member still gains. */
function mostMismatches({ edges }: Component, bitsPerEdge: number): number {
  return Math.floor((edges * bitsPerEdge - INSTANCE_BITS - REFINED_INSTANCE_BITS) / BITS_PER_MISMATCH);
}

interface OpenClass {
  readonly prototype: Component;
  readonly shape: PackedShape;
  readonly members: ClassMember[];
}

/** Classes by the size of their prototype, so that a shape is compared with its like alone. */
class Shelf {
  readonly classes: OpenClass[] = [];
  readonly #bySize = new Map<number, OpenClass[]>();
  #comparisons = 0;
  #looks = 0;

  open(prototype: Component): OpenClass {
    const opened = { prototype, shape: packShape(prototype), members: [] };
    this.classes.push(opened);
    const key = sizeKey(prototype.width, prototype.height);
    const others = this.#bySize.get(key);
    if (others === undefined) this.#bySize.set(key, [opened]);
    else others.push(opened);
    return opened;
  }

  /** Puts the component into the class that is most like it; false where none has at most `limit` mismatches. */
  add(component: Component, limit: number): boolean {
    if (this.#comparisons > MAX_COMPARISONS || this.#looks > MAX_LOOKS) return false;
    const shape = packShape(component);
    let most = limit;
    let best: { readonly found: OpenClass; readonly member: ClassMember } | null = null;
    for (let wider = -SIZE_TOLERANCE; wider <= SIZE_TOLERANCE; wider++) {
      for (let higher = -SIZE_TOLERANCE; higher <= SIZE_TOLERANCE; higher++) {
        const size = sizeKey(component.width - wider, component.height - higher);
        for (const found of this.#bySize.get(size) ?? NONE) {
          this.#looks += 1;
          if (Math.abs(found.prototype.ink - component.ink) > most) continue;
          for (const x of placesOf(wider)) {
            for (const y of placesOf(higher)) {
              this.#comparisons += 1;
              const mismatches = countMismatches(shape, found.shape, { x, y }, most);
              if (mismatches > most) continue;
              best = { found, member: { component, offset: { x, y }, mismatches } };
              most = mismatches - 1;
            }
          }
        }
      }
    }
    best?.found.members.push(best.member);
    return best !== null;
  }
}

const NONE: readonly OpenClass[] = [];

function sizeKey(width: number, height: number): number {
  return width * 4096 + height;
}

/** Where a prototype is laid along one side if the shape is by `difference` larger: at either edge and in the middle. */
function placesOf(difference: number): readonly number[] {
  return PLACES[difference + SIZE_TOLERANCE];
}

const PLACES: readonly (readonly number[])[] = [[-1, 0, -2], [0, -1], [0], [0, 1], [1, 0, 2]];
