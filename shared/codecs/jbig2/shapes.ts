import type { Component } from './components.ts';
import { type PackedShape, ShapePacker } from './packed-shape.ts';

/** A connected shape of one of the pages that are coded together. */
export interface Shape extends Component {
  /** Index of its page. */
  readonly page: number;
  /** Its cost in bits as part of a generic region. */
  readonly bits: number;
}

/** All shapes with the same pixels, in page order. */
export interface DistinctShape {
  readonly shapes: readonly Shape[];
  readonly packed: PackedShape;
}

/** `bitsPerEdge`: cost of an edge on this page. */
export function shapesOn(page: number, components: readonly Component[], bitsPerEdge: number): Shape[] {
  // Field by field: there are hundreds of thousands, and object spread takes several times as long.
  return components.map(({ x, y, width, height, ink, edges, pixels }) => ({
    x,
    y,
    width,
    height,
    ink,
    edges,
    pixels,
    page,
    bits: edges * bitsPerEdge,
  }));
}

interface GrowingShape extends DistinctShape {
  readonly shapes: Shape[];
}

/** Groups equal shapes, page by page: one of them keeps a copy of its pixels, so that the page can be released. */
export class DistinctShapes {
  readonly #byHash = new Map<number, GrowingShape[]>();
  readonly #all: GrowingShape[] = [];
  readonly #packer = new ShapePacker();
  count = 0;

  add(shapes: readonly Shape[]): this {
    for (const shape of shapes) this.#addOne(shape);
    this.count += shapes.length;
    return this;
  }

  /** Most frequent first, then in order of first occurrence. */
  get byCount(): readonly DistinctShape[] {
    return this.#all.toSorted((a, b) => b.shapes.length - a.shapes.length);
  }

  #addOne(shape: Shape): void {
    const packed = this.#packer.pack(shape);
    const hash = hashOf(shape, packed.words);
    const alike = this.#byHash.get(hash) ?? [];
    const equal = alike.find((other) => isEqual(shape, packed, other.shapes[0]!, other.packed));
    if (equal !== undefined) {
      const { x, y, width, height, ink, edges, page, bits } = shape;
      const { pixels } = equal.shapes[0]!;
      equal.shapes.push({ x, y, width, height, ink, edges, pixels, page, bits });
      return;
    }
    const kept = { ...packed, words: packed.words.slice() };
    const first = { shapes: [{ ...shape, pixels: shape.pixels.slice() }], packed: kept };
    alike.push(first);
    this.#byHash.set(hash, alike);
    this.#all.push(first);
  }
}

function isEqual(a: Shape, { words }: PackedShape, b: Shape, other: PackedShape): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  for (let at = 0; at < words.length; at++) if (words[at] !== other.words[at]) return false;
  return true;
}

/** FNV-1a over words. */
function hashOf({ width, height }: Shape, words: Int32Array): number {
  let hash = Math.imul(width * 4096 + height, FNV_PRIME);
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words[at]!, FNV_PRIME);
  return hash;
}

const FNV_PRIME = 16_777_619;
