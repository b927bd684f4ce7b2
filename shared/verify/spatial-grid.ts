import { type Item, isSamePlace, PLACE_TOLERANCE } from './item.ts';

/** Maximum items per cell that are compared individually; further ones are taken in order. */
const MAX_LOOKED_AT = 64;

/** Finds items at the same position within the tolerance; each is returned once. */
export class SpatialGrid<Entry extends Item> {
  readonly #cells = new Map<string, Entry[]>();
  readonly #label: (entry: Entry) => string;
  readonly #tolerance: number;

  /**
   * @param label must be equal besides the position
   * @param tolerance points
   */
  constructor(entries: readonly Entry[], label: (entry: Entry) => string, tolerance = PLACE_TOLERANCE) {
    this.#label = label;
    this.#tolerance = tolerance;
    // The last of a cell is returned first.
    for (const entry of entries.toReversed()) {
      const cell = this.#cellOf(entry, 0, 0);
      const inCell = this.#cells.get(cell);
      if (inCell === undefined) this.#cells.set(cell, [entry]);
      else inCell.push(entry);
    }
  }

  take(wanted: Entry, fits: (entry: Entry) => boolean = () => true): Entry | null {
    for (const [x, y] of wanted.place.length < 2 ? [[0, 0] as const] : NEIGHBOURS) {
      const inCell = this.#cells.get(this.#cellOf(wanted, x, y));
      if (inCell === undefined) continue;
      const end = Math.max(0, inCell.length - MAX_LOOKED_AT);
      for (let at = inCell.length - 1; at >= end; at -= 1) {
        const entry = inCell[at]!;
        if (!isSamePlace(wanted, entry, this.#tolerance) || !fits(entry)) continue;
        inCell.splice(at, 1);
        return entry;
      }
    }
    return null;
  }

  #cellOf(entry: Entry, dx: number, dy: number): string {
    const [x = 0, y = 0] = entry.place;
    // Items within the tolerance are in the same cell or a neighboring one.
    const cell = this.#tolerance * 2;
    const column = Math.round(x / cell) + dx;
    const row = Math.round(y / cell) + dy;
    return `${entry.page} ${column} ${row} ${this.#label(entry)}`;
  }
}

/** The cell itself first. */
const NEIGHBOURS = [0, -1, 1].flatMap((x) => [0, -1, 1].map((y) => [x, y] as const));
