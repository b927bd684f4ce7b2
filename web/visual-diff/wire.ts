import type { PageDiff } from './proof.ts';

/** The two documents of a comparison. */
export type Side = 'before' | 'after';

export interface OpenRequest {
  readonly before: Blob;
  /** Default: same as `before`, for a single document. */
  readonly after?: Blob;
  readonly password?: string;
  /** For comparison only: images are kept no larger than that needs. */
  readonly isOnlyCompared?: boolean;
  /** Whether pages are searched for a place that shows something else, however alike the rest is. */
  readonly findsSpots?: boolean;
}

export interface PageSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

/** Part of a page at a scale; lengths in pixels of the render. */
export interface View {
  /** 1-based. */
  readonly page: number;
  readonly pixelsPerPoint: number;
  /** Position of the page's top left corner in the render; negative if outside. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The subject of a render: one of the two documents, or their difference. */
export type Painting = Side | 'difference';

/** Why two documents could not be opened for rendering. */
export type OpenProblem = 'unreadable' | 'locked';

export type OpenAnswer =
  | { readonly ok: true; readonly pages: number }
  | { readonly ok: false; readonly problem: OpenProblem };

/** Returns a file that pdf.js requests by name (a CMap, a font, a decoder); null if it is not available now. */
export type AssetLoader = (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** The rendering worker's Comlink API. Pages are 1-based. */
export interface RendererApi {
  open(request: OpenRequest, assets: AssetLoader): Promise<OpenAnswer>;
  /** Replaces the document after. Throws if it cannot be opened. */
  replaceAfter(after: Blob): Promise<void>;
  sizeOf(page: number): Promise<PageSize>;
  /**
   * Compares a page of both documents, `partner` being its number in the other: renders, text and size. Throws if a
   * page cannot be rendered.
   */
  compare(page: number, partner?: number): Promise<PageDiff>;
  /** Null if a later call for the same painting superseded this one. */
  paint(painting: Painting, view: View): Promise<ImageBitmap | null>;
  /** The whole page at the given width. */
  thumbnail(side: Side, page: number, width: number): Promise<ImageBitmap>;
}
