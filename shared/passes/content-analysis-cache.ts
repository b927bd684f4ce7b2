import type { PdfDocument } from '../pdf/document.ts';
import { FontUsage } from './fonts/usage.ts';

/**
 * One content analysis, shared by the passes that need it and do not change content: it takes as long as
 * reading the whole document. The last user ends it, since it needs much memory.
 */
export class ContentAnalysisCache {
  #seen: { readonly doc: PdfDocument; readonly usage: FontUsage } | null = null;

  of(doc: PdfDocument): FontUsage {
    if (this.#seen?.doc !== doc) this.#seen = { doc, usage: FontUsage.of(doc) };
    return this.#seen.usage;
  }

  /** Analyzes with a pause after each page, so that threads are served; `of` then returns the result. */
  async begin(doc: PdfDocument, pause: () => Promise<void>): Promise<void> {
    this.#seen = { doc, usage: await FontUsage.withPauses(doc, pause) };
  }

  end(): void {
    this.#seen = null;
  }
}
