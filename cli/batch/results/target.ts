/** The target of a PDF's result: the PDF itself, or a path. */
export type Target =
  | { readonly kind: 'in-place' }
  /** With `copiesUnchanged`, PDFs that cannot be made smaller are copied too, to complete the tree. */
  | { readonly kind: 'file'; readonly path: string; readonly copiesUnchanged: boolean };
