import { PREDICTOR_ENTRY_BYTES } from '../codecs/flate/predictor-params.ts';

/** Bits per component. */
export type SampleBits = 1 | 2 | 4 | 8 | 16;

/** An image as it will be stored in the file. */
export interface EncodedImage {
  readonly width: number;
  readonly height: number;
  readonly bits: SampleBits;
  readonly space: EncodedSpace;
  readonly data: EncodedData;
}

export type EncodedSpace =
  /** The image's color space stays. */
  | { readonly kind: 'same' }
  /** The base of its Indexed space. */
  | { readonly kind: 'base' }
  | { readonly kind: 'DeviceGray' }
  | { readonly kind: 'DeviceRGB' }
  /** Indexed over its color space, or over the base if it was Indexed already. */
  | { readonly kind: 'Indexed'; readonly table: Uint8Array; readonly entryBytes: number };

export type EncodedData =
  | {
      readonly kind: 'dct';
      readonly bytes: Uint8Array;
      /**
       * Same coefficients in another order, for which the filter's parameters still apply; or a new file,
       * which describes itself; or a new one of three untransformed components.
       */
      readonly coding: 'same' | 'new' | 'untransformed';
    }
  /** A JP2 file without loss. */
  | { readonly kind: 'jpx'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'jbig2';
      readonly bytes: Uint8Array;
      /** For `/JBIG2Globals`; the same array for all images that share it. */
      readonly globals?: Uint8Array;
    }
  | {
      readonly kind: 'flate';
      readonly bytes: Uint8Array;
      /** Components for `/Predictor 15`; null for plain rows. */
      readonly predictorColors: number | null;
    };

/** Bytes of an Indexed space without its table: an indirect object, deflated with others. */
const INDEXED_SPACE_BYTES = 40;

/** Bytes of `/DecodeParms` with `/ColorTransform`. */
const TRANSFORM_ENTRY_BYTES = 36;

/** Bytes of `/DecodeParms` with `/JBIG2Globals`. */
export const GLOBALS_ENTRY_BYTES = 42;

/** Returns the bytes in the file, including palette and coding parameters, without shared data. */
export function encodedBytes({ space, data }: EncodedImage): number {
  const palette = space.kind === 'Indexed' ? space.table.length + INDEXED_SPACE_BYTES : 0;
  return data.bytes.length + parmsBytes(data) + palette;
}

function parmsBytes(data: EncodedData): number {
  if (data.kind === 'flate') return data.predictorColors === null ? 0 : PREDICTOR_ENTRY_BYTES;
  if (data.kind === 'jbig2') return data.globals === undefined ? 0 : GLOBALS_ENTRY_BYTES;
  return data.kind === 'dct' && data.coding === 'untransformed' ? TRANSFORM_ENTRY_BYTES : 0;
}
