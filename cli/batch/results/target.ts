/** The target of a PDF's result: the PDF itself, or a path. */
export type Target =
  | { readonly kind: 'in-place' }
  /** `copiesUnchanged` copies PDFs that cannot be made smaller too, to complete the tree. */
  | { readonly kind: 'file'; readonly path: string; readonly copiesUnchanged: boolean };
