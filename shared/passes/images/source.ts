import { CCITT_DEFAULTS, type CcittParams } from '../../codecs/ccitt/decode.ts';
import type { ImageSource } from '../../image-jobs/types.ts';
import { decodeStream, type FilterStep, onlyFilter } from '../../pdf/filter/filters.ts';
import { componentCount } from '../../pdf/image/colorspace.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { key, PDFBool, type PDFDict, PDFNumber, PDFRawStream } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import type { WorkContext } from '../work-context.ts';

export type SourceResult =
  | { readonly kind: 'source'; readonly source: ImageSource }
  | { readonly kind: 'kept'; readonly reason: SkipReason };

type Limited = Pick<WorkContext, 'limits'>;

/**
 * Reads the image's data with byte filters undone, and the parameters of its image codec, as plain data.
 * Samples with only Flate or Brotli stay encoded: the job decodes them.
 */
export function readSource(image: ImageXObject, { limits }: Limited): SourceResult {
  const only = onlyFilter(image.stream.dict);
  if (only !== null) {
    const { filter, predictor } = only;
    const expected = expectedSamples(image);
    // A PNG predictor adds a byte per row.
    const expectedBytes = predictor === null ? expected : expected + (expected >> 3);
    const packing = { filter, predictor, expectedBytes, mostBytes: limits.streamBytes };
    return { kind: 'source', source: { kind: 'samples', rows: image.stream.contents, packing } };
  }
  const decoded = decodeStream(image.stream, limits.streamBytes, expectedSamples(image));
  if (decoded.kind === 'undecodable') {
    return { kind: 'kept', reason: decoded.reason === 'too-large' ? 'too-many-pixels' : 'undecodable' };
  }
  if (decoded.damaged) return { kind: 'kept', reason: 'damaged-data' };
  if (decoded.kind === 'bytes') return { kind: 'source', source: { kind: 'samples', rows: decoded.bytes } };
  const source = codecSource(image, decoded.filter, decoded.bytes, limits.streamBytes);
  return source === null ? { kind: 'kept', reason: 'unsupported-filter' } : { kind: 'source', source };
}

/** Size hint for decoding; 0 for encodings that do not need one. */
function expectedSamples(image: ImageXObject): number {
  return image.codec === 'flate' || image.codec === 'brotli' ? sampleBytes(image) : 0;
}

/** Decoded bytes of the samples (ISO 32000-2, 8.9.5.2); 0 if the number of components is unknown. */
export function sampleBytes({ width, height, bits, color }: ImageXObject): number {
  const components = color.kind === 'stencil' ? 1 : (componentCount(color.space) ?? 0);
  return Math.ceil((width * components * bits) / 8) * height;
}

function codecSource(
  image: ImageXObject,
  { name, params }: FilterStep,
  data: Uint8Array,
  maxBytes: number,
): ImageSource | null {
  switch (name) {
    case 'DCTDecode':
      return { kind: 'dct', jpeg: data, colorTransform: numberAt(params, 'ColorTransform') ?? null };
    case 'CCITTFaxDecode':
      return { kind: 'ccitt', data, params: ccittParams(params) };
    case 'JBIG2Decode': {
      const globals = params?.lookup(key('JBIG2Globals'));
      if (globals === undefined) return { kind: 'jbig2', data, globals: null };
      const unpacked = globals instanceof PDFRawStream ? decodeStream(globals, maxBytes) : null;
      if (unpacked?.kind !== 'bytes' || unpacked.damaged) return null;
      return { kind: 'jbig2', data, globals: unpacked.bytes };
    }
    case 'JPXDecode':
      return {
        kind: 'jpx',
        data,
        hasOwnSpace: !image.stream.dict.has(key('ColorSpace')),
        hasOpacity: image.softMaskInData === 1,
      };
    default:
      return null;
  }
}

/** ISO 32000-2, table 11. */
function ccittParams(params: PDFDict | null): CcittParams {
  return {
    k: numberAt(params, 'K') ?? CCITT_DEFAULTS.k,
    columns: numberAt(params, 'Columns') ?? CCITT_DEFAULTS.columns,
    rows: numberAt(params, 'Rows') ?? CCITT_DEFAULTS.rows,
    damagedRowsBeforeError:
      numberAt(params, 'DamagedRowsBeforeError') ?? CCITT_DEFAULTS.damagedRowsBeforeError,
    endOfLine: booleanAt(params, 'EndOfLine') ?? CCITT_DEFAULTS.endOfLine,
    encodedByteAlign: booleanAt(params, 'EncodedByteAlign') ?? CCITT_DEFAULTS.encodedByteAlign,
    endOfBlock: booleanAt(params, 'EndOfBlock') ?? CCITT_DEFAULTS.endOfBlock,
    blackIs1: booleanAt(params, 'BlackIs1') ?? CCITT_DEFAULTS.blackIs1,
  };
}

function numberAt(params: PDFDict | null, name: string): number | undefined {
  const value = params?.lookup(key(name));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

function booleanAt(params: PDFDict | null, name: string): boolean | undefined {
  const value = params?.lookup(key(name));
  return value instanceof PDFBool ? value.asBoolean() : undefined;
}
