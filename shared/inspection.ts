import type { ByteCategory, DocumentFacts, FontProgramFormat, ImageCodec } from './report.ts';

export type { ByteCategory } from './report.ts';

/** Permissions of a reader who opens the document with the user password (ISO 32000-2, table 22). */
export type Permission =
  | 'print'
  | 'print-high-quality'
  | 'modify'
  | 'copy'
  | 'annotate'
  | 'fill-forms'
  | 'accessibility'
  | 'assemble';

export interface InspectedSecurity {
  /** Cipher for streams; if streams are not encrypted, the cipher for embedded files. */
  readonly cipher: 'none' | 'rc4' | 'aes-128' | 'aes-256';
  readonly keyBits: number;
  /** `/R` of the standard security handler. */
  readonly revision: number;
  readonly openedAs: 'owner' | 'user';
  readonly permissions: readonly Permission[];
}

/** A displayed page size (cropped and rotated), in points. */
export interface InspectedPageSize {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Number of pages with this size. */
  readonly pages: number;
}

/** Contents of the document besides its pages. Only reachable objects count. */
export interface DocumentFeatures {
  /** E.g. `PDF/X-4`, from the Info dictionary or the XMP. */
  readonly pdfX?: string;
  /** `/Lang` of the catalog, e.g. `en-GB`. */
  readonly language?: string;
  readonly linearized: boolean;
  /** Number of updates appended after the file was first written. */
  readonly incrementalUpdates: number;
  /** Streams with Brotli, including object and cross-reference streams; readers older than 2026 cannot read them. */
  readonly brotliStreams: number;
  readonly xfa: boolean;
  readonly portfolio: boolean;
  readonly javaScript: boolean;
  readonly pageLabels: boolean;
  /** Pages outside the page tree that still have content. No reader shows them; compressing empties them. */
  readonly removedPages: number;
  readonly layers: number;
  readonly attachments: number;
  readonly outlineItems: number;
  readonly namedDestinations: number;
  /** Annotations of pages, including links and widgets of form fields. */
  readonly annotations: number;
  readonly links: number;
  readonly fields: number;
}

export interface InspectedImage {
  readonly object: number;
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  /** Readable name, e.g. `ICCBased RGB` or `Indexed (DeviceRGB)`. */
  readonly colorSpace: string;
  readonly codec: ImageCodec | 'other';
  /** Bytes in the file. */
  readonly size: number;
  readonly role: 'image' | 'soft-mask' | 'stencil-mask';
  readonly masked: boolean;
  /** Object number of its soft mask; null if it has none. */
  readonly softMask: number | null;
  /** Largest size at which it is drawn; null if it is not drawn or the size is uncertain. */
  readonly placed: InspectedPlacement | null;
  /** First pages that draw it, 1-based; empty if `placed` is null. */
  readonly pages: readonly number[];
}

export interface InspectedPlacement {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Pixels per inch at that size, in the direction with fewer. */
  readonly dpi: number;
}

/** A font program with all fonts that use it, or a font that is not embedded. */
export interface InspectedFont {
  /** Without the six-letter subset prefix; empty if it has no name. */
  readonly name: string;
  readonly subset: boolean;
  /** `/Subtype` of the font; for a composite font, of its descendant. */
  readonly type: string;
  /** Null if not embedded. */
  readonly program: FontProgramFormat | null;
  /**
   * Bytes in the file: the program and its tables, or the glyphs of a Type 3 font. Parts that several fonts
   * share count for the first.
   */
  readonly size: number;
  /** First pages that show text in it, 1-based. */
  readonly pages: readonly number[];
}

/** Contents of a file and the distribution of its bytes. */
export interface Inspection {
  readonly fileSize: number;
  /** Bytes of the file by category; the sum is `fileSize`. */
  readonly sizes: Readonly<Record<ByteCategory, number>>;
  readonly document: DocumentFacts;
  readonly features: DocumentFeatures;
  /** Null if the file is not encrypted. */
  readonly security: InspectedSecurity | null;
  /** The most frequent page sizes, most frequent first. */
  readonly pageSizes: readonly InspectedPageSize[];
  /** In ascending object number. */
  readonly images: readonly InspectedImage[];
  /** In ascending object number. */
  readonly fonts: readonly InspectedFont[];
  /** Repairs that were needed to read the file, in order. */
  readonly repairs: readonly string[];
  /** True if parts of a damaged file cannot be read, so that lists may be incomplete. */
  readonly incomplete: boolean;
}

/** Facts that are cheap to find before the work starts. */
export interface Probe {
  readonly document: DocumentFacts;
  /** Number of indirect objects. */
  readonly objects: number;
  readonly images: number;
  /** Largest first; at most 16 for each kind of unpacking. */
  readonly largestImages: readonly ProbedImage[];
  /** Displayed area of the largest page, in square inches. */
  readonly largestPageArea: number;
}

/** Memory cost of one image while it is recoded. */
export interface ProbedImage {
  readonly pixels: number;
  /**
   * Share of the image in memory: a few `rows` of a JPEG decoded by rows, the whole image, JPEG 2000, or one
   * bit per pixel.
   */
  readonly unpacking: 'rows' | 'whole' | 'jpx' | 'bits';
}
