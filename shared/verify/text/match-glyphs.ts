import type { Glyph } from '../content/page-marks.ts';
import { GLYPH_TOLERANCE, isNear } from './near.ts';
import type { Words } from './words.ts';

/** Words of both pages, whose glyphs are matched. */
export interface PagesOfWords {
  readonly before: Words;
  readonly after: Words;
}

/**
 * Returns for each glyph of one page the index of its counterpart on the other: the same text at the same
 * position, else another glyph there; for remaining words, the same word elsewhere; null if there is none.
 * Order does not matter for the first two, since programs draw pages in different orders.
 */
export function matchGlyphs(
  before: readonly Glyph[],
  after: readonly Glyph[],
  words: PagesOfWords,
): (number | null)[] {
  if (areAllSame(before, after)) return before.map((_, index) => index);
  const partners: (number | null)[] = before.map(() => null);
  const free = new Set(after.keys());
  const pair = (index: number, found: number | null | undefined): void => {
    if (found == null) return;
    partners[index] = found;
    free.delete(found);
  };
  const pass = (find: (glyph: Glyph) => number | null): void => {
    for (const [index, glyph] of before.entries()) if (partners[index] === null) pair(index, find(glyph));
  };
  const same = new GlyphGrid(after, free, true);
  pass((glyph) => (glyph.isPlaceSure ? same.take(glyph, glyph.text) : null));
  const other = new GlyphGrid(after, free, false);
  pass((glyph) => (glyph.isPlaceSure ? other.take(glyph, null) : null));
  for (const { glyphs } of words.before.list) pairInWord(glyphs);
  for (const [index, found] of wordsElsewhere(partners, free, words)) pair(index, found);
  const unsure = byText(after, free, ({ isPlaceSure }) => !isPlaceSure);
  pass((glyph) => unsure.get(glyph.text ?? UNKNOWN)?.pop() ?? null);
  const any = byText(after, free, () => true);
  pass((glyph) => (glyph.isPlaceSure ? null : (any.get(glyph.text ?? UNKNOWN)?.pop() ?? null)));
  return partners;

  /** Finds the remaining letters of a word in the word that has its other letters. */
  function pairInWord(glyphs: readonly number[]): void {
    const known = glyphs.find((index) => partners[index] !== null);
    if (known === undefined) return;
    const rest = words.after.list[words.after.wordOf[partners[known]!]!]!.glyphs;
    for (const index of glyphs) {
      if (partners[index] !== null) continue;
      pair(
        index,
        rest.find((at) => free.has(at) && after[at]!.text === before[index]!.text),
      );
    }
  }
}

/** Pairs whole unmatched words with equal ones elsewhere, in order. */
function wordsElsewhere(
  partners: readonly (number | null)[],
  free: ReadonlySet<number>,
  { before, after }: PagesOfWords,
): (readonly [number, number])[] {
  const byName = new Map<string, (readonly number[])[]>();
  for (const { text, glyphs } of after.list.toReversed()) {
    if (!glyphs.every((index) => free.has(index))) continue;
    const known = byName.get(text);
    if (known === undefined) byName.set(text, [glyphs]);
    else known.push(glyphs);
  }
  return before.list.flatMap(({ text, glyphs }) => {
    const found = glyphs.every((index) => partners[index] === null) ? byName.get(text)?.pop() : undefined;
    // A ligature may be one glyph in one document and two in the other.
    return found?.length !== glyphs.length ? [] : glyphs.map((index, at) => [index, found[at]!] as const);
  });
}

const UNKNOWN = '\ufffd';

function areAllSame(before: readonly Glyph[], after: readonly Glyph[]): boolean {
  if (before.length !== after.length) return false;
  return before.every((glyph, index) => glyph.text === after[index]!.text && isNear(glyph, after[index]!));
}

const CELL = GLYPH_TOLERANCE * 2;
/** Maximum glyphs on top of each other that are compared. */
const MAX_LOOKED_AT = 64;

/** Glyphs by text and position, each returned once. */
class GlyphGrid {
  readonly #cells = new Map<string, number[]>();
  readonly #glyphs: readonly Glyph[];
  readonly #byText: boolean;

  constructor(glyphs: readonly Glyph[], free: ReadonlySet<number>, byText: boolean) {
    this.#glyphs = glyphs;
    this.#byText = byText;
    for (const index of [...free].reverse()) {
      const glyph = glyphs[index]!;
      if (!glyph.isPlaceSure) continue;
      const cell = this.#cell(glyph, glyph.text, 0, 0);
      const inCell = this.#cells.get(cell);
      if (inCell === undefined) this.#cells.set(cell, [index]);
      else inCell.push(index);
    }
  }

  take(wanted: Glyph, text: string | null): number | null {
    for (let dx = 0; dx < 3; dx += 1) {
      for (let dy = 0; dy < 3; dy += 1) {
        const inCell = this.#cells.get(this.#cell(wanted, text, STEPS[dx]!, STEPS[dy]!));
        const found = inCell === undefined ? null : this.#takeFrom(inCell, wanted);
        if (found !== null) return found;
      }
    }
    return null;
  }

  #takeFrom(inCell: number[], wanted: Glyph): number | null {
    const end = Math.max(0, inCell.length - MAX_LOOKED_AT);
    for (let at = inCell.length - 1; at >= end; at -= 1) {
      const index = inCell[at]!;
      if (!isNear(wanted, this.#glyphs[index]!)) continue;
      inCell.splice(at, 1);
      return index;
    }
    return null;
  }

  #cell({ x, y }: Glyph, text: string | null, dx: number, dy: number): string {
    const place = `${Math.round(x / CELL) + dx} ${Math.round(y / CELL) + dy}`;
    return this.#byText ? `${place} ${text ?? UNKNOWN}` : place;
  }
}

/** The cell itself first. */
const STEPS = [0, -1, 1];

/** Lists per text in reverse, so that they are popped in order. */
function byText(
  glyphs: readonly Glyph[],
  free: ReadonlySet<number>,
  isMeant: (glyph: Glyph) => boolean,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const index of [...free].reverse()) {
    const glyph = glyphs[index]!;
    if (!isMeant(glyph)) continue;
    const text = glyph.text ?? UNKNOWN;
    const known = found.get(text);
    if (known === undefined) found.set(text, [index]);
    else known.push(index);
  }
  return found;
}
