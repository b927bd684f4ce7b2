import { EntryMap } from '../entry-map.ts';
import type { PDFName, PDFObject } from '../objects.ts';

/** More keys than objects of one kind have in common. */
const MAX_SHARED_KEYS = 16;
/** Maximum distinct key lists, against files that invent more. */
const MAX_KEY_LISTS = 4096;

/**
 * Collects the entries of nested dictionaries. Objects of one kind have the same keys in the same order; such
 * a key list is stored once.
 */
export class EntryStack {
  readonly #names: PDFName[] = [];
  readonly #values: PDFObject[] = [];
  #length = 0;
  readonly #keyLists = new Map<number, readonly PDFName[]>();

  /** Discards unfinished dictionaries. */
  clear(): void {
    this.#length = 0;
  }

  /** @returns the argument for `end` */
  begin(): number {
    return this.#length;
  }

  /** Adds an entry to the innermost open dictionary. */
  add(name: PDFName, value: PDFObject): void {
    this.#names[this.#length] = name;
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /**
   * Returns everything added since `begin`. A duplicate key keeps the first position with the last value.
   * @param hash equal for equal names in equal order
   */
  end(begun: number, hash: number): EntryMap<PDFName, PDFObject> {
    const end = this.#length;
    this.#length = begun;
    const names = end - begun > MAX_SHARED_KEYS ? null : this.#sharedNames(begun, end, hash);
    if (names !== null) return new EntryMap(names, this.#values.slice(begun, end));
    const entries = new Map<PDFName, PDFObject>();
    for (let at = begun; at < end; at++) entries.set(this.#names[at]!, this.#values[at]!);
    return new EntryMap([...entries.keys()], [...entries.values()]);
  }

  /** Null if a name is repeated. */
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
