/** Predictor entries of `/DecodeParms` (ISO 32000-2, table 8). */
export interface PredictorParams {
  readonly predictor: number;
  /** Interleaved components per sample. */
  readonly colors: number;
  readonly bitsPerComponent: number;
  /** Samples per row. */
  readonly columns: number;
}

/** Bytes of `/DecodeParms` with predictor, colors, bits and columns. */
export const PREDICTOR_ENTRY_BYTES = 64;
