/** Reasons why a CFF or Type 1 program cannot be read with certainty or written. */
export type FaceRefusal =
  /** A table, an offset or a number is outside the data, or something required is missing. */
  | 'damaged'
  /** More subroutine levels, operators or glyphs than any real font. */
  | 'too-complex'
  /** A charstring uses something that the format does not define, or defines for other kinds of fonts. */
  | 'odd-charstring'
  /** A Type 1 charstring calls an OtherSubrs entry without a standard meaning. */
  | 'unknown-othersubr'
  | 'multiple-master'
  /** More than one set of glyphs or subroutines in one Type 1 program (hybrid and synthetic fonts). */
  | 'several-fonts'
  | 'odd-font-matrix'
  | 'odd-encoding'
  | 'odd-private'
  /** Stroked glyphs, or a charstring format other than the font's own. */
  | 'odd-paint'
  /** A number that the other format cannot represent. */
  | 'out-of-range'
  /** The written program did not read back as the same glyphs. */
  | 'not-equal';

/** Thrown by all readers and writers of faces; such a face is not changed. */
export class RefusedFace extends Error {
  readonly reason: FaceRefusal;

  constructor(reason: FaceRefusal, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = 'RefusedFace';
    this.reason = reason;
  }
}

export function refuse(reason: FaceRefusal, detail: string): never {
  throw new RefusedFace(reason, detail);
}

export type FaceOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly reason: FaceRefusal };

/** Returns the value, or the reason for its absence; other exceptions are bugs and propagate. */
export function attempt<Value>(work: () => Value): FaceOutcome<Value> {
  try {
    return { kind: 'done', value: work() };
  } catch (thrown) {
    if (thrown instanceof RefusedFace) return { kind: 'refused', reason: thrown.reason };
    throw thrown;
  }
}
