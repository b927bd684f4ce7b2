/** Where the result of a PDF goes: nowhere, onto the PDF, or to a path. */
export type Target =
  | { readonly kind: 'none' }
  | { readonly kind: 'in-place' }
  | { readonly kind: 'file'; readonly path: string };
