import type { PageDiff } from './proof.ts';

/** The two documents of a comparison. */
export type Side = 'before' | 'after';

export interface OpenRequest {
  readonly before: Blob;
  /** The same as `before` when it is left out: one document alone. */
  readonly after?: Blob;
  readonly password?: string;
  /** Nothing is painted: pictures are kept no larger than comparing needs. */
  readonly isOnlyCompared?: boolean;
}

export interface PageSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

/** Part of a page at a scale; lengths in pixels of the picture. */
export interface View {
  /** From 1. */
  readonly page: number;
  readonly pixelsPerPoint: number;
  /** Where the page's left upper corner lies in the picture; negative when it is outside. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What is to be painted: one of the two, or where they differ. */
export type Painting = Side | 'difference';

/** Why two documents could not be opened to be looked at. */
export type OpenProblem = 'unreadable' | 'locked';

export type OpenAnswer =
  | { readonly ok: true; readonly pages: number }
  | { readonly ok: false; readonly problem: OpenProblem };

/** Gives a file that pdf.js asks for by its own name (a CMap, a font, a decoder); null when it cannot be had now. */
export type AssetLoader = (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** What the worker that draws pages exposes through Comlink. Pages count from 1. */
export interface RendererApi {
  open(request: OpenRequest, assets: AssetLoader): Promise<OpenAnswer>;
  /** Puts another document beside the one before. Throws when it cannot be opened. */
  replaceAfter(after: Blob): Promise<void>;
  sizeOf(page: number): Promise<PageSize>;
  /** Draws the page of both documents, `partner` being its number in the other, and compares them, text and size too. Throws when a page cannot be drawn. */
  compare(page: number, partner?: number): Promise<PageDiff>;
  /** Null when a later call for the same painting made this one pointless. */
  paint(painting: Painting, view: View): Promise<ImageBitmap | null>;
  /** The whole page, as wide as asked. */
  thumbnail(side: Side, page: number, width: number): Promise<ImageBitmap>;
}
