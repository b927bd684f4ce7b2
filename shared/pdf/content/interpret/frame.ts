import { type Doubt, type Resource, type ResourceCategory, type Scope, worseDoubt } from './resources.ts';
import type { ContentUnit } from './units.ts';

/** Names that no dictionary in reach defines, by category. */
export type UnresolvedNames = Map<ResourceCategory, Set<string>>;

/** One unit while it is read: where its names are looked up, and what is doubtful about it. */
export class ContentFrame {
  readonly unit: ContentUnit;
  readonly scope: Scope | null;
  /** False for content without resources of its own: the scope is that of what draws it. */
  readonly #ownsScope: boolean;
  readonly #looseNames: UnresolvedNames;

  constructor(unit: ContentUnit, scope: Scope | null, ownsScope: boolean, looseNames: UnresolvedNames) {
    this.unit = unit;
    this.scope = scope;
    this.#ownsScope = ownsScope;
    this.#looseNames = looseNames;
  }

  /**
   * What `name` means here; the entry is used from now on. Content without resources takes "the resource
   * dictionary of the page" by ISO 32000-2, 7.8.3, and that of the form around it by most readers; some also
   * look there for what a form's own resources lack. So every entry that any reader may take counts as used.
   */
  lookup(category: ResourceCategory, name: string): Resource | null {
    let found: Resource | null = null;
    for (let scope = this.scope; scope !== null; scope = scope.outer) {
      this.unit.outermost = Math.min(this.unit.outermost, scope.depth);
      const resource = scope.table.category(category)?.use(name) ?? null;
      if (resource === null) continue;
      if (resource.isAmbiguous || (found !== null && found.object !== resource.object)) this.doubt('sizes');
      found ??= resource;
      if (this.#ownsScope && scope === this.scope) return found;
    }
    if (found === null) this.#noteLoose(category, name);
    return found;
  }

  /** Something about this content is not certain, so nothing about the resources in its reach is. */
  doubt(doubt: Doubt): void {
    this.unit.doubt = worseDoubt(this.unit.doubt, doubt);
    for (let scope = this.scope; scope !== null; scope = scope.outer) {
      scope.table.doubt = worseDoubt(scope.table.doubt, doubt);
    }
  }

  /** This content draws that unit: its doubts, and where it looked for names, are now this one's too. */
  absorb(unit: ContentUnit): void {
    this.unit.outermost = Math.min(this.unit.outermost, unit.outermost);
    if (unit.doubt !== 'none') this.doubt(unit.doubt);
  }

  #noteLoose(category: ResourceCategory, name: string): void {
    this.unit.outermost = -1;
    let names = this.#looseNames.get(category);
    if (names === undefined) this.#looseNames.set(category, (names = new Set()));
    names.add(name);
  }
}
