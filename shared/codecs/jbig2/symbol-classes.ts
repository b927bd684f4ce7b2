import { commonPixels, type IndexedShape, laidOn, ShapeIndex } from './shape-index.ts';
import { type DistinctShape, DistinctShapes, type Shape } from './shapes.ts';

/**
 * Similar shapes of some pages that share a prototype. Differences are coded too: a class only affects the
 * cost of a shape, never its look.
 */
export interface SymbolClass {
  /** One of the members, or the majority of their pixels. */
  readonly prototype: Shape;
  readonly members: readonly ClassMember[];
}

export type ClassMember = IndexedShape;

/**
 * Mismatches allowed per bit that the shape costs otherwise. A less similar shape should start a new class
 * that others match better; noisy pages, where every bit of an edge costs more, allow more. A shape that
 * occurs `n` times pays for mismatches `n` times, and for its own prototype once.
 */
const MISMATCHES_PER_BIT = 0.22;

/** Cost of a symbol in bits, measured on scanned and drawn pages of 300 dpi. */
const INSTANCE_BITS = 9;
const REFINED_INSTANCE_BITS = 2;
const BITS_PER_MISMATCH = 2.5;
const CLASS_BITS = 16;

/**
 * Shapes with fewer edges are dots. They often come in rows, which a region codes in fewer bits than separate
 * dots.
 */
const SPECK_EDGES = 20;
const SPECK_BITS = 12;

/** Minimum members: a majority of fewer gains nothing. */
const MIN_VOTERS = 3;

/** Returns the classes that cost less as symbols than as other pixels of `pages` pages. */
export function findClasses(distinct: readonly DistinctShape[], pages: number): readonly SymbolClass[] {
  const kept = grouped(distinct, pages).filter(isWorth).map(withCommonShape);
  const scanned = mostDiffer(kept);
  const index = new ShapeIndex(pages);
  const placed = new Set<Shape>();
  for (const { prototype, members } of kept) {
    const opened = index.open(prototype);
    // If no two letters are equal, each is matched again with the best prototype, now that all are known.
    if (scanned) continue;
    for (const member of members) {
      opened.members.push(member);
      placed.add(member.component);
    }
  }
  // A single shape, or one whose class was not worth its prototype, may still gain from a less similar class.
  for (const each of distinct) {
    if (!placed.has(each.shapes[0]!)) index.add(each, mostMismatches(each.shapes[0]!));
  }
  const classes = scanned ? index.classes.filter(isWorth).map(withCommonShape) : index.classes;
  return classes
    .map(({ prototype, members }) => ({
      prototype,
      members: members.filter((member) => gainOfMember(member) > 0),
    }))
    .filter(isWorth);
}

function isWorth(found: SymbolClass): boolean {
  return gainOf(found) > 0;
}

function mostDiffer(classes: readonly SymbolClass[]): boolean {
  const members = classes.flatMap((found) => found.members);
  return members.filter(({ mismatches }) => mismatches > 0).length * 2 > members.length;
}

/** Groups every shape; the first of a class is its prototype. */
export function groupAlike(shapes: readonly Shape[]): readonly SymbolClass[] {
  return grouped(new DistinctShapes().add(shapes).byCount, 1);
}

/** Equal shapes are in one class, whatever it costs to find similar ones. */
function grouped(distinct: readonly DistinctShape[], pages: number): readonly SymbolClass[] {
  const index = new ShapeIndex(pages);
  for (const each of distinct) {
    const { shapes, packed } = each;
    const limit = Math.floor((shapes[0]!.bits * MISMATCHES_PER_BIT) / shapes.length);
    if (index.add(each, limit)) continue;
    const { members } = index.open(shapes[0]!, packed);
    for (const shape of shapes) members.push(asItIs(shape));
  }
  return index.classes;
}

function asItIs(component: Shape): ClassMember {
  return { component, offset: { x: 0, y: 0 }, mismatches: 0 };
}

/** Bits saved by drawing the members from the prototype, minus the prototype's cost: an estimate on the high side. */
export function gainOf({ prototype, members }: SymbolClass): number {
  const gains = members.reduce((sum, member) => sum + Math.max(0, gainOfMember(member)), 0);
  return gains - prototypeBits(prototype);
}

export function prototypeBits({ bits }: Shape): number {
  return bits + CLASS_BITS;
}

export function gainOfMember({ component, mismatches }: ClassMember): number {
  const refinement = mismatches === 0 ? 0 : REFINED_INSTANCE_BITS + BITS_PER_MISMATCH * mismatches;
  const place = component.edges < SPECK_EDGES ? SPECK_BITS : INSTANCE_BITS;
  return component.bits - place - refinement;
}

/** Maximum mismatches with which a member still gains. */
function mostMismatches({ bits }: Shape): number {
  return Math.floor((bits - INSTANCE_BITS - REFINED_INSTANCE_BITS) / BITS_PER_MISMATCH);
}

/** Replaces the prototype by the majority of the members' pixels if that is more similar to them. */
function withCommonShape(found: SymbolClass): SymbolClass {
  const { prototype, members } = found;
  const equal = members.filter(({ mismatches }) => mismatches === 0).length;
  if (members.length < MIN_VOTERS || equal * 2 > members.length) return found;
  const common = { ...prototype, pixels: commonPixels(prototype, members) };
  const laid = laidOn(common, members);
  return cost(laid) < cost(members) ? { prototype: common, members: laid } : found;
}

function cost(members: readonly ClassMember[]): number {
  return members.reduce((sum, member) => sum - gainOfMember(member), 0);
}
