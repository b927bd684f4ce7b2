import type { PDFDict, PDFRawStream } from '../../pdf/objects.ts';

/** A visible glyph on a page. */
export interface Glyph {
  /** Null if its meaning is unknown. */
  readonly text: string | null;
  /** Its origin in points, from the lower left corner of the displayed page. */
  readonly x: number;
  readonly y: number;
  /** False after a glyph of unknown width. */
  readonly isPlaceSure: boolean;
  /** It follows a space or a jump in the line. */
  readonly startsWord: boolean;
}

/** An image drawn at one place. */
export interface DrawnPicture {
  readonly source: PictureSource;
  /** Left, bottom, right, top of its upright box, in points of the displayed page. */
  readonly place: readonly number[];
}

export type PictureSource =
  | { readonly kind: 'xobject'; readonly stream: PDFRawStream }
  /** As an image XObject; null if it cannot be read. */
  | { readonly kind: 'inline'; readonly stream: PDFRawStream | null };

/** Visible content and marks of a page, including annotations. */
export interface PageMarks {
  readonly glyphs: readonly Glyph[];
  readonly pictures: readonly DrawnPicture[];
  /** Numbers of marked content that tags may refer to (ISO 32000-2, 14.7.5.1). */
  readonly markedContent: readonly number[];
  /** Layer names, one for each piece of content on a layer. */
  readonly layers: readonly string[];
  /** False if content could not be read completely. */
  readonly isWhole: boolean;
}

/** Collects marks while content is read. */
export class MarksDraft {
  readonly glyphs: Glyph[] = [];
  readonly pictures: DrawnPicture[] = [];
  readonly markedContent: number[] = [];
  readonly layers: string[] = [];
  isWhole = true;
}

/** Resources for name lookups, then those of the parent content. */
export type ResourceChain = readonly PDFDict[];
