import { analyzeContent, type ContentAnalysis } from '../content/analysis.ts';
import type { ContentUnit } from '../content/interpret/units.ts';
import type { PdfDocument } from '../document.ts';
import { firstPages } from '../first-pages.ts';
import type { PDFDict } from '../objects.ts';

/** Content analysis with the fonts used for text. */
export interface SurveyedText {
  readonly survey: ContentAnalysis;
  /** First pages with text in a font, 0-based, ascending, by font dictionary. */
  readonly pagesByFont: ReadonlyMap<PDFDict, readonly number[]>;
}

export function surveyText(doc: PdfDocument): SurveyedText {
  const fontsByUnit = new Map<ContentUnit, Set<PDFDict>>();
  const survey = analyzeContent(doc, {
    text(font, _, unit) {
      if (typeof font === 'string') return;
      let fonts = fontsByUnit.get(unit);
      if (fonts === undefined) fontsByUnit.set(unit, (fonts = new Set()));
      fonts.add(font.dict);
    },
  });
  return { survey, pagesByFont: pagesByFont(survey, fontsByUnit) };
}

function pagesByFont(
  survey: ContentAnalysis,
  fontsByUnit: ReadonlyMap<ContentUnit, ReadonlySet<PDFDict>>,
): Map<PDFDict, readonly number[]> {
  const pagesByUnit = new Map<ContentUnit, readonly number[]>();
  for (const { unit, index } of survey.pages) if (index !== null) pagesByUnit.set(unit, [index]);
  const pages = new Map<PDFDict, readonly number[]>();
  // Each unit comes after all units that draw it.
  for (const unit of survey.units) {
    const own = pagesByUnit.get(unit);
    if (own === undefined) continue;
    for (const font of fontsByUnit.get(unit) ?? []) pages.set(font, firstPages(pages.get(font) ?? [], own));
    for (const target of unit.draws.keys()) {
      if (target.kind !== 'image') pagesByUnit.set(target, firstPages(pagesByUnit.get(target) ?? [], own));
    }
  }
  return pages;
}
