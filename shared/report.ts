import type { Jbig2Coding } from './codecs/jbig2/coding.ts';
import type { CompressOptions } from './options.ts';
import type { ExactReason, MrcRefusal, SkipReason, Warning } from './report/codes.ts';

export type { ExactReason, MrcRefusal, SkipReason, Warning } from './report/codes.ts';

/** Pixels on the edges of letters that moved, each under the rules that the judge has. */
export interface MovedEdges {
  readonly pixels: number;
  /** The most that are connected by side or corner. */
  readonly longestRun: number;
}

/** What moved in pictures of one bit. */
export interface BilevelReport extends MovedEdges {
  /** Pictures of which pixels moved. */
  readonly images: number;
  /** Other pictures of one bit, by the reason why they are exact. */
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
  /** Objects looked at. */
  readonly items: number;
  readonly changed: number;
  /** Bytes of stream data saved; structure is only counted in the total. */
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
    }
  | { readonly kind: 'kept'; readonly reason: SkipReason };

export interface ImageReport {
  /** Object number in the input. */
  readonly object: number;
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  /** Name of the family, such as `ICCBased` or `Indexed`. */
  readonly colorSpace: string;
  readonly codec: ImageCodec | 'other';
  readonly size: number;
  readonly softMask: boolean;
  /** Pixels per inch at the largest size it is drawn, before and after; absent when that is not certain. */
  readonly dpi?: { readonly before: number; readonly after: number };
  readonly outcome: ImageOutcome;
  /** In the input and in the new file; each only where the image is JBIG2 there. */
  readonly jbig2?: { readonly before?: Jbig2Coding; readonly after?: Jbig2Coding };
  /** It stood in the file as so many pictures, one below the other, and is one now; only where that is so. */
  readonly strips?: number;
  /** What is left of it, in pixels of the input: the rest, which no page shows, was removed; only where that is so. */
  readonly cropped?: { readonly width: number; readonly height: number };
  /** Its page's text was separated: the colours of that text, each a picture over this one; only where that is so. */
  readonly textColors?: number;
  /** Pixels on the edges of its letters moved; only where that is so. */
  readonly moved?: MovedEdges;
  /** They were allowed to move, and why none did; only where that is so. */
  readonly stayedExact?: ExactReason;
  /** Its colour is gone, as asked; only where that is so. */
  readonly grayscaled?: boolean;
  /** It was to become gray and still has colour; only where that is so. */
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

/** What was done to a font program: glyphs that nothing shows went, or tables that no reader of PDF uses. */
/** `merged`: one program for several subsets of a font; those that it stands for take no bytes of their own. */
export type FontStep = 'subset' | 'tables-dropped' | 'type1-to-cff' | 'merged';

export type FontOutcome =
  | {
      readonly kind: 'replaced';
      readonly format: FontProgramFormat;
      readonly size: number;
      readonly steps: readonly FontStep[];
      /** Why all glyphs stayed, where they did. */
      readonly allGlyphs?: SkipReason;
    }
  | { readonly kind: 'kept'; readonly reason: SkipReason };

/** One embedded font program, however many fonts of the document use it. */
export interface FontReport {
  /** Object number in the input. */
  readonly object: number;
  /** Without the six letters that mark a subset; empty when it has none. */
  readonly name: string;
  readonly format: FontProgramFormat;
  /** Of the program in the file. */
  readonly size: number;
  readonly outcome: FontOutcome;
}

/** A colour profile that was written in fewer bytes: none of its colours is off by more than a fifth of a ΔE. */
export interface ProfileReport {
  /** Object number in the input. */
  readonly object: number;
  /** Bytes of its stream in the file. */
  readonly before: number;
  readonly after: number;
}

/** What became of scanned pages whose text might be separated from the paper. */
export interface MrcReport {
  /** In the order of the document. */
  readonly pages: readonly MrcPage[];
  /** Other pages, by the reason why nothing was separated. */
  readonly skipped: Readonly<Partial<Record<MrcRefusal, number>>>;
}

/** A page whose text is kept as sharp shapes over a softer picture of the paper; no letter was replaced. */
export interface MrcPage {
  /** From 1. */
  readonly page: number;
  /** Object number in the input of the picture that it was. */
  readonly object: number;
  /** Colours of its text. */
  readonly textColors: number;
}

/** What kind of document it is, known before any work starts. */
export interface DocumentFacts {
  readonly pages: number;
  /** As the header or the catalog says, such as `1.7`. */
  readonly version: string;
  readonly signed: boolean;
  readonly encrypted: boolean;
  readonly tagged: boolean;
  readonly forms: boolean;
  /** Such as `1b` or `3a`, when the XMP claims it. */
  readonly pdfA?: string;
  /** Such as `1`, when the XMP claims it. */
  readonly pdfUA?: string;
}

/** Quality, and resolution at the size an image is drawn in dpi. */
export interface Sharpness {
  readonly quality: number;
  readonly dpi: number;
}

/**
 * What the bytes of a file are for. The data of a stream belongs to what it holds; everything else of the objects
 * in use, object streams included, is structure.
 */
export type ByteCategory =
  | 'images' // image XObjects with their masks, thumbnails and shared JBIG2 data
  | 'fonts' // font programs and the tables that lead from codes to glyphs and text
  | 'content' // pages, forms, appearances, patterns and glyphs of Type 3 fonts; inline images are part of it
  | 'attachments' // embedded files
  | 'metadata' // XMP, the Info dictionary, and what only PieceInfo leads to
  | 'structure' // dictionaries, object streams, cross-reference, syntax
  | 'other' // ICC profiles, functions, shadings, scripts, XFA, media and what else is a stream
  | 'unused'; // objects that nothing refers to: of earlier revisions, or left behind

/** Why a file is larger than was asked for, and so what would help. */
export interface MissedTarget {
  /** Bytes of the file by what they are for. */
  readonly sizes: Readonly<Record<ByteCategory, number>>;
  readonly attachments: number;
  /**
   * What the file would be with images as coarse as the other options allow, where that was tried: still too large, so
   * that nothing would be gained by it.
   */
  readonly minSize?: number;
}

export interface TargetReport {
  /** Asked for. */
  readonly requestedSize: number;
  readonly size: number;
  /** What images got at most, where the other options alone would have been too large. */
  readonly applied?: Sharpness;
  /** Only where the size was missed; absent of a file that was not worked on at all. */
  readonly missed?: MissedTarget;
}

/** What pages of a damaged file lack, as far as it can be told. */
export interface DamageReport {
  /** From 1, in order: pages with content, a picture or another part that cannot be read, or not to its end. */
  readonly pages: readonly number[];
  /** Pages that the file says it has, and that are gone. */
  readonly missingPages: number;
}

export interface CompressReport {
  readonly inputSize: number;
  readonly outputSize: number;
  /** Output bytes / input bytes; 1 when the input came back. */
  readonly ratio: number;
  /** True when the result is the input, byte for byte. */
  readonly unchanged: boolean;
  readonly options: CompressOptions;
  /** Only with the option `targetSize`. */
  readonly target?: TargetReport;
  /** Only with the option `splitSize`: what the parts are; one where the file fits. */
  readonly parts?: readonly PartReport[];
  readonly warnings: readonly Warning[];
  /** What a repair had to do, in the order it was done. */
  readonly repairs: readonly string[];
  /** What of the pages is lost in the input; only where something is. */
  readonly damage?: DamageReport;
  /** Where the check found a difference that no pass declared; only with `verification-failed`. */
  readonly checkFailure?: string;
  readonly document: DocumentFacts;
  readonly passes: readonly PassReport[];
  readonly images: readonly ImageReport[];
  /** Only with the option `mrc`. */
  readonly mrc?: MrcReport;
  /** Only with the option `bilevel: near`. */
  readonly bilevel?: BilevelReport;
  /** Images of the result that are JBIG2, soft masks too, by what they are made of; only where there are any. */
  readonly jbig2?: Readonly<Record<Jbig2Coding, number>>;
  /** Embedded font programs, in ascending object number. */
  readonly fonts: readonly FontReport[];
  /** Colour profiles that became smaller, in ascending object number; only where there are any. */
  readonly profiles?: readonly ProfileReport[];
}

export interface CompressResult {
  readonly bytes: Uint8Array;
  readonly report: CompressReport;
  /** Only with the option `splitSize`: `bytes` as files of that size, in the order of their pages. */
  readonly parts?: readonly SplitPart[];
}

/** What is told of a part. */
export interface PartReport {
  /** Bytes of the file. */
  readonly size: number;
  /** From 1. */
  readonly firstPage: number;
  readonly lastPage: number;
  /** Bookmarks that are kept. */
  readonly bookmarks: number;
  /** Links of its pages that are kept. */
  readonly links: number;
  /** Links of its pages that led into another part, and are gone. */
  readonly removedLinks: number;
  /** Files that are embedded in the document as a whole and went into this part. */
  readonly attachments: number;
}

/** Pages of a document as a file of their own. */
export interface SplitPart extends PartReport {
  readonly bytes: Uint8Array;
}
