import { PREDICTOR_ENTRY_BYTES } from '../codecs/flate/predictor-params.ts';

/** Bits per component. */
export type SampleBits = 1 | 2 | 4 | 8 | 16;

/** An image as it will stand in the file. */
export interface EncodedImage {
  readonly width: number;
  readonly height: number;
  readonly bits: SampleBits;
  readonly space: EncodedSpace;
  readonly data: EncodedData;
}

export type EncodedSpace =
  /** The image's colour space as it was. */
  | { readonly kind: 'same' }
  /** The base of the Indexed space it had. */
  | { readonly kind: 'base' }
  | { readonly kind: 'DeviceGray' }
  | { readonly kind: 'DeviceRGB' }
  /** Indexed over the space it had, or over that one's base when it was Indexed already. */
  | { readonly kind: 'Indexed'; readonly table: Uint8Array; readonly entryBytes: number };

export type EncodedData =
  | {
      readonly kind: 'dct';
      readonly bytes: Uint8Array;
      /**
       * The same coefficients in another order, for which the filter's parameters still hold; or a new file, which
       * says by itself how to read it; or a new one of three components that are not transformed.
       */
      readonly coding: 'same' | 'new' | 'untransformed';
    }
  | {
      readonly kind: 'jbig2';
      readonly bytes: Uint8Array;
      /** For `/JBIG2Globals`; the same array for all images that share it. */
      readonly globals?: Uint8Array;
    }
  | {
      readonly kind: 'flate';
      readonly bytes: Uint8Array;
      /** Components for `/Predictor 15`, or null for plain rows. */
      readonly predictorColors: number | null;
    };

/** An Indexed space beside its table: an object of its own, deflated among others. */
const INDEXED_SPACE_BYTES = 40;

/** `/DecodeParms` with `/ColorTransform`. */
const TRANSFORM_ENTRY_BYTES = 36;

/** `/DecodeParms` with `/JBIG2Globals`. */
export const GLOBALS_ENTRY_BYTES = 42;

/** Bytes the result takes in the file, without what it shares with others and with the palette and what the dictionary says of its coding. */
export function encodedBytes({ space, data }: EncodedImage): number {
  const palette = space.kind === 'Indexed' ? space.table.length + INDEXED_SPACE_BYTES : 0;
  return data.bytes.length + parmsBytes(data) + palette;
}

function parmsBytes(data: EncodedData): number {
  if (data.kind === 'flate') return data.predictorColors === null ? 0 : PREDICTOR_ENTRY_BYTES;
  if (data.kind === 'jbig2') return data.globals === undefined ? 0 : GLOBALS_ENTRY_BYTES;
  return data.kind === 'dct' && data.coding === 'untransformed' ? TRANSFORM_ENTRY_BYTES : 0;
}
