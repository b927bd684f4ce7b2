import { type Doubt, type Resource, type ResourceCategory, type Scope, worseDoubt } from './resources.ts';
import type { ContentUnit } from './units.ts';

/** Names by category that no reachable dictionary defines. */
export type UnresolvedNames = Map<ResourceCategory, Set<string>>;

/** One unit while it is interpreted: the scope of its names, and its doubts. */
export class ContentFrame {
  readonly unit: ContentUnit;
  readonly scope: Scope | null;
  /** False for content without resources, which uses the scope of its parent content. */
  readonly #ownsScope: boolean;
  readonly #looseNames: UnresolvedNames;

  constructor(unit: ContentUnit, scope: Scope | null, ownsScope: boolean, looseNames: UnresolvedNames) {
    this.unit = unit;
    this.scope = scope;
    this.#ownsScope = ownsScope;
    this.#looseNames = looseNames;
  }

  /**
   * Resolves `name` and marks the entries as used. Content without resources has "the resource dictionary of
   * the page" by ISO 32000-2, 7.8.3; most readers use the one of the enclosing form. Some also search there
   * for names that a form's own resources lack. So every entry that any reader may use counts as used.
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

  /** Records that this content is uncertain, and with it all resources that it can reach. */
  doubt(doubt: Doubt): void {
    this.unit.doubt = worseDoubt(this.unit.doubt, doubt);
    for (let scope = this.scope; scope !== null; scope = scope.outer) {
      scope.table.doubt = worseDoubt(scope.table.doubt, doubt);
    }
  }

  /** Merges the doubts and scopes of a unit that this content draws. */
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
