/**
 * Standards that a document can claim: how the claim reads, the highest version of PDF that it allows, and the
 * metadata that it requires. A claim that is not in the table is respected as if it forbade everything.
 */
const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
const XMP_BASIC = 'http://ns.adobe.com/xap/1.0/';
const XMP_MEDIA_MANAGEMENT = 'http://ns.adobe.com/xap/1.0/mm/';
const ADOBE_PDF = 'http://ns.adobe.com/pdf/1.3/';

/** Namespace that identifies PDF/A. */
export const PDF_A = 'http://www.aiim.org/pdfa/ns/id/';
export const PDF_UA = 'http://www.aiim.org/pdfua/ns/id/';

/** Name of an XMP property, or of an entry of the Info dictionary without namespace. */
interface Property {
  readonly uri: string;
  readonly local: string;
}

interface Family {
  /** Namespace of its XMP properties. */
  readonly uri: string;
  /** Usual prefix of the namespace. */
  readonly prefix: string;
  /** Property, or entry of the Info dictionary, with the edition. */
  readonly claim: string;
  /** Editions, and the version of PDF that each is based on. */
  readonly editions: readonly (readonly [edition: RegExp, maxVersion: string])[];
  /** Further XMP that it requires. */
  readonly requires: readonly Property[];
  /** Requires its dates and title in the Info dictionary too, where the file has them. */
  readonly isForPrint?: true;
  /** Forbids JBIG2 in these editions. */
  readonly withoutJbig2?: RegExp;
}

const TITLE: Property = { uri: DUBLIN_CORE, local: 'title' };
/** ISO 15930-7, 6.7 and 6.8 (PDF/X-4); PDF/VT (ISO 16612-2) and PDF/E (ISO 24517-1, 6.7) follow it. */
const OF_DOCUMENT: readonly Property[] = [
  ...['CreateDate', 'ModifyDate', 'MetadataDate'].map((local) => ({ uri: XMP_BASIC, local })),
  ...['DocumentID', 'VersionID', 'RenditionClass', 'InstanceID'].map((local) => ({
    uri: XMP_MEDIA_MANAGEMENT,
    local,
  })),
  { uri: ADOBE_PDF, local: 'Trapped' },
  TITLE,
];

const FAMILIES: readonly Family[] = [
  {
    uri: PDF_A,
    prefix: 'pdfaid',
    claim: 'part',
    // ISO 19005-1, 1 (PDF 1.4); -2 and -3, 1 (ISO 32000-1); -4, 1 (ISO 32000-2).
    editions: [
      [/^1$/, '1.4'],
      [/^[23]$/, '1.7'],
      [/^4$/, '2.0'],
    ],
    requires: [],
  },
  {
    uri: PDF_UA,
    prefix: 'pdfuaid',
    claim: 'part',
    editions: [
      [/^1$/, '1.7'],
      [/^2$/, '2.0'],
    ],
    // ISO 14289-1, 7.1; ISO 14289-2, 8.11.1.
    requires: [TITLE],
  },
  {
    uri: 'http://www.npes.org/pdfx/ns/id/',
    prefix: 'pdfxid',
    claim: 'GTS_PDFXVersion',
    editions: [
      // ISO 15930-1 and -3.
      [/^PDF\/X-(?:1|1a|3):(?:1999|200[12])$/, '1.3'],
      // ISO 15930-4, -5 and -6.
      [/^PDF\/X-(?:1a|2|3):200[23]$/, '1.4'],
      // ISO 15930-7 and -8.
      [/^PDF\/X-(?:4p?|5p?g|5n)$/, '1.6'],
      // ISO 15930-9.
      [/^PDF\/X-6[pn]?$/, '2.0'],
    ],
    requires: OF_DOCUMENT,
    isForPrint: true,
    withoutJbig2: /^PDF\/X-[1-3]/,
  },
  {
    uri: 'http://www.npes.org/pdfvt/ns/id/',
    prefix: 'pdfvtid',
    claim: 'GTS_PDFVTVersion',
    editions: [
      [/^PDF\/VT-[12]s?$/, '1.6'],
      [/^PDF\/VT-3$/, '2.0'],
    ],
    requires: OF_DOCUMENT,
    isForPrint: true,
  },
  {
    uri: 'http://www.aiim.org/pdfe/ns/id/',
    prefix: 'pdfe',
    claim: 'ISO_PDFEVersion',
    editions: [[/^PDF\/E-1$/, '1.6']],
    requires: OF_DOCUMENT,
    isForPrint: true,
  },
  // PDF Declarations, such as those of WTPDF: every version.
  {
    uri: 'http://pdfa.org/declarations/',
    prefix: 'pdfd',
    claim: 'declarations',
    editions: [[/^/, '2.0']],
    requires: [],
  },
];

/** Claims of standards in general: namespaces of identification, and names of editions. */
const IDENTIFICATION = /\/ns\/id\/?$/;
const EDITION = /^(?:GTS|ISO)_PDF[A-Z]*Version$/;

/** True for a property that says which standard a file follows. */
export function isIdentifying({ uri, local }: Property): boolean {
  return FAMILIES.some((family) => family.uri === uri) || IDENTIFICATION.test(uri) || EDITION.test(local);
}

/** Returns what the standards named by these properties require beside them. */
export function keptProperties(identifying: readonly Property[]): (property: Property) => boolean {
  const required = identifying.flatMap((named) => familyOf(named)?.requires ?? []);
  return ({ uri, local }) => required.some((one) => one.uri === uri && one.local === local);
}

function familyOf({ uri, local }: Property): Family | undefined {
  return (
    FAMILIES.find((family) => family.uri === uri) ??
    FAMILIES.find(({ claim }) => EDITION.test(local) && claim === local)
  );
}

/** A claimed standard. */
export interface Claim {
  readonly uri: string;
  readonly value: string;
  /** Null if the standard or its edition is unknown. */
  readonly maxVersion: string | null;
  readonly isForPrint: boolean;
  readonly withoutJbig2: boolean;
}

/** Reads one property or entry; null if it is no claim, but a detail of one. */
export function claimOf(property: Property, value: string): Claim | null {
  const family = familyOf(property);
  const uri = family?.uri ?? property.uri;
  if (family === undefined)
    return isIdentifying(property)
      ? { uri, value, maxVersion: null, isForPrint: false, withoutJbig2: true }
      : null;
  if (family.claim !== property.local) return null;
  const [, maxVersion = null] = family.editions.find(([edition]) => edition.test(value)) ?? [];
  return {
    uri,
    value,
    maxVersion,
    isForPrint: family.isForPrint ?? false,
    withoutJbig2: maxVersion === null || (family.withoutJbig2?.test(value) ?? false),
  };
}

/** Returns the claims in text that cannot be taken apart, by their usual names. */
export function claimsByName(
  xmp: string,
  propertyOf: (xmp: string, name: string) => string | undefined,
): readonly Claim[] {
  const found = FAMILIES.flatMap(({ uri, prefix, claim }) => {
    const value = propertyOf(xmp, `${prefix}:${claim}`);
    return value === undefined ? [] : (claimOf({ uri, local: claim }, value) ?? []);
  });
  const isNamed = /\/ns\/id\/|\/declarations\/|_PDF[A-Z]*Version/.test(xmp);
  return found.length === 0 && isNamed ? [UNKNOWN_CLAIM] : found;
}

/** A claim that cannot be read. */
const UNKNOWN_CLAIM: Claim = {
  uri: '',
  value: '',
  maxVersion: null,
  isForPrint: false,
  withoutJbig2: true,
};
