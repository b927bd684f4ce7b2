import type { PDFDict, PDFRawStream } from '../../pdf/objects.ts';

/** One glyph of a page that leaves a mark. */
export interface Glyph {
  /** Null where nothing says what it stands for. */
  readonly text: string | null;
  /** Its origin, in points from the left lower corner of what is shown. */
  readonly x: number;
  readonly y: number;
  /** False where a glyph of unknown width stands before it. */
  readonly isPlaceSure: boolean;
  /** A space, or another place in the line, is before it. */
  readonly startsWord: boolean;
}

/** One place where an image is drawn. */
export interface DrawnPicture {
  readonly source: PictureSource;
  /** Left, bottom, right, top of the upright box around it, in points of what is shown. */
  readonly place: readonly number[];
}

export type PictureSource =
  | { readonly kind: 'xobject'; readonly stream: PDFRawStream }
  /** Its dictionary as that of an XObject; null where it cannot be read. */
  | { readonly kind: 'inline'; readonly stream: PDFRawStream | null };

/** What the content of a page shows and marks, with its annotations. */
export interface PageMarks {
  readonly glyphs: readonly Glyph[];
  readonly pictures: readonly DrawnPicture[];
  /** Numbers of marked content that tags may refer to (ISO 32000-2, 14.7.5.1). */
  readonly markedContent: readonly number[];
  /** Names of layers, once for each piece of content that stands on one. */
  readonly layers: readonly string[];
  /** False where content could not be read to its end. */
  readonly isWhole: boolean;
}

/** Collects them while the content is read. */
export class MarksDraft {
  readonly glyphs: Glyph[] = [];
  readonly pictures: DrawnPicture[] = [];
  readonly markedContent: number[] = [];
  readonly layers: string[] = [];
  isWhole = true;
}

/** Where names are looked up: resources, then those of what draws this content. */
export type ResourceChain = readonly PDFDict[];
