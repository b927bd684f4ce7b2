/** Up to this size a linear search is faster than an index. */
const MAX_LISTED = 16;

/**
 * The entries of a dictionary in insertion order, with the interface of `Map`: a list of names, shared by
 * dictionaries with the same keys, and a list of values. A `Map` needs twice the memory and time; documents
 * have a dictionary or two per object.
 */
export class EntryMap<Name extends {}, Value extends {}> {
  /** Undefined for a deleted entry: other entries keep their positions. */
  #names: readonly (Name | undefined)[];
  readonly #values: (Value | undefined)[];
  /** `#names`, once it is no longer shared. */
  #ownNames: (Name | undefined)[] | null = null;
  #deleted = 0;
  #isAsGiven = true;
  /** Index by name; built when there are many. */
  #places: Map<Name, number> | null = null;

  /**
   * @param names distinct; not changed by the map, and must not change
   * @param values one per name; owned by the map from now on
   */
  constructor(names: readonly Name[] = [], values: Value[] = []) {
    this.#names = names;
    this.#values = values;
  }

  get size(): number {
    return this.#names.length - this.#deleted;
  }

  /** True if no entry was set or deleted since construction. */
  get isAsGiven(): boolean {
    return this.#isAsGiven;
  }

  get(name: Name): Value | undefined {
    const place = this.#placeOf(name);
    return place < 0 ? undefined : this.#values[place];
  }

  has(name: Name): boolean {
    return this.#placeOf(name) >= 0;
  }

  set(name: Name, value: Value): this {
    this.#isAsGiven = false;
    const place = this.#placeOf(name);
    if (place >= 0) this.#values[place] = value;
    else {
      this.#places?.set(name, this.#names.length);
      this.#changeableNames().push(name);
      this.#values.push(value);
    }
    return this;
  }

  delete(name: Name): boolean {
    const place = this.#placeOf(name);
    if (place < 0) return false;
    this.#isAsGiven = false;
    this.#changeableNames()[place] = undefined;
    this.#values[place] = undefined;
    this.#places?.delete(name);
    this.#deleted += 1;
    return true;
  }

  keys(): IterableIterator<Name> {
    return new Walk(this, (name) => name);
  }

  values(): IterableIterator<Value> {
    return new Walk(this, (_, value) => value);
  }

  entries(): IterableIterator<[Name, Value]> {
    return new Walk(this, (name, value) => [name, value]);
  }

  /** Like the iterators, without allocating per step, for loops over all objects of a document. */
  forEach(visit: (value: Value, name: Name) => void): void {
    // Entries set during the loop are visited, too.
    for (let place = 0; place < this.#names.length; place++) {
      const name = this.#names[place];
      const value = this.#values[place];
      if (name !== undefined && value !== undefined) visit(value, name);
    }
  }

  [Symbol.iterator](): IterableIterator<[Name, Value]> {
    return this.entries();
  }

  /** Number of positions, including deleted entries. */
  get places(): number {
    return this.#names.length;
  }

  /** Undefined for a deleted entry. */
  nameAt(place: number): Name | undefined {
    return this.#names[place];
  }

  valueAt(place: number): Value | undefined {
    return this.#values[place];
  }

  #placeOf(name: Name): number {
    const names = this.#names;
    if (names.length > MAX_LISTED) return this.#indexed().get(name) ?? -1;
    for (let place = 0; place < names.length; place++) if (names[place] === name) return place;
    return -1;
  }

  #indexed(): Map<Name, number> {
    if (this.#places !== null) return this.#places;
    const places = new Map<Name, number>();
    for (const [place, name] of this.#names.entries()) if (name !== undefined) places.set(name, place);
    this.#places = places;
    return places;
  }

  #changeableNames(): (Name | undefined)[] {
    if (this.#ownNames === null) {
      this.#ownNames = [...this.#names];
      this.#names = this.#ownNames;
    }
    return this.#ownNames;
  }
}

/** Iterator; reflects changes at positions that it has not reached yet. */
class Walk<Name extends {}, Value extends {}, Item> implements IterableIterator<Item> {
  readonly #entries: EntryMap<Name, Value>;
  readonly #itemOf: (name: Name, value: Value) => Item;
  #place = 0;

  constructor(entries: EntryMap<Name, Value>, itemOf: (name: Name, value: Value) => Item) {
    this.#entries = entries;
    this.#itemOf = itemOf;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Item> {
    const entries = this.#entries;
    while (this.#place < entries.places) {
      const name = entries.nameAt(this.#place);
      const value = entries.valueAt(this.#place);
      this.#place += 1;
      if (name !== undefined && value !== undefined) return { done: false, value: this.#itemOf(name, value) };
    }
    return { done: true, value: undefined };
  }
}
