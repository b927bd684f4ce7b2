import { EntryMap } from '../entry-map.ts';
import type { PDFName, PDFObject } from '../objects.ts';

/** More keys than objects of a kind have in common. */
const MAX_SHARED_KEYS = 16;
/** Kinds of dictionaries; a file that makes up more gains nothing by it. */
const MAX_KEY_LISTS = 4096;

/**
 * Collects the entries of dictionaries, of which one may lie in the other. Objects of one kind have the same keys in the same order:
 * such a list is in memory once.
 */
export class EntryStack {
  readonly #names: PDFName[] = [];
  readonly #values: PDFObject[] = [];
  #length = 0;
  readonly #keyLists = new Map<number, readonly PDFName[]>();

  /** Forgets what was not ended. */
  clear(): void {
    this.#length = 0;
  }

  /** @returns what `end` is to be told */
  begin(): number {
    return this.#length;
  }

  /** An entry of the dictionary that began last and has not ended. */
  add(name: PDFName, value: PDFObject): void {
    this.#names[this.#length] = name;
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /**
   * All that was added since; of several entries with the same key the last one's value in the first one's place.
   *
   * @param hash equal for equal names in equal order
   */
  end(begun: number, hash: number): EntryMap<PDFName, PDFObject> {
    const end = this.#length;
    this.#length = begun;
    const names = end - begun > MAX_SHARED_KEYS ? null : this.#sharedNames(begun, end, hash);
    if (names !== null) return new EntryMap(names, this.#values.slice(begun, end));
    const entries = new Map<PDFName, PDFObject>();
    for (let at = begun; at < end; at++) entries.set(this.#names[at], this.#values[at]);
    return new EntryMap([...entries.keys()], [...entries.values()]);
  }

  /** Null where a name comes twice. */
  #sharedNames(begun: number, end: number, hash: number): readonly PDFName[] | null {
    const known = this.#keyLists.get(hash);
    if (known !== undefined && this.#isNamed(begun, end, known)) return known;
    const names = this.#names.slice(begun, end);
    if (new Set(names).size < names.length) return null;
    if (known === undefined && this.#keyLists.size < MAX_KEY_LISTS) this.#keyLists.set(hash, names);
    return names;
  }

  #isNamed(begun: number, end: number, names: readonly PDFName[]): boolean {
    if (names.length !== end - begun) return false;
    for (let place = 0; place < names.length; place++)
      if (this.#names[begun + place] !== names[place]) return false;
    return true;
  }
}
