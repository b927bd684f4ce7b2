import type { ByteCategory, DocumentFacts, FontProgramFormat, ImageCodec } from './report.ts';

export type { ByteCategory } from './report.ts';

/** What a document allows those who open it with the user password (ISO 32000-2, table 22). */
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
  /** Of streams; where these are in plain, of embedded files. */
  readonly cipher: 'none' | 'rc4' | 'aes-128' | 'aes-256';
  readonly keyBits: number;
  /** `/R` of the standard security handler. */
  readonly revision: number;
  readonly openedAs: 'owner' | 'user';
  readonly permissions: readonly Permission[];
}

/** A size that pages have as they are shown: cropped, turned, in points. */
export interface InspectedPageSize {
  readonly widthPt: number;
  readonly heightPt: number;
  /** How many pages have it. */
  readonly pages: number;
}

/** What the document has besides its pages. Counts are of what can be reached. */
export interface DocumentFeatures {
  /** Such as `PDF/X-4`, as the Info dictionary or the XMP says. */
  readonly pdfX?: string;
  /** Of the catalog, such as `en-GB`. */
  readonly language?: string;
  readonly linearized: boolean;
  /** Changes appended to the file after it was first written. */
  readonly incrementalUpdates: number;
  /** Streams packed with Brotli, which readers of before 2026 cannot read; object and cross-reference streams count too. */
  readonly brotliStreams: number;
  readonly xfa: boolean;
  readonly portfolio: boolean;
  readonly javaScript: boolean;
  readonly pageLabels: boolean;
  /** Outside of the page tree, where no reader shows them, and with content all the same; compressing empties them. */
  readonly removedPages: number;
  readonly layers: number;
  readonly attachments: number;
  readonly outlineItems: number;
  readonly namedDestinations: number;
  /** Of the pages, links and form fields' widgets included. */
  readonly annotations: number;
  readonly links: number;
  readonly fields: number;
}

export interface InspectedImage {
  /** Object number. */
  readonly object: number;
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  /** In words, such as `ICCBased RGB` or `Indexed (DeviceRGB)`. */
  readonly colorSpace: string;
  readonly codec: ImageCodec | 'other';
  /** In the file. */
  readonly size: number;
  readonly role: 'image' | 'soft-mask' | 'stencil-mask';
  readonly masked: boolean;
  /** Object number of its soft mask; null when it has none of its own. */
  readonly softMask: number | null;
  /** The largest size at which it is drawn; null when it is drawn nowhere or that is not certain. */
  readonly placed: InspectedPlacement | null;
  /** The first pages that draw it, from 1; empty where `placed` is null. */
  readonly pages: readonly number[];
}

export interface InspectedPlacement {
  readonly widthPt: number;
  readonly heightPt: number;
  /** Samples per inch at that size, of the coarser direction. */
  readonly dpi: number;
}

/** A font program with all the fonts that show it, or a font without one. */
export interface InspectedFont {
  /** Without the six letters that mark a subset; empty when it has no name. */
  readonly name: string;
  readonly subset: boolean;
  /** `/Subtype` of the font, of its descendant for a composite one. */
  readonly type: string;
  /** Null when it is not embedded. */
  readonly program: FontProgramFormat | null;
  /**
   * In the file: the program and the tables that belong to it, glyphs of a Type 3 font. What several fonts share
   * counts at the first.
   */
  readonly size: number;
  /** The first pages that show text in it, from 1. */
  readonly pages: readonly number[];
}

/** What a file is and where its bytes are. */
export interface Inspection {
  readonly fileSize: number;
  /** Bytes of the file by what they are for; they add up to `fileSize`. */
  readonly sizes: Readonly<Record<ByteCategory, number>>;
  readonly document: DocumentFacts;
  readonly features: DocumentFeatures;
  /** Null when the file is not encrypted. */
  readonly security: InspectedSecurity | null;
  /** The sizes most pages have, most frequent first. */
  readonly pageSizes: readonly InspectedPageSize[];
  /** In ascending object number. */
  readonly images: readonly InspectedImage[];
  /** In the order in which the file numbers them. */
  readonly fonts: readonly InspectedFont[];
  /** What a repair had to do to read the file, in the order it was done. */
  readonly repairs: readonly string[];
  /** Parts of a damaged file cannot be read, so there may be more than is listed. */
  readonly incomplete: boolean;
}

/** What is worth knowing before the work starts, and cheap to know. */
export interface Probe {
  readonly document: DocumentFacts;
  /** Indirect objects. */
  readonly objects: number;
  readonly images: number;
  /** The largest first; at most 16 of each way to unpack. */
  readonly largestImages: readonly ProbedImage[];
  /** The area of the largest page as it is shown, in square inches. */
  readonly largestPageArea: number;
}

/** What an image takes while it is worked on. */
export interface ProbedImage {
  readonly pixels: number;
  /** How much of it is in memory: a few `rows` of a JPEG that comes in rows, all of it, JPEG 2000, or one bit for a pixel. */
  readonly unpacking: 'rows' | 'whole' | 'jpx' | 'bits';
}
