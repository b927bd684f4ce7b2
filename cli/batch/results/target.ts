/** Where the result of a PDF goes: nowhere, onto the PDF, or to a path. */
export type Target =
  | { readonly kind: 'none' }
  | { readonly kind: 'in-place' }
  /** What could not be made smaller is copied too, where a whole tree is asked for. */
  | { readonly kind: 'file'; readonly path: string; readonly copiesUnchanged: boolean };
