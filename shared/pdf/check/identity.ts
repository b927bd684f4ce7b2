import { PDFArray, PDFDict, type PDFObject, PDFRef } from '../objects.ts';
import { RefMap } from '../ref-map.ts';
import type { Changes } from './changes.ts';

/**
 * Checks that one object stays one object, and that two stay two except for declared merges: a change of a
 * shared object affects all its uses. This also holds for dictionaries, arrays and streams that become direct
 * or indirect.
 */
export class Identities {
  readonly #changes: Changes;
  readonly #became = new RefMap<PDFObject>();
  /** Output objects to their input objects; a second one must be a declared merge. */
  readonly #standsFor = new RefMap<PDFObject>();

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** Returns whether this pair was met before. */
  isKnown(before: PDFRef, after: PDFObject | undefined): boolean {
    return after !== undefined && this.#became.get(before) === after;
  }

  /**
   * Records that `before`, which holds `value`, became `after`; at least one of them is a reference.
   * @returns the problem, or null
   */
  meet(before: PDFObject, after: PDFObject, value: PDFObject): string | null {
    // A number or text may be a direct object any number of times.
    const areBoth = before instanceof PDFRef && after instanceof PDFRef;
    if (!areBoth && !(value instanceof PDFDict || value instanceof PDFArray)) return null;
    if (before instanceof PDFRef) {
      if (this.#became.has(before)) return `${before.tag} became two objects`;
      this.#became.set(before, after);
    }
    if (after instanceof PDFRef) {
      const other = this.#standsFor.get(after);
      if (other === undefined) this.#standsFor.set(after, before);
      else if (!this.#areMerged(before, other))
        return `${nameOf(before)} and ${nameOf(other)} became one object`;
    }
    return null;
  }

  #areMerged(one: PDFObject, other: PDFObject): boolean {
    return one instanceof PDFRef && other instanceof PDFRef && this.#changes.areMerged(one, other);
  }
}

function nameOf(object: PDFObject): string {
  return object instanceof PDFRef ? object.tag : 'what stood in place';
}
