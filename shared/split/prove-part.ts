import { Changes } from '../pdf/check/changes.ts';
import { firstDifference } from '../pdf/check/check.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { dictEntries, key, PDFArray, PDFDict, type PDFName, type PDFObject } from '../pdf/objects.ts';
import { pageRefs } from '../pdf/page-tree.ts';
import type { PartDraft } from './draft-part.ts';
import { arrayFrom } from './entries.ts';
import type { PageRange } from './forest.ts';
import { annotationsOf } from './page-index.ts';
import type { SourceDocument } from './source-document.ts';

/** Page entries that affect its appearance (ISO 32000-2, table 31). */
const SHOWN = ['Resources', 'MediaBox', 'CropBox', 'Rotate', 'Contents', 'Group', 'UserUnit', 'BleedBox'].map(
  key,
);
/** Annotation entries that refer to objects other than the appearance. */
const LEADING = new Set(
  ['P', 'Parent', 'Popup', 'IRT', 'A', 'AA', 'PA', 'Dest', 'Kids', 'StructParent'].map(key),
);

/**
 * Checks a part that was written and opened again. It equals the draft object by object, and content,
 * resources, boxes and annotations of each page equal those in the whole.
 * @returns the first difference, or null
 */
export function partDifference(
  whole: SourceDocument,
  range: PageRange,
  draft: PartDraft,
  written: PdfDocument,
): string | null {
  if (written.repairs.length > 0) return `the part needs repair: ${written.repairs[0]}`;
  if (written.incomplete) return 'parts of it cannot be read';
  const drafted = firstDifference(draft.doc, written, new Changes());
  if (drafted !== null) return drafted;
  const refs = pageRefs(written.trailer);
  if (refs.length !== range.end - range.first) return 'the part has another number of pages';
  const pages = refs.map((ref) => written.context.lookup(ref)).filter((page) => page instanceof PDFDict);
  const before = whole.pages
    .slice(range.first, range.end)
    .map(({ dict, inherited }) => withInherited(dict, inherited));
  return firstDifference(
    shownOf(whole.doc, before, keptOn(draft)),
    shownOf(written, pages, () => true),
    draft.changes,
  );
}

/** Returns a predicate for annotations of the whole that are in the part. */
function keptOn({ doc, pages }: PartDraft): (annotation: PDFObject) => boolean {
  const kept = new Set<PDFObject>();
  for (const ref of pages) {
    const page = doc.context.lookup(ref);
    const array = page instanceof PDFDict ? page.get(key('Annots')) : undefined;
    const items = array === undefined ? undefined : doc.context.lookup(array);
    if (items instanceof PDFArray) for (const item of items.asArray()) kept.add(item);
  }
  return (annotation) => kept.has(annotation) || !('objectNumber' in annotation);
}

function withInherited(page: PDFDict, inherited: ReadonlyMap<PDFName, PDFObject>): PDFDict {
  return PDFDict.fromMapWithContext(new Map([...dictEntries(page), ...inherited]), page.context);
}

/** Builds a document with only the visible contents of its pages. */
function shownOf(
  doc: PdfDocument,
  pages: readonly PDFDict[],
  isKept: (annotation: PDFObject) => boolean,
): PdfDocument {
  const { context } = doc;
  const list = pages.map((page) => {
    const entries = new Map<ReturnType<typeof key>, PDFObject>();
    for (const name of SHOWN) {
      const value = page.get(name);
      if (value !== undefined) entries.set(name, value);
    }
    const annotations = annotationsOf(page).filter(isKept);
    entries.set(
      key('Annots'),
      arrayFrom(
        annotations.flatMap((item) => shownAnnotation(context.lookup(item))),
        { context },
      ),
    );
    return PDFDict.fromMapWithContext(entries, context);
  });
  const root = arrayFrom(list, { context });
  return { ...doc, trailer: PDFDict.fromMapWithContext(new Map([[key('Root'), root]]), context) };
}

function shownAnnotation(annotation: PDFObject | undefined): PDFObject[] {
  if (!(annotation instanceof PDFDict)) return [];
  const entries = new Map([...dictEntries(annotation)].filter(([name]) => !LEADING.has(name)));
  return [PDFDict.fromMapWithContext(entries, annotation.context)];
}
