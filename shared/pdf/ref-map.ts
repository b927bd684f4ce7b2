import { isNumbered, type PDFRef, refOf } from './objects.ts';
import { PagedArray } from './paged-array.ts';

/**
 * Values by reference. Object numbers of a document are dense, so a table by number needs a fraction of the
 * time of a `Map`, whose lookups jump through memory.
 *
 * Iteration is by ascending object number, generation 0 first; it reflects changes at positions that it has
 * not reached yet.
 */
export class RefMap<Value extends {}> {
  readonly #numbered = new PagedArray<Value>();
  #numberedSize = 0;
  /** References with a generation or an excessively large number, in insertion order. */
  readonly #others = new Map<PDFRef, Value>();
  #changes = 0;

  /** Differs after each set or delete. */
  get changes(): number {
    return this.#changes;
  }

  get size(): number {
    return this.#numberedSize + this.#others.size;
  }

  get(ref: PDFRef): Value | undefined {
    return isNumbered(ref) ? this.#numbered.get(ref.objectNumber) : this.#others.get(ref);
  }

  has(ref: PDFRef): boolean {
    return this.get(ref) !== undefined;
  }

  set(ref: PDFRef, value: Value): this {
    this.#changes += 1;
    if (!isNumbered(ref)) this.#others.set(ref, value);
    else {
      if (!this.has(ref)) this.#numberedSize += 1;
      this.#numbered.set(ref.objectNumber, value);
    }
    return this;
  }

  delete(ref: PDFRef): boolean {
    this.#changes += 1;
    if (!isNumbered(ref)) return this.#others.delete(ref);
    if (!this.has(ref)) return false;
    this.#numberedSize -= 1;
    this.#numbered.set(ref.objectNumber, undefined);
    return true;
  }

  keys(): IterableIterator<PDFRef> {
    return new Walk(this.#numbered, (number) => refOf(number, 0), this.#others.keys());
  }

  values(): IterableIterator<Value> {
    return new Walk(this.#numbered, (_, value) => value, this.#others.values());
  }

  entries(): IterableIterator<[PDFRef, Value]> {
    return new Walk(this.#numbered, (number, value) => [refOf(number, 0), value], this.#others.entries());
  }

  [Symbol.iterator](): IterableIterator<[PDFRef, Value]> {
    return this.entries();
  }
}

/** A set of references in insertion order. */
export class RefSet {
  /** Grows during iteration: the queue of a walk. */
  readonly refs: readonly PDFRef[];
  readonly #refs: PDFRef[] = [];
  readonly #known = new RefMap<true>();

  constructor() {
    this.refs = this.#refs;
  }

  has(ref: PDFRef): boolean {
    return this.#known.has(ref);
  }

  add(ref: PDFRef): void {
    if (this.#known.has(ref)) return;
    this.#known.set(ref, true);
    this.#refs.push(ref);
  }
}

class Walk<Value extends {}, Item> implements IterableIterator<Item> {
  readonly #numbered: PagedArray<Value>;
  readonly #itemOf: (number: number, value: Value) => Item;
  readonly #others: Iterator<Item>;
  #at = 0;

  constructor(
    numbered: PagedArray<Value>,
    itemOf: (number: number, value: Value) => Item,
    others: Iterator<Item>,
  ) {
    this.#numbered = numbered;
    this.#itemOf = itemOf;
    this.#others = others;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Item> {
    const number = this.#numbered.next(this.#at);
    const value = number < 0 ? undefined : this.#numbered.get(number);
    if (value === undefined) {
      this.#at = this.#numbered.limit;
      return this.#others.next();
    }
    this.#at = number + 1;
    return { done: false, value: this.#itemOf(number, value) };
  }
}
