/**
 * Contents of a glyph's charstring, independent of the format: moves, lines and curves as exact differences
 * in font units, and the stem hints active between them. Glyphs with equal `Glyph`s look the same in every
 * reader, hinted or not.
 */
export interface Glyph {
  /** Horizontal advance in font units. */
  readonly width: number;
  readonly steps: readonly Step[];
  /** Groups of stems with even gaps (`cntrmask`, `hstem3`, `vstem3`). */
  readonly counters: readonly StemSet[];
  /** An accented character composed of two others, by their codes in StandardEncoding. */
  readonly accent: Accent | null;
}

/** Bottom (or left) edge and width of each stem: `[y, dy, y, dy, …]`, ascending, without duplicates. */
export type Stems = readonly number[];

export interface StemSet {
  readonly horizontal: Stems;
  readonly vertical: Stems;
}

export interface Accent {
  /** Offset of the accent's origin from the base character's. */
  readonly dx: number;
  readonly dy: number;
  readonly base: number;
  readonly accent: number;
}

export type Step =
  | { readonly kind: 'move' | 'line'; readonly by: readonly number[] }
  /** Three points, each relative to the previous one: `[dx1, dy1, dx2, dy2, dx3, dy3]`. */
  | { readonly kind: 'curve'; readonly by: readonly number[] }
  /** Two curves that may be drawn as a line if they rise less than `depth` hundredths of a pixel. */
  | { readonly kind: 'flex'; readonly by: readonly number[]; readonly depth: number }
  /** From here on exactly these stems are active. */
  | { readonly kind: 'stems'; readonly stems: StemSet };

export const NO_STEMS: StemSet = { horizontal: [], vertical: [] };

/** Collects an interpreter's output, without steps that have no effect. */
export class GlyphBuilder {
  readonly #steps: Step[] = [];
  #counters: StemSet[] = [];
  #inForce = NO_STEMS;
  #wanted = NO_STEMS;

  move(dx: number, dy: number): void {
    this.#draw({ kind: 'move', by: [dx, dy] });
  }

  line(dx: number, dy: number): void {
    this.#draw({ kind: 'line', by: [dx, dy] });
  }

  curve(dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
    this.#draw({ kind: 'curve', by: [dx1, dy1, dx2, dy2, dx3, dy3] });
  }

  flex(by: readonly number[], depth: number): void {
    this.#draw({ kind: 'flex', by, depth });
  }

  /** Sets the stems for the next drawing step. */
  stems(stems: StemSet): void {
    this.#wanted = stems;
  }

  counter(stems: StemSet): void {
    if (sameStemSet(stems, NO_STEMS)) return;
    if (!this.#counters.some((known) => sameStemSet(known, stems))) this.#counters.push(stems);
  }

  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  finish(width: number, accent: Accent | null = null): Glyph {
    return { width, steps: this.#steps, counters: this.#counters, accent };
  }

  #draw(step: Step): void {
    if (this.#wanted !== this.#inForce) {
      if (!sameStemSet(this.#wanted, this.#inForce)) this.#steps.push({ kind: 'stems', stems: this.#wanted });
      this.#inForce = this.#wanted;
    }
    this.#steps.push(step);
  }
}

/** Returns stems in canonical order, without duplicates. */
export function sortedStems(pairs: readonly (readonly [start: number, width: number])[]): Stems {
  const sorted = pairs.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const stems: number[] = [];
  for (const [start, width] of sorted) {
    const { length } = stems;
    if (length > 0 && stems[length - 2] === start && stems[length - 1] === width) continue;
    stems.push(start, width);
  }
  return stems;
}

export function sameGlyph(a: Glyph, b: Glyph): boolean {
  return (
    a.width === b.width &&
    a.accent?.dx === b.accent?.dx &&
    a.accent?.dy === b.accent?.dy &&
    a.accent?.base === b.accent?.base &&
    a.accent?.accent === b.accent?.accent &&
    a.steps.length === b.steps.length &&
    a.counters.length === b.counters.length &&
    a.steps.every((step, index) => sameStep(step, b.steps[index]!)) &&
    a.counters.every((counter, index) => sameStemSet(counter, b.counters[index]!))
  );
}

function sameStep(a: Step, b: Step): boolean {
  if (a.kind === 'stems') return b.kind === 'stems' && sameStemSet(a.stems, b.stems);
  if (a.kind === 'flex') return b.kind === 'flex' && a.depth === b.depth && sameNumbers(a.by, b.by);
  return a.kind === b.kind && sameNumbers(a.by, b.by);
}

export function sameStemSet(a: StemSet, b: StemSet): boolean {
  return sameNumbers(a.horizontal, b.horizontal) && sameNumbers(a.vertical, b.vertical);
}

export function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
