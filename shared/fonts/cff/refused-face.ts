/** Why a CFF or Type 1 program cannot be read for certain, or not be written anew. */
export type FaceRefusal =
  /** A table, an offset or a number lies outside the data, or what must be there is not. */
  | 'damaged'
  /** More subroutine levels, operators or glyphs than any real font has. */
  | 'too-complex'
  /** A charstring does what the format does not describe, or describes for other kinds of fonts. */
  | 'odd-charstring'
  /** A Type 1 charstring calls an OtherSubrs entry without an agreed meaning. */
  | 'unknown-othersubr'
  | 'multiple-master'
  /** More than one set of glyphs or subroutines in one Type 1 program (hybrid and synthetic fonts). */
  | 'several-fonts'
  | 'odd-font-matrix'
  | 'odd-encoding'
  | 'odd-private'
  /** Glyphs that are stroked, or of a charstring format other than the font's own. */
  | 'odd-paint'
  /** A number that the other format cannot hold. */
  | 'out-of-range'
  /** What was written did not read back as the same glyphs. */
  | 'not-equal';

/** Thrown by every reader and writer of faces; a face that ends so stays as it is. */
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

/** The value, or the reason for which there is none; anything else thrown is a bug and flies on. */
export function attempt<Value>(work: () => Value): FaceOutcome<Value> {
  try {
    return { kind: 'done', value: work() };
  } catch (thrown) {
    if (thrown instanceof RefusedFace) return { kind: 'refused', reason: thrown.reason };
    throw thrown;
  }
}
