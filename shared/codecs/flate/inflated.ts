/** What comes of unpacking, by whatever filter. */
export interface Inflated {
  readonly bytes: Uint8Array;
  /** The data ended early or was not deflate data; `bytes` holds what could be read. */
  readonly damaged: boolean;
  /** There was more than `maxBytes`; `bytes` holds the first `maxBytes`. */
  readonly tooLarge: boolean;
}
