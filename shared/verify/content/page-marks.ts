import type { PDFDict, PDFRawStream } from '../../pdf/objects.ts';
import type { Rgb } from '../color/oklab.ts';
import type { FontFace } from '../text/font-face.ts';
import type { Place } from './matrix.ts';

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
  /** Height of its font on the page, in points. */
  readonly size: number;
  /** Null for patterns. */
  readonly rgb: Rgb | null;
  /** False in render modes that paint nothing, such as for recognized text under a scan. */
  readonly isVisible: boolean;
  readonly face: FontFace | null;
  /** Its number among all marks of the page: later marks lie above. */
  readonly order: number;
}

/** A filled or stroked figure, or a shading. */
export interface DrawnShape {
  readonly kind: 'area' | 'line' | 'shading';
  /** Its visible part, in points of the displayed page. */
  readonly place: Place;
  readonly rgb: Rgb | null;
  /** The color at the other end of a shading. */
  readonly end?: Rgb | null | undefined;
  /** Pen of a line; in points of the displayed page. */
  readonly pen?: Pen;
  /** An upright rectangle that hides what is below it. */
  readonly isCover: boolean;
  readonly order: number;
}

export interface Pen {
  readonly width: number;
  /** Length of the dashes and gaps after which the pattern repeats; 0 for a solid line. */
  readonly period: number;
}

/** An image drawn at one place. */
export interface DrawnPicture {
  readonly source: PictureSource;
  /** Its upright box, in points of the displayed page. */
  readonly place: Place;
  /** The part of the place that clips leave visible. */
  readonly seen: Place;
  /** How it is turned on the page, as an index in `TURNS`; null if it leans. */
  readonly turn: number | null;
  /** The color of a stencil mask. */
  readonly rgb: Rgb | null;
  readonly order: number;
}

export type PictureSource =
  | { readonly kind: 'xobject'; readonly stream: PDFRawStream }
  /** As an image XObject; null if it cannot be read. */
  | { readonly kind: 'inline'; readonly stream: PDFRawStream | null };

/** Visible content and marks of a page, including annotations. */
export interface PageMarks {
  readonly glyphs: readonly Glyph[];
  readonly pictures: readonly DrawnPicture[];
  readonly shapes: readonly DrawnShape[];
  /** Attributes for print and transparency of what is painted, in words. */
  readonly print: ReadonlySet<string>;
  /** Numbers of marked content that tags may refer to (ISO 32000-2, 14.7.5.1). */
  readonly markedContent: readonly number[];
  /** Texts of marked content that are read or copied instead of it, and its language (14.9). */
  readonly spoken: readonly string[];
  /** Layer names, one for each piece of content on a layer. */
  readonly layers: readonly string[];
  /** False if content could not be read completely. */
  readonly isWhole: boolean;
}

/** Collects marks while content is read. */
export class MarksDraft {
  readonly glyphs: Glyph[] = [];
  readonly pictures: DrawnPicture[] = [];
  readonly shapes: DrawnShape[] = [];
  readonly print = new Set<string>();
  /** Tiling patterns whose cells are among the marks. */
  readonly patterns: Set<PDFRawStream>;
  /** Number of the next mark. */
  order = 0;
  readonly markedContent: number[] = [];
  readonly spoken: string[] = [];
  readonly layers: string[] = [];
  isWhole = true;

  constructor(patterns: Set<PDFRawStream> = new Set()) {
    this.patterns = patterns;
  }
}

/** Resources for name lookups, then those of the parent content. */
export type ResourceChain = readonly PDFDict[];
