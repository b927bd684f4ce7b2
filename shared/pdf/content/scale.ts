import type { PdfDocument } from '../document.ts';
import type { PDFDict, PDFRawStream } from '../objects.ts';
import { analyzeContent } from './analysis.ts';
import type { ContentFrame } from './interpret/frame.ts';
import { largestSquare } from './interpret/stretch.ts';
import type { ContentUnit } from './interpret/units.ts';
import { type PlacedTargets, placedUnits } from './placement.ts';

/** How large the content of each stream is drawn at most. */
export interface ContentScales {
  /** Points that one unit of this page's content can become; null when the page was not seen. */
  ofPage(page: PDFDict): number | null;
  /**
   * Points that one unit of this form, pattern, glyph or appearance can become, in any direction and wherever it is
   * drawn; null when that is not certain.
   */
  ofStream(stream: PDFRawStream): number | null;
}

/** Looks at all content of the document. */
export function contentScales(doc: PdfDocument): ContentScales {
  const units = new Map<PDFDict, Set<ContentUnit>>();
  const survey = analyzeContent(doc, {
    begin(content: PDFDict, { unit }: ContentFrame) {
      const known = units.get(content);
      if (known === undefined) units.set(content, new Set([unit]));
      else known.add(unit);
    },
  });
  const placed: PlacedTargets = survey.isSound ? placedUnits(survey) : new Map();

  const scaleOf = (content: PDFDict): number | null => {
    let square = 0;
    for (const unit of units.get(content) ?? []) {
      const stretches = placed.get(unit)?.stretches.all;
      // Drawn by nothing that was seen, and so perhaps by something that was not.
      if (stretches === undefined || stretches.length === 0 || unit.doubt !== 'none') return null;
      for (const stretch of stretches) square = Math.max(square, largestSquare(stretch));
    }
    return square > 0 ? Math.sqrt(square) : null;
  };
  return {
    ofPage: scaleOf,
    ofStream: (stream) =>
      survey.unsized.has(stream) || survey.unsized.has(stream.dict) ? null : scaleOf(stream.dict),
  };
}
