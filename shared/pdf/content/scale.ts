import type { PdfDocument } from '../document.ts';
import type { PDFDict, PDFRawStream } from '../objects.ts';
import { analyzeContent } from './analysis.ts';
import type { ContentFrame } from './interpret/frame.ts';
import { largestSquare } from './interpret/stretch.ts';
import type { ContentUnit } from './interpret/units.ts';
import { type PlacedTargets, placedUnits } from './placement.ts';

/** Largest scale at which the content of each stream is drawn. */
export interface ContentScales {
  /** Points per unit of this page's content at most; null if the page was not analyzed. */
  ofPage(page: PDFDict): number | null;
  /**
   * Points per unit of this form, pattern, glyph or appearance at most, in any direction and place; null if
   * uncertain.
   */
  ofStream(stream: PDFRawStream): number | null;
}

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
      // Not drawn by analyzed content, so perhaps drawn by unknown content.
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
