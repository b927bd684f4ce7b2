import type { MovedPixelRule } from './codecs/moved-pixels/judge.ts';
import type { DocumentFacts } from './report.ts';

/** Categories in which documents are compared. */
export const VERIFIED_KINDS = [
  'pages',
  'page-sizes',
  'text',
  'reading-order', // of the content; reported, never counted as lost
  'links',
  'destinations',
  'bookmarks',
  'fields',
  'annotations',
  'tags',
  'language',
  'layers',
  'attachments',
  'pictures',
  'resolution', // of images; reported, never counted as lost
  'drawings', // lines, areas and shadings
  'colors', // of pages, images, words and drawings
  'fonts',
  'page-labels',
  'signatures',
  'scripts', // of the document
  'actions', // of pages, fields and annotations
  'opening', // settings for opening: page mode, layout, preferences, first view
  'output-intents',
  'print', // spot colors, overprint, transparency and calibrated color, by page
  'standards', // PDF/A, PDF/UA, PDF/X
  'protection',
  'structure', // articles, portfolios, transitions, and claims about tags
  'metadata', // reported, never counted as lost, since removing metadata is often requested
] as const;

export type VerifiedKind = (typeof VERIFIED_KINDS)[number];

/** Kind of change to one item. */
export type LossChange =
  | 'removed'
  /** It exists with other content or another destination. */
  | 'changed'
  /** It is equal but at another position. */
  | 'moved';

export interface Loss {
  readonly change: LossChange;
  /** 1-based page in the document before; null for items outside pages. */
  readonly page: number | null;
  /** Name or text; may come from the file and contain any characters. */
  readonly name: string;
  /** Old and new value; only with `changed` and `moved`. */
  readonly before?: string;
  readonly after?: string;
}

/** An item that only the other document has. */
export interface Addition {
  /** 1-based page in the document after; null for items outside pages. */
  readonly page: number | null;
  /** As of a loss. */
  readonly name: string;
}

/** Result for one category in both documents. */
export interface CategoryResult {
  readonly kind: VerifiedKind;
  /** Number of items; for text, of letters. */
  readonly before: number;
  readonly after: number;
  /** Items of `before` that were removed, changed or moved. */
  readonly lost: number;
  /** Items of `after` without a counterpart before. */
  readonly added: number;
  /** Items of `before` that exist in both but could not be compared. */
  readonly notCompared: number;
  /** In the order of the document before; at most `MAX_LOSSES`. */
  readonly losses: readonly Loss[];
  /** The added items, in the order of the document after; at most `MAX_LOSSES`. */
  readonly additions: readonly Addition[];
}

/** Losses and additions of one category that are listed. */
export const MAX_LOSSES = 1000;

/** One page of the document before. */
export interface VerifiedPage {
  /** 1-based. */
  readonly page: number;
  /** The matching page of the other document; null if it was removed. */
  readonly after: number | null;
  /** Losses on it by category; only categories with a loss. */
  readonly lost: Readonly<Partial<Record<VerifiedKind, number>>>;
}

/** One of the two files. */
export interface VerifiedFile {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly document: DocumentFacts;
  /** `/Producer`, as the file states it. */
  readonly producer?: string;
  /** Repairs that were needed to read it. */
  readonly repairs: readonly string[];
  /** True if parts of a damaged file cannot be read, so that the comparison may be incomplete. */
  readonly incomplete: boolean;
}

/** One-bit images with other pixels than before, at the same size and place. */
export interface MovedPixelsFound {
  readonly pictures: number;
  readonly pixels: number;
  /** Pixels of the largest group that is connected by side or corner. */
  readonly longestRun: number;
  /** Rules of near-lossless pages that some image breaks; empty if all images keep them. */
  readonly broken: readonly MovedPixelRule[];
}

/** Comparison of a document with another one made from it. */
export interface Verification {
  readonly before: VerifiedFile;
  readonly after: VerifiedFile;
  /** Strongest equality of both files: every byte, every object, or only what `categories` report. */
  readonly equality: 'bytes' | 'objects' | 'none';
  /** True if hardly anything of one file is found in the other. */
  readonly differentDocuments: boolean;
  /** One entry for each of `VERIFIED_KINDS`, in that order. */
  readonly categories: readonly CategoryResult[];
  readonly pages: readonly VerifiedPage[];
  /** Only if pixels of one-bit images differ. */
  readonly movedPixels?: MovedPixelsFound;
}

/** Similarity below which a page looks different; above it, a page is at most a little softer. */
export const LOOKS_DIFFERENT = 0.95;

/** Returns whether a page drawn from both files looks different. */
export function looksDifferent({
  similarity,
  spot,
}: {
  readonly similarity: number | null;
  /** A place that shows something else, however alike the rest of the page is. */
  readonly spot?: object | null;
}): boolean {
  return (similarity !== null && similarity < LOOKS_DIFFERENT) || (spot !== undefined && spot !== null);
}

/** Categories whose differences are reported, and are neither losses nor additions. */
const NOTED: ReadonlySet<VerifiedKind> = new Set(['metadata', 'reading-order', 'resolution']);

/** Returns categories with losses, without those that are only reported. */
export function lostKinds({ categories }: Pick<Verification, 'categories'>): readonly CategoryResult[] {
  return categories.filter(({ kind, lost }) => lost > 0 && !NOTED.has(kind));
}

/** Returns categories with items that the document before did not have. */
export function addedKinds({ categories }: Pick<Verification, 'categories'>): readonly CategoryResult[] {
  return categories.filter(({ kind, added }) => added > 0 && !NOTED.has(kind));
}
