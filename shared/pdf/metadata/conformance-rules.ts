import type { PdfDocument } from '../document.ts';
import { dictEntries, key, nameText, PDFDict, PDFHexString, PDFString } from '../objects.ts';
import { type Claim, claimOf, PDF_A } from './standards.ts';
import { xmpClaims } from './xmp.ts';
import { xmpText } from './xmp-text.ts';

/** Forms that the file may use. */
export interface ConformanceRules {
  /** Objects may be in object streams, which need a cross-reference stream. */
  readonly objectStreams: boolean;
  /** Highest version in the header, unless the input's is higher. */
  readonly maxVersion: string;
  readonly jbig2: boolean;
  /** JPEG 2000, of PDF 1.5. */
  readonly jpx: boolean;
  /** XMP metadata may be filtered. */
  readonly filteredMetadata: boolean;
  /** A subset font lists its glyphs, in `/CharSet` or `/CIDSet`. */
  readonly listsSubsetGlyphs: boolean;
  /** Entries of the Info dictionary and XMP that stay although metadata is removed. */
  readonly metadata: 'identification' | 'of-print' | 'all';
}

export const NO_STANDARD: ConformanceRules = {
  objectStreams: true,
  maxVersion: '2.0',
  jbig2: true,
  jpx: true,
  filteredMetadata: true,
  listsSubsetGlyphs: false,
  metadata: 'identification',
};

/**
 * Returns the rules of all standards that the document claims. Object streams and JPEG 2000 are of PDF 1.5, JBIG2 is of
 * 1.4; PDF/X and its relatives restrict JPEG 2000 in ways of their own, so that none is written there. PDF/A-1 requires
 * unfiltered metadata (ISO 19005-1, 6.7.2) and lists of the glyphs of subsets (6.3.5).
 */
export function conformanceRules(doc: PdfDocument): ConformanceRules {
  const claims = standardClaims(doc);
  if (claims.length === 0) return NO_STANDARD;
  const isUnknown = claims.some(({ maxVersion }) => maxVersion === null);
  const maxVersion = claims.map((claim) => claim.maxVersion ?? '1.0').sort()[0]!;
  const isFirstPdfA = isUnknown || claims.some(({ uri, value }) => uri === PDF_A && value === '1');
  const isForPrint = claims.some((claim) => claim.isForPrint);
  return {
    objectStreams: maxVersion >= '1.5',
    maxVersion,
    jbig2: maxVersion >= '1.4' && !claims.some(({ withoutJbig2 }) => withoutJbig2),
    jpx: maxVersion >= '1.5' && !isForPrint,
    filteredMetadata: !isFirstPdfA,
    listsSubsetGlyphs: isFirstPdfA,
    metadata: isUnknown ? 'all' : isForPrint ? 'of-print' : 'identification',
  };
}

/** Returns the standards that the document claims, by its Info dictionary and its XMP. */
function standardClaims(doc: PdfDocument): readonly Claim[] {
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
