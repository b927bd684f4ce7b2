import type { MovedPixelRule } from './codecs/moved-pixels/judge.ts';
import type { DocumentFacts } from './report.ts';

/** What a document is compared by. */
export const VERIFIED_KINDS = [
  'pages',
  'page-sizes',
  'text',
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
  'page-labels',
  'signatures',
  'scripts',
  'opening', // how viewers open it: page mode, layout, preferences, first view
  'output-intents',
  'standards', // PDF/A, PDF/UA, PDF/X
  'protection',
  'metadata', // told, never counted as lost: whoever makes a file smaller is often asked to remove it
] as const;

export type VerifiedKind = (typeof VERIFIED_KINDS)[number];

/** What became of one thing. */
export type LossHow =
  | 'gone'
  /** It is there, and holds, says or leads to something else. */
  | 'changed'
  /** It is the same and stands elsewhere. */
  | 'moved';

export interface Loss {
  readonly how: LossHow;
  /** From 1, in the document before; null for what stands on no page. */
  readonly page: number | null;
  /** What it is called or says; may come from the file and be of any characters. */
  readonly name: string;
  /** With `changed` and `moved`: what it was and what it is. */
  readonly before?: string;
  readonly after?: string;
}

/** One kind of thing in both documents. */
export interface KindResult {
  readonly kind: VerifiedKind;
  /** How many there are; letters of text. */
  readonly before: number;
  readonly after: number;
  /** Of `before`: gone, changed or moved. */
  readonly lost: number;
  /** Of `after`: with nothing that they were before. */
  readonly added: number;
  /** Of `before`: there in both, but it could not be told whether they are the same. */
  readonly unsure: number;
  /** In the order of the document before; at most `MAX_LOSSES` of them. */
  readonly losses: readonly Loss[];
}

/** Losses of one kind that are listed one by one. */
export const MAX_LOSSES = 1000;

/** One page of the document before. */
export interface VerifiedPage {
  /** From 1. */
  readonly page: number;
  /** The page of the other document that it became; null when it is gone. */
  readonly after: number | null;
  /** What was lost on it, by kind; only kinds with a loss. */
  readonly lost: Readonly<Partial<Record<VerifiedKind, number>>>;
}

/** One of the two files. */
export interface VerifiedFile {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly document: DocumentFacts;
  /** The program that wrote it, as it says itself. */
  readonly producer?: string;
  /** What a repair had to do to read it. */
  readonly repairs: readonly string[];
  /** Parts of a damaged file cannot be read, so there may be more than was compared. */
  readonly isIncomplete: boolean;
}

/** Pictures of one bit that have other pixels than before, at the same size and place. */
export interface MovedPixelsFound {
  readonly pictures: number;
  readonly pixels: number;
  /** The most that are connected by side or corner. */
  readonly longestRun: number;
  /** Rules of near-lossless pages that are broken in some picture; none where all keep them. */
  readonly broken: readonly MovedPixelRule[];
}

/** What of a document is still there in another one that was made of it. */
export interface Verification {
  readonly before: VerifiedFile;
  readonly after: VerifiedFile;
  /** The strongest that holds of both files: every byte, every object, or only what `kinds` say. */
  readonly equality: 'bytes' | 'objects' | 'none';
  /** Hardly anything of the one is found in the other. */
  readonly areDifferentDocuments: boolean;
  /** One entry for each of `VERIFIED_KINDS`, in that order. */
  readonly kinds: readonly KindResult[];
  readonly pages: readonly VerifiedPage[];
  /** Only where pixels of pictures of one bit differ. */
  readonly movedPixels?: MovedPixelsFound;
}

/** Under this share of likeness a page looks different; above it, at most a little softer. */
export const LOOKS_DIFFERENT = 0.95;

/** Whether a page that was drawn from both files looks different. */
export function looksDifferent({ similarity }: { readonly similarity: number | null }): boolean {
  return similarity !== null && similarity < LOOKS_DIFFERENT;
}

/** Kinds of which something was lost; metadata is none of them. */
export function lostKinds({ kinds }: Pick<Verification, 'kinds'>): readonly KindResult[] {
  return kinds.filter(({ kind, lost }) => lost > 0 && kind !== 'metadata');
}
