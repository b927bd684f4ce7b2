import type { Glyph } from '../content/page-marks.ts';
import { GLYPH_TOLERANCE, isNear } from './near.ts';

/**
 * For each glyph of the one page the index of the one of the other page that it became: the same text at the same
 * place, else another at that place, else the same elsewhere; null for none. Order plays no part in the first two, since
 * programs draw pages in other orders.
 */
export function matchGlyphs(before: readonly Glyph[], after: readonly Glyph[]): (number | null)[] {
  if (areAllSame(before, after)) return before.map((_, index) => index);
  const partners: (number | null)[] = before.map(() => null);
  const free = new Set(after.keys());
  const pass = (find: (glyph: Glyph) => number | null): void => {
    for (const [index, glyph] of before.entries()) {
      if (partners[index] !== null) continue;
      const found = find(glyph);
      if (found === null) continue;
      partners[index] = found;
      free.delete(found);
    }
  };
  const same = new GlyphGrid(after, free, true);
  pass((glyph) => (glyph.isPlaceSure ? same.take(glyph, glyph.text) : null));
  const other = new GlyphGrid(after, free, false);
  pass((glyph) => (glyph.isPlaceSure ? other.take(glyph, null) : null));
  const elsewhere = byText(after, free);
  pass((glyph) => elsewhere.get(glyph.text ?? UNKNOWN)?.pop() ?? null);
  return partners;
}

const UNKNOWN = '\ufffd';

function areAllSame(before: readonly Glyph[], after: readonly Glyph[]): boolean {
  if (before.length !== after.length) return false;
  return before.every((glyph, index) => glyph.text === after[index]!.text && isNear(glyph, after[index]!));
}

const CELL = GLYPH_TOLERANCE * 2;
/** Of those that stand on one another, so many are looked at. */
const MOST_LOOKED_AT = 64;

/** Glyphs by text and place, each given out once. */
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
    const end = Math.max(0, inCell.length - MOST_LOOKED_AT);
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

/** The last of each text first, so that they are given out in order. */
function byText(glyphs: readonly Glyph[], free: ReadonlySet<number>): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const index of [...free].reverse()) {
    const text = glyphs[index]!.text ?? UNKNOWN;
    const known = found.get(text);
    if (known === undefined) found.set(text, [index]);
    else known.push(index);
  }
  return found;
}
