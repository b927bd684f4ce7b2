import type { ImageOverrides } from '../image-overrides.ts';
import type { CompressOptions } from '../options.ts';
import type { DocumentFacts, ImageCodec, MovedEdges, ProfileReport, Warning } from '../report.ts';
import type { VerifiedKind } from '../verification.ts';

/** Schema of a receipt; the number changes when the meaning of a field changes. */
export const RECEIPT_SCHEMA = 'pagelight-receipt/2';

export interface FileDigest {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface PartDigest extends FileDigest {
  /** 1-based. */
  readonly firstPage: number;
  readonly lastPage: number;
}

/** One category, counted in both files. */
export interface ComparedKind {
  readonly kind: VerifiedKind;
  readonly before: number;
  readonly after: number;
  /** True if all items exist unchanged in their places and nothing was added. */
  readonly equal: boolean;
  /** Items in both that cannot be compared: text without known characters, unreadable images. */
  readonly notCompared: number;
}

/** Storage of an image. */
export interface ReceiptImageForm {
  readonly codec: ImageCodec | 'other';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Bytes of its stream in the file. */
  readonly size: number;
  /** Resolution at the largest drawn size; absent if uncertain. */
  readonly dpi?: number;
}

export interface ReceiptImage {
  /** Object number in the input. */
  readonly object: number;
  readonly before: ReceiptImageForm;
  readonly after: ReceiptImageForm;
  /**
   * Number of strips (images one below the other) before, of which `object` was drawn first; absent if it was
   * one image.
   */
  readonly strips?: number;
  /** Remaining pixels; absent if nothing was cropped. */
  readonly cropped?: { readonly width: number; readonly height: number };
  /** Moved pixels on the edges of its letters, and the largest connected group; absent if none moved. */
  readonly moved?: MovedEdges;
}

/**
 * Statement of what was done to a file and what was found equal afterwards. It names no document, quotes
 * nothing of it, has no date and no password. It is the same in every host, so anyone with the input can
 * reproduce the output.
 */
export interface Receipt {
  readonly schema: typeof RECEIPT_SCHEMA;
  readonly engine: { readonly name: 'pagelight'; readonly version: string };
  readonly input: FileDigest;
  readonly output: FileDigest;
  /** The output with the option `splitSize`: files of at most that size, in page order. */
  readonly parts?: readonly PartDigest[];
  /** The output is the input, byte for byte. */
  readonly unchanged: boolean;
  /** All options as applied. */
  readonly options: CompressOptions;
  /** Settings for single images, by object number. */
  readonly imageOverrides?: ImageOverrides;
  /** True if the document is encrypted and a password was given. */
  readonly passwordUsed: boolean;
  readonly document: DocumentFacts;
  /** Comparison by our reader; null if it would exceed a limit. */
  readonly compared: readonly ComparedKind[] | null;
  /** Images stored in another form, including soft masks, in ascending object number. */
  readonly imagesChanged: readonly ReceiptImage[];
  readonly imagesUnchanged: number;
  /** Color profiles that became smaller, with no color off by more than a fifth of a ΔE; absent if there are none. */
  readonly profilesChanged?: readonly ProfileReport[];
  readonly warnings: readonly Warning[];
}

/** Result of checking a receipt against two files. */
export type ReceiptVerdict =
  /** The receipt is for another input, so there is nothing to reproduce. */
  { readonly kind: 'other-file' } | (Reproduction & { readonly kind: 'made-again' });

export interface Reproduction {
  /** The other file is the output of the receipt. */
  readonly outputMatches: boolean;
  /** Compressing the input again with its options gave the same output. */
  readonly reproduced: boolean;
  /** Compressing the input again gave the other file, whatever output the receipt names. */
  readonly fileReproduced: boolean;
  /** Bytes and digest of the reproduced output. */
  readonly size: number;
  readonly sha256: string;
  /** Comparison of every field with the reissued receipt. */
  readonly fields: ReceiptFields;
  /** Engine versions of the receipt and of the check. */
  readonly versions: { readonly receipt: string; readonly current: string };
}

export interface ReceiptFields {
  /** Names of fields that this engine issues differently, such as `imagesChanged[0].after.width`. */
  readonly different: readonly string[];
  /** Fields that differ but could not be reissued here, so that they may be right. */
  readonly notChecked: readonly NotChecked[];
}

export interface NotChecked {
  readonly field: string;
  /** Another engine version issued it, the password is missing, or a limit was exceeded. */
  readonly reason: 'engine-version' | 'password' | 'limits';
}

/** True if both files match, the output was reproduced, and every field was reissued equally. */
export function isReceiptValid(verdict: ReceiptVerdict): boolean {
  if (verdict.kind === 'other-file') return false;
  const { outputMatches, reproduced, fields } = verdict;
  return outputMatches && reproduced && fields.different.length === 0 && fields.notChecked.length === 0;
}
