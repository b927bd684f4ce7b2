import type { DocumentFeatures } from '../../inspection.ts';
import type { PdfDocument } from '../document.ts';
import type { FileLayout } from '../file-layout.ts';
import { xmpProperty } from '../metadata/xmp.ts';
import { xmpText } from '../metadata/xmp-text.ts';
import { key, PDFArray, PDFDict, PDFHexString, type PDFObject, PDFString } from '../objects.ts';
import { catalogOf, pageRefs } from '../page-tree.ts';
import { brotliStreams } from './brotli-streams.ts';
import { eachDictionary } from './dictionaries.ts';
import type { FileBytes } from './file-bytes.ts';
import { contentEntries, isPage, removedPages } from './removed-pages.ts';
import { dictOf, dictsIn, fieldCount, nameTreeSize, oncePerArray, outlineSize } from './trees.ts';

/** Reports the document's features; those of the file's form come from its bytes. */
export function documentFeatures(
  doc: PdfDocument,
  layout: FileLayout,
  { linearized, incrementalUpdates }: Pick<FileBytes, 'linearized' | 'incrementalUpdates'>,
): DocumentFeatures {
  const catalog = catalogOf(doc.trailer);
  const entry = (name: string) => catalog?.lookup(key(name));
  const names = dictOf(entry('Names'));
  const form = dictOf(entry('AcroForm'));
  const pdfX = standardX(doc);
  const language = shortText(entry('Lang'));
  return {
    ...(pdfX === undefined ? {} : { pdfX }),
    ...(language === undefined ? {} : { language }),
    linearized,
    incrementalUpdates,
    brotliStreams: brotliStreams(layout),
    xfa: form?.has(key('XFA')) ?? false,
    portfolio: entry('Collection') instanceof PDFDict,
    pageLabels: entry('PageLabels') instanceof PDFDict,
    removedPages: removedPages(doc).filter((page) => isPage(page) && contentEntries(page).length > 0).length,
    layers: sizeOf(dictOf(entry('OCProperties'))?.lookup(key('OCGs'))),
    outlineItems: outlineSize(dictOf(entry('Outlines'))),
    namedDestinations: nameTreeSize(dictOf(names?.lookup(key('Dests')))) + entryCount(entry('Dests')),
    fields: fieldCount(form?.lookup(key('Fields'))),
    attachments: attachmentCount(doc),
    javaScript: hasJavaScript(doc, names),
    ...annotationCounts(doc),
  };
}

/** Counts embedded files, wherever they are referenced. */
export function attachmentCount(doc: PdfDocument): number {
  let attachments = 0;
  eachDictionary(doc, ({ dict }) => {
    if (dict.has(key('EF')) && dict.lookup(key('EF')) instanceof PDFDict) attachments += 1;
  });
  return attachments;
}

function hasJavaScript(doc: PdfDocument, names: PDFDict | undefined): boolean {
  let found = names?.has(key('JavaScript')) ?? false;
  eachDictionary(doc, ({ dict }) => {
    found ||= dict.get(key('S')) === key('JavaScript');
  });
  return found;
}

function annotationCounts(doc: PdfDocument): Pick<DocumentFeatures, 'annotations' | 'links'> {
  const link = key('Link');
  const countsIn = oncePerArray((array) => {
    const annotations = dictsIn(array);
    const links = annotations.filter((annotation) => annotation.lookup(key('Subtype')) === link);
    return { annotations: annotations.length, links: links.length };
  });
  const total = { annotations: 0, links: 0 };
  for (const ref of pageRefs(doc.trailer)) {
    const counts = countsIn(dictOf(doc.context.lookup(ref))?.lookup(key('Annots')));
    total.annotations += counts?.annotations ?? 0;
    total.links += counts?.links ?? 0;
  }
  return total;
}

/** In the Info dictionary up to PDF/X-3, in the XMP since (ISO 15930-7, 6.2). */
export function standardX(doc: PdfDocument): string | undefined {
  const info = dictOf(doc.trailer.lookup(key('Info')));
  const named = shortText(info?.lookup(key('GTS_PDFXVersion')));
  if (named !== undefined) return named;
  const xmp = xmpText(doc) ?? '';
  return xmpProperty(xmp, 'pdfxid:GTS_PDFXVersion') ?? xmpProperty(xmp, 'pdfx:GTS_PDFXVersion');
}

/** Maximum characters of an identifying text, such as a language. */
const MAX_TEXT = 100;

function shortText(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined;
  return object.decodeText().slice(0, MAX_TEXT) || undefined;
}

function sizeOf(object: PDFObject | undefined): number {
  return object instanceof PDFArray ? object.size() : 0;
}

function entryCount(object: PDFObject | undefined): number {
  return object instanceof PDFDict ? object.keys().length : 0;
}
