import type { PDFObject } from '../objects.ts';

/**
 * Collects the items of nested arrays. An array that grows by push would keep spare capacity, often several
 * times its size.
 */
export class ItemStack {
  readonly #items: PDFObject[] = [];
  #length = 0;

  /** Discards unfinished arrays. */
  clear(): void {
    this.#length = 0;
  }

  /** @returns the argument for `end` */
  begin(): number {
    return this.#length;
  }

  /** Adds an item to the innermost open array. */
  add(item: PDFObject): void {
    this.#items[this.#length] = item;
    this.#length += 1;
  }

  /** Returns everything added since `begin`. */
  end(begun: number): PDFObject[] {
    const items = this.#items.slice(begun, this.#length);
    this.#length = begun;
    return items;
  }
}
