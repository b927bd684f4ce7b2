import type { Jbig2Coding } from './codecs/jbig2/coding.ts';
import type { CompressOptions } from './options.ts';
import type { ExactReason, InkRefusal, MrcRefusal, SkipReason, Warning } from './report/codes.ts';

export type { ExactReason, InkRefusal, MrcRefusal, SkipReason, Warning } from './report/codes.ts';

/** Moved pixels on the edges of letters, under the rules of the judge. */
export interface MovedEdges {
  readonly pixels: number;
  /** Pixels of the largest group that is connected by side or corner. */
  readonly longestRun: number;
}

/** Pixels that moved in one-bit images. */
export interface BilevelReport extends MovedEdges {
  /** Images with moved pixels. */
  readonly images: number;
  /** Number of other one-bit images, by the reason why they are exact. */
  readonly exact: Readonly<Partial<Record<ExactReason, number>>>;
}

export type PassId =
  | 'attachments'
  | 'metadata'
  | 'resources'
  | 'fonts'
  | 'strips'
  | 'crop'
  | 'profiles'
  | 'inline-images'
  | 'contents'
  | 'unused'
  | 'dedupe'
  | 'images'
  | 'streams';

export interface PassReport {
  readonly pass: PassId;
  /** Objects examined. */
  readonly items: number;
  readonly changed: number;
  /** Saved bytes of stream data; other savings only count in the total. */
  readonly savedBytes: number;
  readonly skips: Readonly<Partial<Record<SkipReason, number>>>;
}

export type ImageCodec = 'raw' | 'flate' | 'brotli' | 'lzw' | 'runlength' | 'dct' | 'jpx' | 'jbig2' | 'ccitt';

export type ImageOutcome =
  | {
      readonly kind: 'replaced';
      readonly codec: ImageCodec;
      readonly width: number;
      readonly height: number;
      readonly size: number;
      /** Reason why it has more pixels than `maxDimension` allows; absent if it has not. */
      readonly allPixels?: SkipReason;
    }
  | { readonly kind: 'kept'; readonly reason: SkipReason };

export interface ImageReport {
  /** Object number in the input. */
  readonly object: number;
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  /** Color space family, such as `ICCBased` or `Indexed`. */
  readonly colorSpace: string;
  readonly codec: ImageCodec | 'other';
  readonly size: number;
  readonly softMask: boolean;
  /** Pixels per inch at the largest size it is drawn, before and after; absent if uncertain. */
  readonly dpi?: { readonly before: number; readonly after: number };
  readonly outcome: ImageOutcome;
  /** JBIG2 coding in the input and in the output; each only if the image is JBIG2 there. */
  readonly jbig2?: { readonly before?: Jbig2Coding; readonly after?: Jbig2Coding };
  /**
   * Number of strips (images one below the other) in the input that are now this image; absent if it was one
   * image.
   */
  readonly strips?: number;
  /** Remaining area in pixels of the input; absent if nothing was cropped. */
  readonly cropped?: { readonly width: number; readonly height: number };
  /** Number of text colors, each an image over this one; only if the text of its page was separated. */
  readonly textColors?: number;
  /** Number of pictures beside the black ink; only if its page became one bit. */
  readonly inkPictures?: number;
  /** Only if pixels on the edges of its letters moved. */
  readonly moved?: MovedEdges;
  /** Reason why no pixel moved; only if pixels were allowed to move. */
  readonly stayedExact?: ExactReason;
  /** True if it was made gray. */
  readonly grayscaled?: boolean;
  /** Reason why it still has color; only if it should become gray. */
  readonly grayscaleSkipped?: SkipReason;
}

export type FontProgramFormat =
  | 'Type1'
  | 'Type1C'
  | 'CIDFontType0C'
  | 'TrueType'
  | 'OpenType'
  | 'Type3'
  | 'other';

/** Change to a font program: unused glyphs were removed, or tables that no PDF reader uses. */
/** `merged`: one program replaces several subsets of a font; the replaced ones take no bytes. */
export type FontStep = 'subset' | 'tables-dropped' | 'type1-to-cff' | 'merged';

export type FontOutcome =
  | {
      readonly kind: 'replaced';
      readonly format: FontProgramFormat;
      readonly size: number;
      readonly steps: readonly FontStep[];
      /** Reason why all glyphs stayed; absent for a subset. */
      readonly allGlyphs?: SkipReason;
    }
  | { readonly kind: 'kept'; readonly reason: SkipReason };

/** One embedded font program, whatever the number of fonts that use it. */
export interface FontReport {
  /** Object number in the input. */
  readonly object: number;
  /** Without the six-letter subset prefix; empty if it has no name. */
  readonly name: string;
  readonly format: FontProgramFormat;
  /** Bytes of the program in the file. */
  readonly size: number;
  readonly outcome: FontOutcome;
}

/** A color profile written in fewer bytes; no color changes by more than a fifth of a ΔE. */
export interface ProfileReport {
  /** Object number in the input. */
  readonly object: number;
  /** Bytes of its stream in the file. */
  readonly before: number;
  readonly after: number;
}

/** Result for scanned pages whose text may be separated from the background. */
export interface MrcReport {
  /** In page order. */
  readonly pages: readonly MrcPage[];
  /** Number of other pages, by the reason why nothing was separated. */
  readonly skipped: Readonly<Partial<Record<MrcRefusal, number>>>;
}

/** A page whose text is kept as sharp shapes over a softer image of the background; no letter was replaced. */
export interface MrcPage {
  /** 1-based. */
  readonly page: number;
  /** Object number in the input of the original image. */
  readonly object: number;
  /** Number of text colors. */
  readonly textColors: number;
}

