/** An encoding of which the size is nearly known before the time for its end is spent. */
export interface DeferredEncoding<Encoded> {
  /** Bytes by a fast pass, made when they are asked for; each maker says how much less the end may be. */
  readonly about: number;
  readonly finish: () => Encoded;
}

/** The same draft with another form of its end. */
export function finishedAs<Packed, Encoded>(
  draft: DeferredEncoding<Packed>,
  turned: (packed: Packed) => Encoded,
): DeferredEncoding<Encoded> {
  return {
    get about() {
      return draft.about;
    },
    finish: () => turned(draft.finish()),
  };
}
