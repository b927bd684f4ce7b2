import { PDFArray, PDFDict, type PDFObject, PDFRef } from '../objects.ts';
import { RefMap } from '../ref-map.ts';
import type { Changes } from './changes.ts';

/**
 * One object stays one object, and two stay two but for declared merges: whoever changes a shared object changes it
 * in all its places. It holds for dictionaries, arrays and streams also where they come to stand in place or no longer do.
 */
export class Identities {
  readonly #changes: Changes;
  readonly #became = new RefMap<PDFObject>();
  /** What of the input an object of the output stands for; a second one must be a declared merge. */
  readonly #standsFor = new RefMap<PDFObject>();

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** These two were met before, as each other's. */
  isKnown(before: PDFRef, after: PDFRef): boolean {
    return this.#became.get(before) === after;
  }

  /**
   * Notes that `before`, which holds `value`, became `after`, where at least one of them is a reference.
   *
   * @returns what is wrong with that, or null
   */
  meet(before: PDFObject, after: PDFObject, value: PDFObject): string | null {
    // A number or text may stand in place as often as it likes.
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
