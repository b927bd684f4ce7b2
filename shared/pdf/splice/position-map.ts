/** Bytes that take the place of `[start, end)` of a file. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** Maps positions of a file to those after some of its ranges got another length. */
export class PositionMap {
  readonly #ranges: readonly { readonly start: number; readonly end: number; readonly shift: number }[];

  /** @param ranges in file order, none overlapping; `length` is the new one */
  constructor(ranges: readonly { readonly start: number; readonly end: number; readonly length: number }[]) {
    let shift = 0;
    this.#ranges = ranges.map(({ start, end, length }) => {
      shift += length - (end - start);
      return { start, end, shift };
    });
  }

  /** Returns the new position; that of a range's start for a position inside of it. */
  at(position: number): number {
    const index = this.#before(position);
    if (index < 0) return position;
    const { start, end, shift } = this.#ranges[index]!;
    if (position >= end) return position + shift;
    return start + (this.#ranges[index - 1]?.shift ?? 0);
  }

  /** Returns the index of the range that has this position behind its start, or -1. */
  inside(position: number): number {
    const index = this.#before(position);
    const range = this.#ranges[index];
    return range !== undefined && position > range.start && position < range.end ? index : -1;
  }

  /** Returns the last range that starts at or before this position, or -1. */
  #before(position: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle]!.start <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
