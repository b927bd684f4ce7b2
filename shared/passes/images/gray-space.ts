import type { PdfDocument } from '../../pdf/document.ts';
import { grayProfile } from '../../pdf/image/gray-profile.ts';
import { key, PDFArray, PDFDict, PDFName, type PDFObject } from '../../pdf/objects.ts';
import { catalogOf } from '../../pdf/page-tree.ts';
import type { DocumentFacts } from '../../report.ts';

/**
 * Returns DeviceGray, which all readers show alike; or gray with a profile for PDF/A without an output intent
 * that defines device gray (ISO 19005-2, 6.2.4.3). The latter adds an object to the document.
 */
export function graySpace(doc: PdfDocument, { pdfA }: DocumentFacts): PDFObject {
  if (pdfA === undefined || hasOutputIntent(doc)) return PDFName.of('DeviceGray');
  const profile = doc.context.stream(grayProfile(), { N: 1, Alternate: 'DeviceGray' });
  const space = PDFArray.withContext(doc.context);
  space.push(PDFName.of('ICCBased'));
  space.push(doc.context.register(profile));
  return space;
}

function hasOutputIntent(doc: PdfDocument): boolean {
  const intents = catalogOf(doc.trailer)?.lookup(key('OutputIntents'));
  if (!(intents instanceof PDFArray)) return false;
  return Array.from({ length: intents.size() }, (_, index) => intents.lookup(index)).some(
    (intent) => intent instanceof PDFDict && intent.lookup(key('S')) === key('GTS_PDFA1'),
  );
}
