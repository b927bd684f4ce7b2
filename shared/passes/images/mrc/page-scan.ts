import type { MrcRefusal } from '../../../report.ts';

/** An image that covers a whole page, or the reason why its text is not separated. */
export type PageScan =
  | {
      readonly kind: 'scan';
      /** 0-based. */
      readonly page: number;
      /** Pixels per inch, along the axis with fewer. */
      readonly dpi: number;
    }
  | { readonly kind: 'refused'; readonly reason: MrcRefusal };

export interface PageScans {
  /** Images by the tag of their reference. */
  readonly scans: ReadonlyMap<string, PageScan>;
  /** Reasons of pages without such an image, where known. */
  readonly inTheWay: readonly MrcRefusal[];
}
