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
/** Of the ink, with a few pixels more for dots: above it a shape costs less as a symbol of its own. */
const MISMATCHES_PER_INK = 0.16;
const MISMATCHES_AT_LEAST = 4;
/** Comparisons of one page; noise that never looks alike costs a second of time at most. */
const MAX_COMPARISONS = 2_000_000;

interface OpenClass {
  readonly prototype: Component;
  readonly shape: PackedShape;
  readonly members: ClassMember[];
}

/** Every component in one class, the first of a class being its prototype; in the order of the components. */
export function findClasses(components: readonly Component[]): SymbolClass[] {
  const classes: OpenClass[] = [];
  const bySize = new Map<number, OpenClass[]>();
  let comparisons = 0;
  for (const component of components) {
    const shape = packShape(component);
    let best: { readonly found: OpenClass; readonly member: ClassMember } | null = null;
    let limit = Math.floor(component.ink * MISMATCHES_PER_INK) + MISMATCHES_AT_LEAST;
    for (const candidate of alike(bySize, component)) {
      const { prototype } = candidate;
      if (comparisons >= MAX_COMPARISONS || limit < 0) break;
      if (Math.abs(prototype.ink - component.ink) > limit) continue;
      for (const offset of alignments(component, prototype)) {
        comparisons += 1;
        const mismatches = countMismatches(shape, candidate.shape, offset, limit);
        if (mismatches > limit) continue;
        best = { found: candidate, member: { component, offset, mismatches } };
        limit = mismatches - 1;
      }
    }
    if (best !== null) {
      best.found.members.push(best.member);
      continue;
    }
    const own = { component, offset: { x: 0, y: 0 }, mismatches: 0 };
    const opened = { prototype: component, shape, members: [own] };
    classes.push(opened);
    const key = sizeKey(component.width, component.height);
    const others = bySize.get(key);
    if (others === undefined) bySize.set(key, [opened]);
    else others.push(opened);
  }
  return classes;
}

/** What a symbol takes, in bits: measured on scanned and on drawn pages of 300 dpi. */
const INSTANCE_BITS = 12;
const REFINED_INSTANCE_BITS = 6;
const BITS_PER_MISMATCH = 2;
const CLASS_BITS = 8;

/**
 * The members and classes that cost less as symbols than among the page's other pixels. `bitsPerEdge`: what those
 * take on this page.
 */
export function worthwhile(classes: readonly SymbolClass[], bitsPerEdge: number): SymbolClass[] {
  return classes.flatMap(({ prototype, members: all }) => {
    const gain = ({ component, mismatches }: ClassMember) =>
      component.edges * bitsPerEdge -
      INSTANCE_BITS -
      (mismatches === 0 ? 0 : REFINED_INSTANCE_BITS + BITS_PER_MISMATCH * mismatches);
    const members = all.filter((member) => gain(member) > 0);
    const gained = members.reduce((sum, member) => sum + gain(member), 0);
    return gained > prototype.edges * bitsPerEdge + CLASS_BITS ? [{ prototype, members }] : [];
  });
}

function* alike(
  bySize: ReadonlyMap<number, OpenClass[]>,
  { width, height }: Component,
): Generator<OpenClass> {
  for (let w = width - SIZE_TOLERANCE; w <= width + SIZE_TOLERANCE; w++) {
    for (let h = height - SIZE_TOLERANCE; h <= height + SIZE_TOLERANCE; h++) {
      yield* bySize.get(sizeKey(w, h)) ?? [];
    }
  }
}

function sizeKey(width: number, height: number): number {
  return width * 4096 + height;
}

/** Laid at either edge and in the middle, both ways. */
function* alignments(component: Component, prototype: Component): Generator<Offset> {
  for (const x of placesOf(component.width - prototype.width)) {
    for (const y of placesOf(component.height - prototype.height)) yield { x, y };
  }
}

function placesOf(difference: number): readonly number[] {
  if (difference === 0) return [0];
  return Math.abs(difference) === 1 ? [0, difference] : [difference / 2, 0, difference];
}
