import type { Component } from './components.ts';
import { type PackedShape, packShape } from './packed-shape.ts';

/** A connected shape of one of the pages that are coded together. */
export interface Shape extends Component {
  /** Index of its page among them. */
  readonly page: number;
  /** What it takes among the other pixels of its page. */
  readonly bits: number;
}

/** All shapes with the same pixels, in the order of the pages. */
export interface DistinctShape {
  readonly shapes: readonly Shape[];
  readonly packed: PackedShape;
}

/** `bitsPerEdge`: what an edge takes on this page. */
export function shapesOn(page: number, components: readonly Component[], bitsPerEdge: number): Shape[] {
  return components.map((component) => ({ ...component, page, bits: component.edges * bitsPerEdge }));
}

/** Equal shapes together, the most frequent first and else in the order of their first ones. */
export function distinctShapes(shapes: readonly Shape[]): readonly DistinctShape[] {
  const byHash = new Map<number, { readonly shapes: Shape[]; readonly packed: PackedShape }[]>();
  const all: { readonly shapes: Shape[]; readonly packed: PackedShape }[] = [];
  for (const shape of shapes) {
    const packed = packShape(shape);
    const hash = hashOf(shape, packed.words);
    const alike = byHash.get(hash) ?? [];
    const equal = alike.find((other) => isEqual(shape, packed, other.shapes[0], other.packed));
    if (equal !== undefined) {
      // One array of pixels for all of them.
      equal.shapes.push({ ...shape, pixels: equal.shapes[0].pixels });
      continue;
    }
    const first = { shapes: [shape], packed };
    alike.push(first);
    byHash.set(hash, alike);
    all.push(first);
  }
  return all.toSorted((a, b) => b.shapes.length - a.shapes.length);
}

function isEqual(a: Shape, { words }: PackedShape, b: Shape, other: PackedShape): boolean {
  return a.width === b.width && a.height === b.height && words.every((word, at) => word === other.words[at]);
}

/** FNV-1a over words. */
function hashOf({ width, height }: Shape, words: Int32Array): number {
  let hash = Math.imul(width * 4096 + height, FNV_PRIME);
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words[at], FNV_PRIME);
  return hash;
}

const FNV_PRIME = 16_777_619;
