import type { PDFRef } from './objects.ts';

/** An indirect object of the input, or the trailer. */
export type Owner = PDFRef | 'trailer';

/** Dictionary keys (without slash) and array indexes from an indirect object down to one entry. */
export type ObjectPath = readonly (string | number)[];

/**
 * What the passes say they changed, in the input's object numbers. The check compares everything else: a
 * difference that is not declared here sends the original back.
 */
export class Changes {
  readonly #streams = new Map<string, Set<string>>();
  readonly #entries = new Map<string, Set<string>>();
  /** Tags of merged objects to the tag of the one that stays; that one stands under its own. */
  readonly #merged = new Map<string, string>();

  /** The data of this stream may differ, and so may (or may come or go) these keys of its dictionary. */
  stream(ref: PDFRef, keys: readonly string[] = []): void {
    const known = this.#streams.get(ref.tag) ?? new Set();
    for (const key of keys) known.add(key);
    this.#streams.set(ref.tag, known);
  }

  /** The entry at `path` inside `owner`, and all below it, may differ, come or go. */
  entry(owner: Owner, path: ObjectPath): void {
    const tag = ownerTag(owner);
    const known = this.#entries.get(tag) ?? new Set();
    known.add(path.join('/'));
    this.#entries.set(tag, known);
  }

  /** `ref` is equal to `into`, and its references now lead there: what is declared for that one holds for it too. */
  merged(ref: PDFRef, into: PDFRef): void {
    this.#merged.set(ref.tag, into.tag);
    if (!this.#merged.has(into.tag)) this.#merged.set(into.tag, into.tag);
  }

  isMerged(ref: PDFRef): boolean {
    return this.#merged.has(ref.tag);
  }

  /** Keys that may differ when this stream's data may differ, else null. */
  streamKeys(ref: PDFRef): ReadonlySet<string> | null {
    return this.#streams.get(this.#survivor(ref.tag)) ?? this.#streams.get(ref.tag) ?? null;
  }

  /** Paths (joined by `/`) that may differ inside `owner`, else null. */
  entryPaths(owner: Owner): ReadonlySet<string> | null {
    const tag = ownerTag(owner);
    return this.#entries.get(this.#survivor(tag)) ?? this.#entries.get(tag) ?? null;
  }

  /** The object that stands for this one after all merges. */
  #survivor(tag: string): string {
    const into = this.#merged.get(tag);
    return into === undefined || into === tag ? tag : this.#survivor(into);
  }
}

function ownerTag(owner: Owner): string {
  return owner === 'trailer' ? 'trailer' : owner.tag;
}
