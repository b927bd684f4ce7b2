/**
 * Drawing state of Type 1 charstrings: current point, open subpath, flex and stems (Adobe Type 1 Font Format,
 * 6 and 8).
 */
import { ofLength, type Tuple } from '../../lists.ts';
import {
  type Accent,
  type Glyph,
  GlyphBuilder,
  type StemSet,
  type Stems,
  sortedStems,
} from '../cff/glyph.ts';
import { refuse } from '../cff/refused-face.ts';

export type Axis = 'horizontal' | 'vertical';
type Pair = readonly [start: number, width: number];
type Point = readonly [dx: number, dy: number];

/** 8.3: the reference point, and three points of each of two curves. */
const FLEX_POINTS = 7;

export class Type1Pen {
  readonly #builder = new GlyphBuilder();
  #stems: Record<Axis, Pair[]> = { horizontal: [], vertical: [] };
  /** Points since the flex began, each relative to the previous one. */
  #flex: Point[] | null = null;
  #bearing: readonly [x: number, y: number] | null = null;
  #width = 0;
  /** The current point; moves of a flex are applied at its end. */
  #x = 0;
  #y = 0;
  #isOpen = false;
  /** A path must begin with a move, also after `closepath` (6.4). */
  #canDraw = false;

  finish(accent: Accent | null): Glyph {
    this.#started();
    if (this.#isOpen) refuse('odd-charstring', 'a subpath that is not closed');
    return this.#builder.finish(this.#width, accent);
  }

  sideBearing(sbx: number, sby: number, wx: number, wy: number): void {
    if (this.#bearing !== null) refuse('odd-charstring', 'two widths');
    if (wy !== 0) refuse('odd-charstring', 'a vertical advance');
    this.#bearing = [sbx, sby];
    this.#width = wx;
  }

  /** Stems are relative to the left side bearing point (6.4). */
  stem(axis: Axis, start: number, width: number): void {
    this.#stems[axis].push([this.#origin(axis) + start, width]);
    this.#stemsChanged();
  }

  /** Three stems with equal gaps; a counter mask in Type 2 (#5177, 4.3). */
  threeStems(axis: Axis, operands: readonly number[]): void {
    const pairs: Pair[] = [];
    for (let i = 0; i < operands.length; i += 2)
      pairs.push([this.#origin(axis) + operands[i]!, operands[i + 1]!]);
    for (const pair of pairs) this.#stems[axis].push(pair);
    const stems = sortedStems(pairs);
    this.#builder.counter(axis === 'horizontal' ? stemSet(stems, []) : stemSet([], stems));
    this.#stemsChanged();
  }

  replaceStems(): void {
    this.#stems = { horizontal: [], vertical: [] };
    this.#stemsChanged();
  }

  move(dx: number, dy: number): void {
    if (this.#flex !== null) {
      if (this.#flex.length === FLEX_POINTS) refuse('odd-charstring', 'a flex of too many points');
      this.#flex.push([dx, dy]);
      return;
    }
    if (this.#isOpen) refuse('odd-charstring', 'a subpath that is not closed');
    const [sbx, sby] = this.#started();
    // The first path starts from the side bearing point; in Type 2, from the origin.
    const isFirst = this.#builder.isEmpty;
    if (isFirst) [this.#x, this.#y] = [sbx, sby];
    this.#go(dx, dy);
    if (isFirst) this.#builder.move(this.#x, this.#y);
    else this.#builder.move(dx, dy);
    this.#canDraw = true;
  }

  line(dx: number, dy: number): void {
    this.#draws();
    this.#go(dx, dy);
    this.#builder.line(dx, dy);
  }

  curve(dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
    this.#draws();
    this.#go(dx1 + dx2 + dx3, dy1 + dy2 + dy3);
    this.#builder.curve(dx1, dy1, dx2, dy2, dx3, dy3);
  }

  /** Keeps the current point. */
  close(): void {
    this.#isOpen = false;
    this.#canDraw = false;
  }

  startFlex(): void {
    if (this.#flex !== null) refuse('odd-charstring', 'a flex inside a flex');
    this.#flex = [];
  }

  flexPoint(): void {
    if (this.#flex === null) refuse('odd-charstring', 'a flex point outside a flex');
  }

  /** `x` and `y` are the declared end of the flex. */
  endFlex(depth: number, x: number, y: number): void {
    const points = ofLength(this.#flex ?? [], FLEX_POINTS);
    if (points === null) refuse('odd-charstring', 'a flex of too few points');
    this.#flex = null;
    this.#draws();
    const [reference, first, ...others] = points;
    const by = [reference[0] + first[0], reference[1] + first[1], ...others.flat()];
    for (let i = 0; i < by.length; i += 2) this.#go(by[i]!, by[i + 1]!);
    this.stand(x, y);
    this.#builder.flex(by, depth);
  }

  /** Requires the current point to be here; otherwise a later path would be misplaced. */
  stand(x: number, y: number): void {
    if (x !== this.#x || y !== this.#y) refuse('odd-charstring', 'the current point is moved');
  }

  /**
   * The accent's left side bearing point, not its origin, is placed relative to the composite's own (6.4,
   * `seac`).
   */
  accent([bearing, adx, ady, base, accent]: Tuple<number, 5>): Accent {
    const [sbx] = this.#started();
    if (!this.#builder.isEmpty) refuse('odd-charstring', 'seac behind a path');
    return { dx: sbx + adx - bearing, dy: ady, base, accent };
  }

  #started(): readonly [number, number] {
    return this.#bearing ?? refuse('odd-charstring', 'nothing may come before hsbw');
  }

  #origin(axis: Axis): number {
    const [sbx, sby] = this.#started();
    return axis === 'horizontal' ? sby : sbx;
  }

  #stemsChanged(): void {
    const { horizontal, vertical } = this.#stems;
    this.#builder.stems(stemSet(sortedStems(horizontal), sortedStems(vertical)));
  }

  #go(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
  }

  #draws(): void {
    if (!this.#canDraw || this.#flex !== null) refuse('odd-charstring', 'a path without a move');
    this.#isOpen = true;
  }
}

function stemSet(horizontal: Stems, vertical: Stems): StemSet {
  return { horizontal, vertical };
}
