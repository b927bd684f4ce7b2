import { commonPixels, type IndexedShape, laidOn, ShapeIndex } from './shape-index.ts';
import { type DistinctShape, DistinctShapes, type Shape } from './shapes.ts';

/**
 * Shapes of some pages that look alike, so that each can be told by the one that stands for them all. What differs is
 * coded too: a class decides only what a shape costs, never how it looks.
 */
export interface SymbolClass {
  /** One of the members, or what most of them have in common. */
  readonly prototype: Shape;
  readonly members: readonly ClassMember[];
}

export type ClassMember = IndexedShape;

/**
 * Pixels that may differ for each bit that the shape costs otherwise. A shape less alike than that is better told by
 * a prototype that others will be more alike to; noisy pages, where every bit of an edge costs more, allow more. One
 * that comes `n` times pays for what differs as often, and for a prototype of its own once.
 */
const MISMATCHES_PER_BIT = 0.22;

/** What a symbol takes, in bits: measured on scanned and on drawn pages of 300 dpi. */
const INSTANCE_BITS = 9;
const REFINED_INSTANCE_BITS = 2;
const BITS_PER_MISMATCH = 2.5;
const CLASS_BITS = 16;

/** Dots have fewer edges. They often come in rows, which a region tells for less than each dot takes by itself. */
const SPECK_EDGES = 20;
const SPECK_BITS = 12;

/** Fewer have nothing in common that one of them has not. */
const MIN_VOTERS = 3;

/** The classes that cost less as symbols than among the other pixels of `pages` pages. */
export function findClasses(distinct: readonly DistinctShape[], pages: number): readonly SymbolClass[] {
  const kept = grouped(distinct, pages).filter(isWorth).map(withCommonShape);
  const scanned = mostDiffer(kept);
  const index = new ShapeIndex(pages);
  const placed = new Set<Shape>();
  for (const { prototype, members } of kept) {
    const opened = index.open(prototype);
    // Where no two letters are equal, each is asked again which prototype it is most like, now that all are known.
    if (scanned) continue;
    for (const member of members) {
      opened.members.push(member);
      placed.add(member.component);
    }
  }
  // A shape that stood alone, or whose class was not worth its prototype, may still gain from one less alike.
  for (const each of distinct) {
    if (!placed.has(each.shapes[0])) index.add(each, mostMismatches(each.shapes[0]));
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

/** Every shape in one class, the first of a class being its prototype. */
export function groupAlike(shapes: readonly Shape[]): readonly SymbolClass[] {
  return grouped(new DistinctShapes().add(shapes).byCount, 1);
}

/** Equal shapes are in one class, whatever it costs to find what else is alike. */
function grouped(distinct: readonly DistinctShape[], pages: number): readonly SymbolClass[] {
  const index = new ShapeIndex(pages);
  for (const each of distinct) {
    const { shapes, packed } = each;
    const limit = Math.floor((shapes[0].bits * MISMATCHES_PER_BIT) / shapes.length);
    if (index.add(each, limit)) continue;
    const { members } = index.open(shapes[0], packed);
    for (const shape of shapes) members.push(asItIs(shape));
  }
  return index.classes;
}

function asItIs(component: Shape): ClassMember {
  return { component, offset: { x: 0, y: 0 }, mismatches: 0 };
}

/** Bits saved by drawing the members from the prototype, less what it takes to tell it once: an estimate on the high side. */
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

/** With which a member still gains. */
function mostMismatches({ bits }: Shape): number {
  return Math.floor((bits - INSTANCE_BITS - REFINED_INSTANCE_BITS) / BITS_PER_MISMATCH);
}

/** The class with what its members have in common as its prototype, where that is more like them. */
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
