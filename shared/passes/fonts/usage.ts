import { analyzeContent, analyzeContentAsync, type ContentAnalysis } from '../../pdf/content/analysis.ts';
import type { CategoryTable } from '../../pdf/content/interpret/resources.ts';
import type { ContentVisitor } from '../../pdf/content/interpret/run.ts';
import { contentName } from '../../pdf/content/syntax/values.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { nameAt } from '../../pdf/font-program.ts';
import { dictEntries, key, PDFDict, type PDFObject, type PDFRawStream } from '../../pdf/objects.ts';
import { hasXfa, interactiveForm } from '../../pdf/page-tree.ts';
import type { SkipReason } from '../../report.ts';
import { type CodeWidth, ShownCodes } from './shown-codes.ts';

/**
 * Allowed changes to a font program, from most to least: keep the shown glyphs, keep all glyphs, keep all
 * glyphs and data for typing, or no change.
 */
export type GlyphClaim =
  | { readonly kind: 'shown' }
  | { readonly kind: 'all'; readonly reason: SkipReason }
  | { readonly kind: 'typed'; readonly reason: SkipReason }
  | { readonly kind: 'untouchable'; readonly reason: SkipReason };

interface FontPart {
  readonly dict: PDFDict;
}

/** References to a font program or to another object of fonts. */
export interface FontParts {
  readonly stream: PDFRawStream;
  readonly descriptors: readonly FontPart[];
  readonly uses: readonly { readonly font: FontPart; readonly descendant: FontPart }[];
}

/** Codes that content shows in each font, with their certainty. */
export class FontUsage {
  readonly survey: ContentAnalysis;
  readonly #shown: ReadonlyMap<PDFDict, ShownCodes>;
  /** Applies to every font of the document. */
  readonly #doubt: SkipReason | null;
  /** Fonts that a default appearance, or content with an undefined font name, may select, and which of them. */
  readonly #loose: ReadonlyMap<PDFObject, SkipReason>;

  private constructor(doc: PdfDocument, survey: ContentAnalysis, shown: ReadonlyMap<PDFDict, ShownCodes>) {
    this.survey = survey;
    this.#shown = shown;
    this.#loose = looseFonts(doc, survey);
    const isCertain = survey.isSound && survey.units.every(({ doubt }) => doubt === 'none');
    this.#doubt = hasXfa(doc.trailer) ? 'xfa-form' : isCertain ? null : 'ambiguous-content';
  }

  static of(doc: PdfDocument): FontUsage {
    const shown: CodesByFont = new Map();
    return new FontUsage(doc, analyzeContent(doc, codesInto(shown)), shown);
  }

  /** Like the constructor, with a pause after each page; see `analyzeContentAsync`. */
  static async withPauses(doc: PdfDocument, pause: () => Promise<void>): Promise<FontUsage> {
    const shown: CodesByFont = new Map();
    return new FontUsage(doc, await analyzeContentAsync(doc, codesInto(shown), pause), shown);
  }

  /** Returns the shown codes of a font dictionary; only reliable with the claim `shown`. */
  codesOf(font: PDFDict): ReadonlySet<number> {
    return this.#shown.get(font)?.codes ?? NO_CODES;
  }

  claim({ stream, descriptors, uses }: FontParts): GlyphClaim {
    const fonts = uses.map(({ font }) => font.dict);
    const parts: PDFObject[] = [
      stream,
      ...fonts,
      ...dictsOf(descriptors),
      ...uses.map((use) => use.descendant.dict),
    ];
    const { exposed, exposedByForms, exposedByDoubt } = this.survey;
    const isKnown = (part: PDFObject) =>
      !exposed.has(part) || exposedByForms.has(part) || exposedByDoubt.has(part);
    // Something other than page content, annotations and form fields refers to it.
    if (!parts.every(isKnown) || uses.length === 0) return { kind: 'untouchable', reason: 'required-as-is' };
    const typed = fonts.map((font) => this.#loose.get(font)).find((reason) => reason !== undefined);
    if (typed !== undefined) return { kind: 'typed', reason: typed };
    if (this.#doubt === 'xfa-form') return { kind: 'typed', reason: this.#doubt };
    if (this.#doubt !== null) return { kind: 'all', reason: this.#doubt };
    for (const font of fonts) {
      const codes = this.#shown.get(font);
      if (codes === undefined || !codes.isUncertain) continue;
      return { kind: 'all', reason: codeWidth(font) === 'by-cmap' ? 'unsupported-cmap' : 'ambiguous-text' };
    }
    return { kind: 'shown' };
  }
}

const NO_CODES: ReadonlySet<number> = new Set();

type CodesByFont = Map<PDFDict, ShownCodes>;

function codesInto(shown: CodesByFont): ContentVisitor {
  return {
    text(font, reader) {
      // Without a font, or with an undefined name, readers show nothing or a font of their own.
      if (typeof font === 'string') return;
      let codes = shown.get(font.dict);
      if (codes === undefined) shown.set(font.dict, (codes = new ShownCodes(codeWidth(font.dict))));
      codes.add(reader);
    },
  };
}

function codeWidth(font: PDFDict): CodeWidth {
  if (nameAt(font, 'Subtype') !== 'Type0') return 1;
  const encoding = nameAt(font, 'Encoding');
  return encoding === 'Identity-H' || encoding === 'Identity-V' ? 2 : 'by-cmap';
}

function dictsOf(parts: readonly FontPart[]): PDFDict[] {
  return parts.map(({ dict }) => dict);
}

/** Returns fonts stored anywhere under a name that may be looked up there, with who may do so. */
function looseFonts(doc: PdfDocument, survey: ContentAnalysis): Map<PDFObject, SkipReason> {
  const { byForms, byAnnotations } = survey.typedFonts;
  const fonts = new Map<PDFObject, SkipReason>();
  if (byForms.size === 0 && byAnnotations.size === 0) return fonts;
  const collect = (dict: PDFDict) => {
    for (const [entry, value] of dictEntries(dict)) {
      const name = contentName(entry.asString().slice(1));
      const font = doc.context.lookup(value);
      if (font === undefined) continue;
      if (byForms.has(name)) fonts.set(font, 'form-field-font');
      else if (byAnnotations.has(name) && !fonts.has(font)) fonts.set(font, 'annotation-font');
    }
  };
  const seen = new Set<CategoryTable>();
  for (const table of survey.tables) {
    const category = table.category('Font');
    if (category === null || seen.has(category)) continue;
    seen.add(category);
    collect(category.dict);
  }
  const resources = interactiveForm(doc.trailer)?.lookup(key('DR'));
  const formFonts = resources instanceof PDFDict ? resources.lookup(key('Font')) : undefined;
  if (formFonts instanceof PDFDict) collect(formFonts);
  return fonts;
}