/** Result for scanned pages that may become one bit. */
export interface InkReport {
  /** In page order. */
  readonly pages: readonly InkPage[];
  /** Number of other pages, by the reason why they stayed as they were. */
  readonly skipped: Readonly<Partial<Record<InkRefusal, number>>>;
}

/** A page that is black ink on white paper now, with its pictures as they were. */
export interface InkPage {
  /** 1-based. */
  readonly page: number;
  /** Object number in the input of the original image. */
  readonly object: number;
  /** Number of pictures on the page. */
  readonly pictures: number;
}

/** Facts about the document that are known before the work starts. */
export interface DocumentFacts {
  readonly pages: number;
  /** Version in the header or the catalog, e.g. `1.7`. */
  readonly version: string;
  readonly signed: boolean;
  readonly encrypted: boolean;
  readonly tagged: boolean;
  readonly forms: boolean;
  /** E.g. `1b` or `3a`, if the XMP claims it. */
  readonly pdfA?: string;
  /** E.g. `1`, if the XMP claims it. */
  readonly pdfUA?: string;
}

/** JPEG quality, and resolution in dpi at the size an image is drawn. */
export interface Sharpness {
  readonly quality: number;
  readonly dpi: number;
}

/**
 * Use of bytes in a file. Stream data belongs to its content's category; everything else of the objects in
 * use, including object streams, is structure.
 */
export type ByteCategory =
  | 'images' // image XObjects with their masks, thumbnails and shared JBIG2 data
  | 'fonts' // font programs and the tables that lead from codes to glyphs and text
  | 'content' // pages, forms, appearances, patterns and glyphs of Type 3 fonts, including inline images
  | 'attachments' // embedded files
  | 'metadata' // XMP, the Info dictionary, and objects that only PieceInfo refers to
  | 'structure' // dictionaries, object streams, cross-reference, syntax
  | 'other' // ICC profiles, functions, shadings, scripts, XFA, media and all other streams
  | 'unused'; // objects without a reference: from earlier revisions, or leftovers

/** Causes for a file that exceeds the requested size. */
export interface MissedTarget {
  /** Bytes of the file by category. */
  readonly sizes: Readonly<Record<ByteCategory, number>>;
  readonly attachments: number;
  /** The smallest file size that the other options allow, if that was tried; it is still too large. */
  readonly minSize?: number;
  /** An option that was not allowed and meets the size, with the file size. */
  readonly remedy?: { readonly ink: 'auto'; readonly size: number };
}

export interface TargetReport {
  /** Requested size in bytes. */
  readonly requestedSize: number;
  readonly size: number;
  /** Maximum sharpness of images; only if the other options alone would have exceeded the size. */
  readonly applied?: Sharpness;
  /** `mrc` if `mrc: fit` separated text of scans, as images would need a quality below 50 or less than 110 dpi. */
  readonly chosen?: 'mrc';
  /** Only if the size was missed; absent for a file that was not processed. */
  readonly missed?: MissedTarget;
}

/** Losses on pages of a damaged file, as far as known. */
export interface DamageReport {
  /** 1-based, in order: pages with content, an image or another part that cannot be read completely. */
  readonly pages: readonly number[];
  /** Number of pages that the file declares but does not contain. */
  readonly missingPages: number;
}

export interface CompressReport {
  readonly inputSize: number;
  readonly outputSize: number;
  /** Output bytes / input bytes; 1 when the input was returned. */
  readonly ratio: number;
  /** True when the result is the input, byte for byte. */
  readonly unchanged: boolean;
  readonly options: CompressOptions;
  /** Only with the option `targetSize`. */
  readonly target?: TargetReport;
  /** The parts, one if the file fits; only with the option `splitSize`. */
  readonly parts?: readonly PartReport[];
  readonly warnings: readonly Warning[];
  /** Repairs that were needed, in order. */
  readonly repairs: readonly string[];
  /** Losses on pages of the input; absent if there are none. */
  readonly damage?: DamageReport;
  /** Place of a difference that no pass declared; only with `verification-failed`. */
  readonly checkFailure?: string;
  readonly document: DocumentFacts;
  readonly passes: readonly PassReport[];
  readonly images: readonly ImageReport[];
  /** Only with the option `mrc`. */
  readonly mrc?: MrcReport;
  /** Only with the option `ink`. */
  readonly ink?: InkReport;
  /** Only with the option `bilevel: near`. */
  readonly bilevel?: BilevelReport;
  /** JBIG2 images of the result, including soft masks, by coding; absent if there are none. */
  readonly jbig2?: Readonly<Record<Jbig2Coding, number>>;
  /** Embedded font programs, in ascending object number. */
  readonly fonts: readonly FontReport[];
  /** Color profiles that became smaller, in ascending object number; absent if there are none. */
  readonly profiles?: readonly ProfileReport[];
}

export interface CompressResult {
  readonly bytes: Uint8Array;
  readonly report: CompressReport;
  /** Only with the option `splitSize`: `bytes` as files of at most that size, in page order. */
  readonly parts?: readonly SplitPart[];
}

/** Facts about a part. */
export interface PartReport {
  /** Bytes of the file. */
  readonly size: number;
  /** 1-based. */
  readonly firstPage: number;
  readonly lastPage: number;
  /** Bookmarks that the part keeps. */
  readonly bookmarks: number;
  /** Links that its pages keep. */
  readonly links: number;
  /** Links of its pages that led into another part and were removed. */
  readonly removedLinks: number;
  /** Files embedded in the document as a whole that this part contains. */
  readonly attachments: number;
}

/** Pages of a document as a separate file. */
export interface SplitPart extends PartReport {
  readonly bytes: Uint8Array;
}
