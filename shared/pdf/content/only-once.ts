import type { PdfDocument } from '../document.ts';
import type { PDFObject, PDFRef } from '../objects.ts';
import { referenceCounts } from '../walk.ts';
import type { ContentAnalysis } from './analysis.ts';
import type { DrawnImage } from './interpret/units.ts';
import { timesDrawn } from './times-drawn.ts';

/** Finds objects with a single use that nothing else refers to. */
export class SingleUses {
  readonly #references: ReadonlyMap<PDFRef, number>;
  readonly #drawn: ReadonlyMap<string, number>;
  readonly #exposed: ReadonlySet<PDFObject>;

  constructor(doc: PdfDocument, survey: ContentAnalysis) {
    this.#references = referenceCounts(doc.context);
    this.#drawn = timesDrawn(survey);
    this.#exposed = survey.exposed;
  }

  isDrawn({ ref, stream }: Pick<DrawnImage, 'ref' | 'stream'>): boolean {
    return this.isNamed(ref) && this.#drawn.get(ref.tag) === 1 && !this.#exposed.has(stream);
  }

  isNamed(ref: PDFRef): boolean {
    return this.isNamedBy(ref, 1);
  }

  /** Returns whether the object has exactly `known` references. */
  isNamedBy(ref: PDFRef, known: number): boolean {
    return this.#references.get(ref) === known;
  }
}
