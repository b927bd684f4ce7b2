import { hasPlace } from '../paged-array.ts';

export type XrefEntry =
  | { readonly kind: 'free' }
  /** At `offset` in the file. */
  | { readonly kind: 'plain'; readonly offset: number; readonly generation: number }
  /** The `index`-th object of the object stream `stream`; its generation is 0. */
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number };

/** Entries by object number: common interface of `Map` and `XrefTable`. */
export interface XrefEntries {
  get(number: number): XrefEntry | undefined;
  set(number: number, entry: XrefEntry): this;
  forEach(visit: (entry: XrefEntry, number: number) => void): void;
}

const FREE: XrefEntry = { kind: 'free' };
const [NONE, FREE_KIND, PLAIN_KIND, PACKED_KIND] = [0, 1, 2, 3];
const ROW_FIELDS = 4;

/** Rows of a cross-reference section. */
export class XrefRows {
  readonly free: number[] = [];
  /**
   * Flat list: object number, kind, offset or stream, generation or index. One object per row would dominate
   * the reading time.
   */
  readonly used: number[] = [];

  plain(number: number, offset: number, generation: number): void {
    this.used.push(number, PLAIN_KIND, offset, generation);
  }

  packed(number: number, stream: number, index: number): void {
    this.used.push(number, PACKED_KIND, stream, index);
  }
}

const PAGE_BITS = 10;
const PAGE_ROWS = 1 << PAGE_BITS;

/** Columns of consecutive entries. */
class Page {
  readonly kinds = new Uint8Array(PAGE_ROWS);
  readonly firsts = new Float64Array(PAGE_ROWS);
  readonly seconds = new Float64Array(PAGE_ROWS);
}

/**
 * The entries of a file, newest first: an existing entry is kept. Iteration is by ascending number, except
 * for excessively large numbers.
 */
export class XrefTable implements XrefEntries {
  readonly #pages: (Page | undefined)[] = [];
  readonly #others = new Map<number, XrefEntry>();

  addUsed({ used }: XrefRows): void {
    for (let at = 0; at < used.length; at += ROW_FIELDS) {
      if (!this.#has(used[at]!)) this.#put(used[at]!, used[at + 1]!, used[at + 2]!, used[at + 3]!);
    }
  }

  addFree({ free }: XrefRows): void {
    for (const number of free) if (!this.#has(number)) this.#put(number, FREE_KIND, 0, 0);
  }

  get(number: number): XrefEntry | undefined {
    if (!hasPlace(number)) return this.#others.get(number);
    const page = this.#pages[number >>> PAGE_BITS];
    if (page === undefined) return undefined;
    const row = number & (PAGE_ROWS - 1);
    return entryOf(page.kinds[row]!, page.firsts[row]!, page.seconds[row]!);
  }

  set(number: number, entry: XrefEntry): this {
    if (entry.kind === 'free') this.#put(number, FREE_KIND, 0, 0);
    else if (entry.kind === 'plain') this.#put(number, PLAIN_KIND, entry.offset, entry.generation);
    else this.#put(number, PACKED_KIND, entry.stream, entry.index);
    return this;
  }

  forEach(visit: (entry: XrefEntry, number: number) => void): void {
    for (let number = 0; number < this.#pages.length << PAGE_BITS; number++) {
      const entry = this.get(number);
      if (entry !== undefined) visit(entry, number);
    }
    this.#others.forEach(visit);
  }

  #has(number: number): boolean {
    if (!hasPlace(number)) return this.#others.has(number);
    const page = this.#pages[number >>> PAGE_BITS];
    return page !== undefined && page.kinds[number & (PAGE_ROWS - 1)] !== NONE;
  }

  #put(number: number, kind: number, first: number, second: number): void {
    if (!hasPlace(number)) {
      const entry = entryOf(kind, first, second);
      if (entry !== undefined) this.#others.set(number, entry);
      return;
    }
    const index = number >>> PAGE_BITS;
    // No gaps, since arrays with holes are slow.
    while (this.#pages.length <= index) this.#pages.push(undefined);
    const page = (this.#pages[index] ??= new Page());
    const row = number & (PAGE_ROWS - 1);
    page.kinds[row] = kind;
    page.firsts[row] = first;
    page.seconds[row] = second;
  }
}

function entryOf(kind: number, first: number, second: number): XrefEntry | undefined {
  if (kind === PLAIN_KIND) return { kind: 'plain', offset: first, generation: second };
  if (kind === PACKED_KIND) return { kind: 'packed', stream: first, index: second };
  return kind === FREE_KIND ? FREE : undefined;
}
