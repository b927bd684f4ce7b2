import type { ObjectPath, Owner } from '../../check/changes.ts';
import { dictEntries, key, nameText, PDFDict, type PDFName, type PDFObject, PDFRef } from '../../objects.ts';
import { contentName } from '../syntax/values.ts';

/** Categories of a resource dictionary (ISO 32000-2, table 34); `/ProcSet` is no dictionary. */
export const RESOURCE_CATEGORIES = [
  'XObject',
  'Font',
  'ColorSpace',
  'Pattern',
  'Shading',
  'ExtGState',
  'Properties',
] as const;
export type ResourceCategory = (typeof RESOURCE_CATEGORIES)[number];

/**
 * Certainty about content's use of its resources, worst last. `sizes`: something may be drawn larger than was
 * seen. `names`: any entry may be in use.
 */
export type Doubt = 'none' | 'sizes' | 'names';

export function worseDoubt(one: Doubt, other: Doubt): Doubt {
  if (one === 'names' || other === 'names') return 'names';
  return one === 'sizes' || other === 'sizes' ? 'sizes' : 'none';
}

/** A dictionary and its location: `path` within the object `owner`. */
export interface Located {
  readonly dict: PDFDict;
  readonly owner: Owner;
  readonly path: ObjectPath;
}

/** Returns the dictionary that is the value of `name`, direct or indirect; null if it is none. */
export function locatedEntry(parent: Located, name: PDFName): Located | null {
  const value = parent.dict.get(name);
  const dict = parent.dict.context.lookup(value);
  if (!(dict instanceof PDFDict)) return null;
  if (value instanceof PDFRef) return { dict, owner: value, path: [] };
  return { dict, owner: parent.owner, path: [...parent.path, nameText(name)] };
}

/** Value of a resource name. */
export interface Resource {
  readonly ref: PDFRef | null;
  readonly object: PDFObject;
  /** Location of the value if it is a dictionary. */
  readonly located: Located | null;
  /** Several entries are possible, since readers decode escapes in names differently. */
  readonly isAmbiguous: boolean;
}

/** One category of resources, such as the fonts: a dictionary that several resource dictionaries may share. */
export class CategoryTable {
  readonly homes: Located[];
  readonly dict: PDFDict;
  readonly used = new Set<PDFName>();
  readonly #keys = new Map<string, PDFName[]>();
  readonly #resources = new Map<string, Resource | null>();

  constructor(home: Located) {
    this.homes = [home];
    this.dict = home.dict;
    for (const name of dictEntries(home.dict).keys()) {
      const text = contentName(name.asString().slice(1));
      this.#keys.set(text, [...(this.#keys.get(text) ?? []), name]);
    }
  }

  /** Marks all entries that `name` may refer to as used and returns the first; null if there is none. */
  use(name: string): Resource | null {
    let resource = this.#resources.get(name);
    if (resource === undefined) {
      const keys = this.#keys.get(name) ?? [];
      for (const used of keys) this.used.add(used);
      resource = keys.length === 0 ? null : this.#resource(keys);
      this.#resources.set(name, resource);
    }
    return resource;
  }

  #resource(keys: readonly PDFName[]): Resource | null {
    const value = this.dict.get(keys[0]!);
    const object = this.dict.context.lookup(value);
    if (object === undefined) return null;
    return {
      ref: value instanceof PDFRef ? value : null,
      object,
      located: locatedEntry(this.homes[0]!, keys[0]!),
      isAmbiguous: keys.length > 1,
    };
  }
}

export class ResourceTable {
  readonly dict: PDFDict;
  doubt: Doubt = 'none';
  readonly home: Located;
  readonly #registry: ResourceRegistry;
  readonly #categories = new Map<ResourceCategory, CategoryTable | null>();

  constructor(home: Located, registry: ResourceRegistry) {
    this.dict = home.dict;
    this.home = home;
    this.#registry = registry;
  }

  category(category: ResourceCategory): CategoryTable | null {
    let table = this.#categories.get(category);
    if (table === undefined) {
      const home = locatedEntry(this.home, key(category));
      table = home === null ? null : this.#registry.categoryAt(home);
      this.#categories.set(category, table);
    }
    return table;
  }
}

/** Scope of a name: a resource dictionary, then those of the parent content. */
export interface Scope {
  readonly table: ResourceTable;
  readonly outer: Scope | null;
  /** 0 for the outermost. */
  readonly depth: number;
}

/** The resource dictionaries of one document, each registered once however often it is shared. */
export class ResourceRegistry {
  readonly #tables = new Map<PDFDict, ResourceTable>();
  readonly #categories = new Map<PDFDict, CategoryTable>();
  readonly #scopes = new Map<ResourceTable, Map<Scope | null, Scope>>();

  get tables(): readonly ResourceTable[] {
    return [...this.#tables.values()];
  }

  scope(resources: Located, outer: Scope | null): Scope {
    const table = this.#tableAt(resources);
    let byOuter = this.#scopes.get(table);
    if (byOuter === undefined) this.#scopes.set(table, (byOuter = new Map()));
    let scope = byOuter.get(outer);
    if (scope === undefined) {
      scope = { table, outer, depth: outer === null ? 0 : outer.depth + 1 };
      byOuter.set(outer, scope);
    }
    return scope;
  }

  #tableAt(home: Located): ResourceTable {
    let table = this.#tables.get(home.dict);
    if (table === undefined) this.#tables.set(home.dict, (table = new ResourceTable(home, this)));
    return table;
  }

  categoryAt(home: Located): CategoryTable {
    let table = this.#categories.get(home.dict);
    if (table === undefined) this.#categories.set(home.dict, (table = new CategoryTable(home)));
    if (!table.homes.some((known) => isSamePlace(known, home))) table.homes.push(home);
    return table;
  }
}

function isSamePlace(one: Located, other: Located): boolean {
  return one.owner === other.owner && one.path.join('/') === other.path.join('/');
}
