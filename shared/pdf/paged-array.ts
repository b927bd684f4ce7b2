const PAGE_BITS = 10;
const PAGE_LENGTH = 1 << PAGE_BITS;

/** Larger object numbers are artificial; a table for them would be mostly empty. */
const MAX_NUMBERS = 1 << 20;

/** Returns whether an object number is small enough for a table by number. */
export function hasPlace(number: number): boolean {
  return number >= 0 && number < MAX_NUMBERS;
}

/**
 * Values by non-negative integers that are dense but may start high or have gaps: an array in pages,
 * allocated on demand.
 */
export class PagedArray<Value> {
  readonly #pages: ((Value | undefined)[] | undefined)[] = [];

  /** Greater than all numbers that were ever set. */
  get limit(): number {
    return this.#pages.length << PAGE_BITS;
  }

  get(index: number): Value | undefined {
    return this.#pages[index >>> PAGE_BITS]?.[index & (PAGE_LENGTH - 1)];
  }

  /** @param value undefined deletes */
  set(index: number, value: Value | undefined): void {
    const page = index >>> PAGE_BITS;
    // No gaps, since arrays with holes are slow.
    while (this.#pages.length <= page) this.#pages.push(undefined);
    const values = (this.#pages[page] ??= new Array<Value | undefined>(PAGE_LENGTH).fill(undefined));
    values[index & (PAGE_LENGTH - 1)] = value;
  }

  /** Returns the first number from `index` on with a value; -1 if there is none. */
  next(index: number): number {
    for (let at = index; at < this.limit; ) {
      const values = this.#pages[at >>> PAGE_BITS];
      if (values === undefined) at = ((at >>> PAGE_BITS) + 1) << PAGE_BITS;
      else if (values[at & (PAGE_LENGTH - 1)] !== undefined) return at;
      else at += 1;
    }
    return -1;
  }
}
