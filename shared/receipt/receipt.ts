import type { ImageOverrides } from '../image-overrides.ts';
import type { CompressOptions } from '../options.ts';
import type { DocumentFacts, ImageCodec, MovedEdges, ProfileReport, Warning } from '../report.ts';
import type { VerifiedKind } from '../verification.ts';

/** Names the form of a receipt; another number when something in it means something else. */
export const RECEIPT_SCHEMA = 'pagelight-receipt/1';

export interface FileDigest {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface PartDigest extends FileDigest {
  /** From 1. */
  readonly firstPage: number;
  readonly lastPage: number;
}

/** One kind of thing, counted in both files. */
export interface ComparedKind {
  readonly kind: VerifiedKind;
  readonly before: number;
  readonly after: number;
  /** All are there, unchanged and in their places, and nothing was added. */
  readonly equal: boolean;
  /** There in both, but not to be compared: words of which nothing says what they mean, pictures that cannot be read. */
  readonly unsure: number;
}

/** How an image is stored. */
export interface ReceiptImageForm {
  readonly codec: ImageCodec | 'other';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of its stream in the file. */
  readonly bytes: number;
  /** At the largest size at which it is drawn, where that is certain. */
  readonly dpi?: number;
}

export interface ReceiptImage {
  /** Object number in the input. */
  readonly object: number;
  readonly before: ReceiptImageForm;
  readonly after: ReceiptImageForm;
  /** It was so many pictures, one below the other, of which `object` was drawn first; only where that is so. */
  readonly strips?: number;
  /** Removed but for so many pixels, since no page shows the rest; only where that is so. */
  readonly cropped?: { readonly width: number; readonly height: number };
  /** Pixels on the edges of its letters that moved, and the most that are connected; only where that is so. */
  readonly moved?: MovedEdges;
}

/**
 * What was done to a file and what of it was found equal afterwards. It names no document and quotes nothing of it, has
 * no date and no password, and is the same wherever it is made: with the input, anybody can make the output again.
 */
export interface Receipt {
  readonly schema: typeof RECEIPT_SCHEMA;
  readonly engine: { readonly name: 'pagelight'; readonly version: string };
  readonly input: FileDigest;
  readonly output: FileDigest;
  /** With the option `splitSize`: the output as files of that size, in the order of their pages. */
  readonly parts?: readonly PartDigest[];
  /** The output is the input, byte for byte. */
  readonly unchanged: boolean;
  /** Every option, as it was applied. */
  readonly options: CompressOptions;
  /** What single images got instead, by object number. */
  readonly imageOverrides?: ImageOverrides;
  /** A password was given, and is needed to make the output again. */
  readonly passwordGiven: boolean;
  readonly document: DocumentFacts;
  /** What our reader found in both files; null where that would have taken more than its limits allow. */
  readonly compared: readonly ComparedKind[] | null;
  /** Images that are stored in another way, in ascending object number; soft masks are among them. */
  readonly imagesChanged: readonly ReceiptImage[];
  readonly imagesKept: number;
  /** Colour profiles that became smaller, no colour of them off by more than a fifth of a ΔE; only where there are any. */
  readonly profilesChanged?: readonly ProfileReport[];
  readonly warnings: readonly Warning[];
}

/** What a receipt is worth for two files. */
export type ReceiptVerdict =
  /** It is of another input, so there is nothing to make again. */
  { readonly kind: 'other-file' } | (Reproduction & { readonly kind: 'made-again' });

export interface Reproduction {
  /** The other file is the output that the receipt speaks of. */
  readonly isItsOutput: boolean;
  /** Compressing the input again with its options gave the very output that it speaks of. */
  readonly isReproduced: boolean;
  /** Bytes of what was made again, and its digest. */
  readonly bytes: number;
  readonly sha256: string;
  /** Of the receipt, and of the engine that made it again. */
  readonly versions: { readonly receipt: string; readonly own: string };
}

/** All is as the receipt says: both files are those it names, and the one gives the other. */
export function isReceiptValid(verdict: ReceiptVerdict): boolean {
  return verdict.kind === 'made-again' && verdict.isItsOutput && verdict.isReproduced;
}
