import type { DocumentFacts } from '../../report.ts';
import type { PdfDocument } from '../document.ts';
import { PDF_A, PDF_UA } from '../metadata/standards.ts';
import { xmpClaims, xmpProperty } from '../metadata/xmp.ts';
import { xmpText } from '../metadata/xmp-text.ts';
import { nonTreeObjects } from '../non-tree-objects.ts';
import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFName,
  type PDFObject,
} from '../objects.ts';
import { catalogOf, pageRefs } from '../page-tree.ts';

export function documentFacts(doc: PdfDocument): DocumentFacts {
  const catalog = catalogOf(doc.trailer);
  const form = catalog?.lookup(key('AcroForm'));
  const xmp = xmpText(doc) ?? '';
  const claims = xmpClaims(xmp);
  const claimed = (uri: string) => claims.find((claim) => claim.uri === uri)?.value;
  const [part, accessible] = [claimed(PDF_A), claimed(PDF_UA)];
  const level = xmpProperty(xmp, 'pdfaid:conformance') ?? '';
  return {
    pages: pageRefs(doc.trailer).length,
    version: newerVersion(doc.headerVersion, catalog?.lookup(key('Version'))),
    signed: isSigned(doc),
    encrypted: doc.security !== null,
    tagged: catalog?.lookup(key('StructTreeRoot')) instanceof PDFDict || isMarked(catalog),
    forms: form instanceof PDFDict && (hasItems(form.lookup(key('Fields'))) || form.has(key('XFA'))),
    ...(part === undefined ? {} : { pdfA: `${part}${level.toLowerCase()}` }),
    ...(accessible === undefined ? {} : { pdfUA: accessible }),
  };
}

/**
 * True for any signature, a dictionary with `/ByteRange` and `/Contents` (ISO 32000-2, 12.8.1): approval,
 * certification (DocMDP) and usage rights. Validity is not checked.
 */
function isSigned(doc: PdfDocument): boolean {
  const permissions = catalogOf(doc.trailer)?.lookup(key('Perms'));
  const rights = permissions instanceof PDFDict ? permissions.lookup(key('UR')) : undefined;
  // Usage rights of PDF 1.5 digest objects, and have no byte range.
  if (rights instanceof PDFDict && rights.has(key('Contents'))) return true;
  for (const [, object] of nonTreeObjects(doc)) if (holdsSignature(object)) return true;
  return false;
}

function holdsSignature(object: PDFObject): boolean {
  if (object instanceof PDFArray) return arrayItems(object).some(holdsSignature);
  if (!(object instanceof PDFDict)) return false;
  if (object.has(key('ByteRange')) && object.has(key('Contents'))) return true;
  for (const value of dictEntries(object).values()) if (holdsSignature(value)) return true;
  return false;
}

function isMarked(catalog: PDFDict | null): boolean {
  const mark = catalog?.lookup(key('MarkInfo'));
  return mark instanceof PDFDict && mark.lookup(key('Marked')) === PDFBool.True;
}

function hasItems(object: PDFObject | undefined): boolean {
  return object instanceof PDFArray && object.size() > 0;
}

function newerVersion(header: string, catalogVersion: PDFObject | undefined): string {
  const named = catalogVersion instanceof PDFName ? nameText(catalogVersion) : '';
  return /^[12]\.[0-9]$/.test(named) && named > header ? named : header;
}
