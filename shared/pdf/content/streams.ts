import type { PdfDocument } from '../document.ts';
import { nonTreeObjects } from '../non-tree-objects.ts';
import {
  arrayItems,
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { pageRefs } from '../page-tree.ts';
import type { StreamItem } from '../streams.ts';

/** The streams of one `/Contents`, in order. */
export interface PageContent {
  readonly page: PDFRef;
  readonly dict: PDFDict;
  readonly parts: readonly StreamItem[];
  /** True if every item of `/Contents` is in `parts`. */
  readonly isWhole: boolean;
}

/** Content streams, as far as dictionaries identify them (ISO 32000-2, 7.8.1). */
export interface ContentStreams {
  readonly pages: readonly PageContent[];
  /** Form XObjects (including annotation appearances), tiling patterns and Type 3 glyphs, each once. */
  readonly others: readonly StreamItem[];
}

/** Returns every content stream in document order. */
export function contentStreams(doc: PdfDocument): ContentStreams {
  const pages = pageRefs(doc.trailer).flatMap((page) => {
    const dict = doc.context.lookup(page);
    return dict instanceof PDFDict ? [pageContent(page, dict)] : [];
  });
  const others = new Map<PDFRef, PDFRawStream>();
  for (const [ref, object] of nonTreeObjects(doc)) {
    if (object instanceof PDFRawStream) {
      if (isForm(object.dict) || isTilingPattern(object.dict)) others.set(ref, object);
    } else if (object instanceof PDFDict && object.lookup(key('Subtype')) === key('Type3')) {
      for (const { ref: glyph, stream } of glyphStreams(object)) others.set(glyph, stream);
    }
  }
  return { pages, others: [...others].map(([ref, stream]) => ({ ref, stream })) };
}

function pageContent(page: PDFRef, dict: PDFDict): PageContent {
  const value = dict.get(key('Contents'));
  const found = dict.context.lookup(value);
  const items = found instanceof PDFArray ? arrayItems(found) : value === undefined ? [] : [value];
  const parts = items.flatMap((item) => streamAt(item, dict) ?? []);
  return { page, dict, parts, isWhole: parts.length === items.length };
}

function streamAt(ref: PDFObject, { context }: PDFDict): StreamItem | null {
  const stream = context.lookup(ref);
  return ref instanceof PDFRef && stream instanceof PDFRawStream ? { ref, stream } : null;
}

function isForm(dict: PDFDict): boolean {
  // A PostScript XObject may also have the subtype Form (ISO 32000-1, 8.8.2).
  return dict.lookup(key('Subtype')) === key('Form') && !dict.has(key('Subtype2'));
}

function isTilingPattern(dict: PDFDict): boolean {
  return dict.has(key('PatternType')) && dict.has(key('PaintType'));
}

function glyphStreams(font: PDFDict): StreamItem[] {
  const procs = font.lookup(key('CharProcs'));
  if (!(procs instanceof PDFDict)) return [];
  return [...dictEntries(procs).values()].flatMap((ref) => streamAt(ref, font) ?? []);
}
