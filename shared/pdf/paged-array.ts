const PAGE_BITS = 10;
const PAGE_LENGTH = 1 << PAGE_BITS;

/** Beyond, object numbers are made to be large, and a table of them would be empty for the most part. */
const MAX_NUMBERS = 1 << 20;

/** Whether an object number is near enough to others for a table by number. */
export function hasPlace(number: number): boolean {
  return number >= 0 && number < MAX_NUMBERS;
}

/** Values by whole numbers from 0 that lie close together, but may begin high or leave gaps: an array in pages, each made when it is needed. */
export class PagedArray<Value> {
  readonly #pages: ((Value | undefined)[] | undefined)[] = [];

  /** Above all numbers that were ever set. */
  get limit(): number {
    return this.#pages.length << PAGE_BITS;
  }

  get(index: number): Value | undefined {
    return this.#pages[index >>> PAGE_BITS]?.[index & (PAGE_LENGTH - 1)];
  }

  /** @param value undefined: none, from now on */
  set(index: number, value: Value | undefined): void {
    const page = index >>> PAGE_BITS;
    // Without gaps, since an array with holes is slow.
    while (this.#pages.length <= page) this.#pages.push(undefined);
    const values = (this.#pages[page] ??= new Array<Value | undefined>(PAGE_LENGTH).fill(undefined));
    values[index & (PAGE_LENGTH - 1)] = value;
  }

  /** The first number from `index` on that has a value; -1 where none has. */
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
