/** Result of decoding by any filter. */
export interface Inflated {
  readonly bytes: Uint8Array;
  /** The data was truncated or invalid; `bytes` holds the readable part. */
  readonly damaged: boolean;
  /** The output exceeds `maxBytes`; `bytes` holds the first ones, at most `maxBytes`. */
  readonly tooLarge: boolean;
}
