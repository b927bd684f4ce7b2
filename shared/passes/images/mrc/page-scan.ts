import type { MrcRefusal } from '../../../report.ts';

/** The picture that is all of a page, or why the page's text is not to be separated. */
export type PageScan =
  | {
      readonly kind: 'scan';
      /** From 0. */
      readonly page: number;
      /** Pixels per inch, along the axis that has fewer. */
      readonly dpi: number;
    }
  | { readonly kind: 'refused'; readonly reason: MrcRefusal };
