import type { DocumentFeatures } from '../../inspection.ts';
import { contentPages } from '../content-pages.ts';
import type { PdfDocument } from '../document.ts';
import { xmpProperty, xmpText } from '../facts.ts';
import {
  key,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  type PDFObject,
  PDFString,
} from '../objects.ts';
import { catalogOf } from '../page-tree.ts';
import { eachDictionary } from './dictionaries.ts';
import type { FileBytes } from './file-bytes.ts';

/** What the document has besides its pages; how the file was written is known from its bytes. */
export function documentFeatures(
  doc: PdfDocument,
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
    xfa: form?.has(key('XFA')) ?? false,
    portfolio: entry('Collection') instanceof PDFDict,
    pageLabels: entry('PageLabels') instanceof PDFDict,
    layers: sizeOf(dictOf(entry('OCProperties'))?.lookup(key('OCGs'))),
    outlineItems: treeSize(dictOf(entry('Outlines'))?.get(key('First')), doc.context, ['First', 'Next']),
    namedDestinations: nameTreeSize(names?.get(key('Dests')), doc.context) + entryCount(entry('Dests')),
    fields: form === undefined ? 0 : fieldCount(form),
    ...scatteredFeatures(doc, names),
    ...annotationCounts(doc),
  };
}

/** What may stand anywhere in the document. */
function scatteredFeatures(
  doc: PdfDocument,
  names: PDFDict | undefined,
): Pick<DocumentFeatures, 'attachments' | 'javaScript'> {
  let attachments = 0;
  let javaScript = names?.has(key('JavaScript')) ?? false;
  eachDictionary(doc, ({ dict }) => {
    if (dict.has(key('EF')) && dict.lookup(key('EF')) instanceof PDFDict) attachments += 1;
    javaScript ||= dict.get(key('S')) === key('JavaScript');
  });
  return { attachments, javaScript };
}

function annotationCounts(doc: PdfDocument): Pick<DocumentFeatures, 'annotations' | 'links'> {
  let annotations = 0;
  let links = 0;
  for (const page of contentPages(doc.trailer)) {
    annotations += page.annotations.length;
    for (const annotation of page.annotations) {
      if (annotation.lookup(key('Subtype')) === key('Link')) links += 1;
    }
  }
  return { annotations, links };
}

/** In the Info dictionary up to PDF/X-3, in the XMP since (ISO 15930-7, 6.2). */
function standardX(doc: PdfDocument): string | undefined {
  const info = dictOf(doc.trailer.lookup(key('Info')));
  const named = shortText(info?.lookup(key('GTS_PDFXVersion')));
  if (named !== undefined) return named;
  const xmp = xmpText(doc) ?? '';
  return xmpProperty(xmp, 'pdfxid:GTS_PDFXVersion') ?? xmpProperty(xmp, 'pdfx:GTS_PDFXVersion');
}

/** Form fields that hold a value themselves: those whose `/Kids` are no fields (ISO 32000-2, 12.7.4). */
function fieldCount(form: PDFDict): number {
  let count = 0;
  walkTree(form.lookup(key('Fields')), form.context, (field) => {
    const kids = dictsIn(field.lookup(key('Kids'))).filter((kid) => kid.has(key('T')));
    if (kids.length === 0) count += 1;
    return kids;
  });
  return count;
}

/** Nodes of a tree that is linked by these keys, the one at `root` included. */
function treeSize(root: PDFObject | undefined, context: PDFContext, links: readonly string[]): number {
  let count = 0;
  walkTree(root, context, (node) => {
    count += 1;
    return links.flatMap((link) => dictOf(node.lookup(key(link))) ?? []);
  });
  return count;
}

/** Names in a name tree (7.9.6). */
function nameTreeSize(root: PDFObject | undefined, context: PDFContext): number {
  let count = 0;
  walkTree(root, context, (node) => {
    count += Math.floor(sizeOf(node.lookup(key('Names'))) / 2);
    return dictsIn(node.lookup(key('Kids')));
  });
  return count;
}

/** Visits every dictionary once, with an explicit stack: trees made to be deep, or loops, do no harm. */
function walkTree(
  root: PDFObject | undefined,
  context: PDFContext,
  below: (node: PDFDict) => readonly PDFDict[],
): void {
  const start = root === undefined ? undefined : context.lookup(root);
  const seen = new Set<PDFDict>();
  const waiting = start instanceof PDFDict ? [start] : dictsIn(start);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    for (const next of below(node)) waiting.push(next);
  }
}

/** Characters of a text that names something, such as a language. */
const MAX_TEXT = 100;

function shortText(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined;
  return object.decodeText().slice(0, MAX_TEXT) || undefined;
}

function dictsIn(array: PDFObject | undefined): PDFDict[] {
  if (!(array instanceof PDFArray)) return [];
  return Array.from({ length: array.size() }, (_, index) => dictOf(array.lookup(index)) ?? []).flat();
}

function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  return object instanceof PDFDict ? object : undefined;
}

function sizeOf(object: PDFObject | undefined): number {
  return object instanceof PDFArray ? object.size() : 0;
}

function entryCount(object: PDFObject | undefined): number {
  return object instanceof PDFDict ? object.keys().length : 0;
}
