/** An encoding with an estimated size before the expensive last step. */
export interface DeferredEncoding<Encoded> {
  /** Bytes by a fast pass, computed on demand; each implementation documents how much smaller the result may be. */
  readonly about: number;
  readonly finish: () => Encoded;
}

/** Maps the result of a draft. */
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
