/** One code of a shown string. */
export interface ShownCode {
  /** As returned by `comparedText`: empty for white space, null if unknown. */
  readonly text: string | null;
  /** Advance in units of text space at size 1. */
  readonly advance: number;
  /** False if the file does not give its width. */
  readonly isSure: boolean;
  /** Word spacing is added after it (ISO 32000-2, 9.3.3). */
  readonly isWordSpace: boolean;
}

export interface TextFont {
  /** Text runs downwards. */
  readonly isVertical: boolean;
  codes(bytes: Uint8Array): Iterable<ShownCode>;
}
