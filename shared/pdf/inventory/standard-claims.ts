import type { PdfDocument } from '../document.ts';
import { type Claim, claimOf } from '../metadata/standards.ts';
import { xmpClaims } from '../metadata/xmp.ts';
import { dictEntries, key, nameText, PDFDict, PDFHexString, PDFString } from '../objects.ts';
import { xmpText } from './facts.ts';

/** Returns the standards that the document claims, by its Info dictionary and its XMP. */
export function standardClaims(doc: PdfDocument): readonly Claim[] {
  const xmp = xmpText(doc);
  return [...infoClaims(doc), ...(xmp === null ? [] : xmpClaims(xmp))];
}

function infoClaims(doc: PdfDocument): Claim[] {
  const info = doc.trailer.lookup(key('Info'));
  if (!(info instanceof PDFDict)) return [];
  return [...dictEntries(info).keys()].flatMap((name) => {
    const value = info.lookup(name);
    const text = value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';
    return claimOf({ uri: '', local: nameText(name) }, text) ?? [];
  });
}
