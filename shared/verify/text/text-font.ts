/** One code of a string that is shown. */
export interface ShownCode {
  /** As `comparedText` gives it: empty for white space, null where nothing says what it stands for. */
  readonly text: string | null;
  /** How far it moves what follows, in units of text space at size 1. */
  readonly advance: number;
  /** False where the file does not say how wide it is. */
  readonly isSure: boolean;
  /** Word spacing is added behind it (ISO 32000-2, 9.3.3). */
  readonly isWordSpace: boolean;
}

export interface TextFont {
  /** Text runs downwards. */
  readonly isVertical: boolean;
  codes(bytes: Uint8Array): Iterable<ShownCode>;
}
