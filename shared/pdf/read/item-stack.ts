import type { PDFObject } from '../objects.ts';

/** Collects the items of arrays, of which one may lie in the other. A list that grew by itself would keep room for more, in most arrays several times what they take. */
export class ItemStack {
  readonly #items: PDFObject[] = [];
  #length = 0;

  /** Forgets what was not ended. */
  clear(): void {
    this.#length = 0;
  }

  /** @returns what `end` is to be told */
  begin(): number {
    return this.#length;
  }

  /** An item of the array that began last and has not ended. */
  add(item: PDFObject): void {
    this.#items[this.#length] = item;
    this.#length += 1;
  }

  /** All that was added since. */
  end(begun: number): PDFObject[] {
    const items = this.#items.slice(begun, this.#length);
    this.#length = begun;
    return items;
  }
}
