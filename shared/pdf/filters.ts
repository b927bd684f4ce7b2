import type { PDFDict, PDFRawStream } from './objects.ts';

/** One entry of `/Filter` with its `/DecodeParms`; the name without slash, abbreviations written out. */
export interface FilterStep {
  readonly name: string;
  readonly params: PDFDict | null;
}

export type Decoded =
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      /** The data ended early or was broken; what could be read is there. */
      readonly damaged: boolean;
    }
  /** Byte filters are undone; what is left is packed by an image codec (DCTDecode, JPXDecode, …) or Crypt. */
  | { readonly kind: 'codec'; readonly bytes: Uint8Array; readonly filter: FilterStep; readonly damaged: boolean }
  | { readonly kind: 'undecodable'; readonly reason: 'unknown-filter' | 'bad-params' | 'too-large' };

/** The filter chain of a stream dictionary, outermost first; null when it is not understood. */
export declare function filterSteps(dict: PDFDict): readonly FilterStep[] | null;

/** Undoes the byte filters (Flate, LZW, ASCII85, ASCIIHex, RunLength) and their predictors, up to `maxBytes`. */
export declare function decodeStream(stream: PDFRawStream, maxBytes: number): Decoded;
