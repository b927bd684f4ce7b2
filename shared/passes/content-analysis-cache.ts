import type { PdfDocument } from '../pdf/document.ts';
import { FontUsage } from './fonts/usage.ts';

/**
 * One look at all content for the passes that need one and change none of it: interpreting takes as long as reading the
 * whole document. Whoever is the last to need it ends it, since it holds on to much.
 */
export class ContentAnalysisCache {
  #seen: { readonly doc: PdfDocument; readonly usage: FontUsage } | null = null;

  of(doc: PdfDocument): FontUsage {
    if (this.#seen?.doc !== doc) this.#seen = { doc, usage: FontUsage.of(doc) };
    return this.#seen.usage;
  }

  /** Looks with a pause behind each page, so that threads at work are heard; from then on `of` knows. */
  async begin(doc: PdfDocument, pause: () => Promise<void>): Promise<void> {
    this.#seen = { doc, usage: await FontUsage.withPauses(doc, pause) };
  }

  end(): void {
    this.#seen = null;
  }
}
