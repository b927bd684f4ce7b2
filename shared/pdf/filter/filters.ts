import { brotliDecode } from '../../codecs/brotli/decode.ts';
import { inflate } from '../../codecs/flate/inflate.ts';
import type { Inflated } from '../../codecs/flate/inflated.ts';
import type { PredictorParams } from '../../codecs/flate/predictor-params.ts';
import type { SampleFilter } from '../../codecs/flate/sample-packing.ts';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from '../objects.ts';
import { ascii85Decode, asciiHexDecode, lzwDecode, runLengthDecode } from './byte-filters.ts';
import { growthLimit, spend, spendOn, withinBudget } from './growth.ts';
import { undoPredictor } from './predictor.ts';

/** One entry of `/Filter` with its `/DecodeParms`; the name without slash, abbreviations expanded. */
export interface FilterStep {
  readonly name: string;
  readonly params: PDFDict | null;
}

export type Decoded =
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      /** True if the data was truncated or broken; `bytes` is the readable part. */
      readonly damaged: boolean;
    }
  /** Byte filters were undone; an image codec (DCTDecode, JPXDecode, …) remains. */
  | {
      readonly kind: 'codec';
      readonly bytes: Uint8Array;
      readonly filter: FilterStep;
      readonly damaged: boolean;
    }
  | {
      readonly kind: 'undecodable';
      readonly reason: 'unknown-filter';
      /**
       * The filter name in the file; null if the chain is no list of names, or known filters are in a wrong
       * order.
       */
      readonly filter: string | null;
    }
  | { readonly kind: 'undecodable'; readonly reason: 'bad-params' | 'too-large' };

/**
 * Abbreviations are meant for inline images (ISO 32000-2, table 92), but readers accept them everywhere. BrotliDecode has
 * none: it is not for inline images (PDF Association, EXTN-BROTLI-1).
 */
export const FILTER_ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['AHx', 'ASCIIHexDecode'],
  ['A85', 'ASCII85Decode'],
  ['LZW', 'LZWDecode'],
  ['Fl', 'FlateDecode'],
  ['RL', 'RunLengthDecode'],
  ['CCF', 'CCITTFaxDecode'],
  ['DCT', 'DCTDecode'],
]);

/** Filters with pixels as output; only the last filter of a chain can be one. */
export const IMAGE_FILTERS: ReadonlySet<string> = new Set([
  'DCTDecode',
  'JPXDecode',
  'JBIG2Decode',
  'CCITTFaxDecode',
]);

const MAX_FILTERS = 16;

/** Returns the filter chain of a stream dictionary, outermost first; null if it is invalid. */
export function filterSteps(dict: PDFDict): readonly FilterStep[] | null {
  const filter = dict.lookup(PDFName.of('Filter'));
  const params = dict.lookup(PDFName.of('DecodeParms')) ?? dict.lookup(PDFName.of('DP'));
  if (filter === undefined || isNull(filter)) return [];
  if (filter instanceof PDFName) return [{ name: fullName(filter), params: paramsAt(params, 0) }];
  if (!(filter instanceof PDFArray) || filter.size() > MAX_FILTERS) return null;
  const steps: FilterStep[] = [];
  for (let i = 0; i < filter.size(); i++) {
    const name = filter.lookup(i);
    if (!(name instanceof PDFName)) return null;
    steps.push({ name: fullName(name), params: paramsAt(params, i) });
  }
  return steps;
}

function paramsAt(params: PDFObject | undefined, index: number): PDFDict | null {
  // A single dictionary with an array of filters belongs to the first filter; readers agree.
  const found = params instanceof PDFArray ? params.lookup(index) : index === 0 ? params : undefined;
  if (found instanceof PDFDict) return found;
  return found instanceof PDFRawStream ? found.dict : null;
}

function fullName(name: PDFName): string {
  const text = name.decodeText();
  return FILTER_ABBREVIATIONS.get(text) ?? text;
}

function isNull(object: PDFObject): boolean {
  return object.toString() === 'null';
}

/** Filters whose output may be many times larger than their input. */
const EXPANDING_FILTERS: ReadonlySet<string> = new Set([
  'FlateDecode',
  'BrotliDecode',
  'LZWDecode',
  'RunLengthDecode',
]);

/** Limits for two expanding filters in a row, in total and per stored byte: no writer compresses such data twice. */
const CHAIN_BYTES = 8 * 1024 * 1024;
const CHAIN_RATIO = 256;

/** Returns the maximum output of any step of this stream's chain. */
function chainLimit(steps: readonly FilterStep[], stream: PDFRawStream, maxBytes: number): number {
  const expanding = steps.filter(({ name }) => EXPANDING_FILTERS.has(name)).length;
  if (expanding === 0) return maxBytes;
  if (expanding === 1) return Math.min(maxBytes, growthLimit(stream));
  return Math.min(maxBytes, Math.max(CHAIN_BYTES, CHAIN_RATIO * stream.contents.length));
}

/** Limits that a stream's output was found to exceed, to avoid decoding it again. */
const knownTooLarge = new WeakMap<PDFRawStream, number>();

/** Decoded bytes with further results of decoding. */
interface Undone {
  readonly decoded: Decoded;
  /** The chain that was undone. */
  readonly steps: readonly FilterStep[];
}

/**
 * Undoes the byte filters (Flate, Brotli, LZW, ASCII85, ASCIIHex, RunLength) and their predictors. Without
 * filters the bytes are a view into the file and must not be changed.
 * @param maxBytes maximum output of each step; `too-large` otherwise
 * @param sizeHint expected size of the result, if known
 * @throws PdfError `limit_exceeded` when the total for the document's streams exceeds its limit
 */
export function decodeStream(stream: PDFRawStream, maxBytes: number, sizeHint = 0): Decoded {
  return undoFilters(stream, maxBytes, sizeHint, false).decoded;
}

export type Unpredicted = Exclude<Decoded, { readonly kind: 'bytes' }> | PredictedBytes;

export interface PredictedBytes {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
  readonly damaged: boolean;
  /** `/DecodeParms` of the predictor still applied to `bytes`; null if there is none. */
  readonly predictor: PDFDict | null;
}

/** Like `decodeStream`, but keeps the predictor of the last filter: these bytes can be deflated again. */
export function decodeKeepingPredictor(stream: PDFRawStream, maxBytes: number): Unpredicted {
  const { decoded, steps } = undoFilters(stream, maxBytes, 0, true);
  if (decoded.kind !== 'bytes') return decoded;
  const last = steps.at(-1);
  const isPredicted = last !== undefined && hasPredictor(last);
  return { ...decoded, predictor: isPredicted ? last.params : null };
}

/**
 * Returns the first bytes of `decodeStream` for sound data, to distinguish streams that are expensive to
 * decode. Null if unavailable; shorter if the stream is.
 */
export function decodedHead(stream: PDFRawStream, bytes: number): Uint8Array | null {
  let head = stream.contents;
  const steps = filterSteps(stream.dict);
  if (steps === null) return null;
  for (const step of steps) {
    if (step.name === 'Crypt') continue;
    if (IMAGE_FILTERS.has(step.name)) break;
    // No filter more than doubles the bytes needed, and a predictor at most doubles them (rows of one byte).
    const unpacked = unpack(step, head, bytes * 2 + HEAD_SPARE_BYTES, 0);
    if (unpacked === null) return null;
    spend(stream.dict.context, unpacked.bytes.length);
    const plain = withoutPredictor(step, unpacked.bytes);
    if (plain === null) return null;
    head = plain;
  }
  return head.subarray(0, bytes);
}

const HEAD_SPARE_BYTES = 4096;

const TOO_LARGE: Decoded = { kind: 'undecodable', reason: 'too-large' };

function undoFilters(
  stream: PDFRawStream,
  maxBytes: number,
  sizeHint: number,
  keepLastPredictor: boolean,
): Undone {
  const steps = filterSteps(stream.dict);
  if (steps === null) return { decoded: unknownFilter(null), steps: [] };
  const limit = chainLimit(steps, stream, maxBytes);
  if (limit <= (knownTooLarge.get(stream) ?? -1)) return { decoded: TOO_LARGE, steps };
  let bytes = stream.contents;
  let damaged = false;
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    // The loader has undone the encryption that Crypt refers to (ISO 32000-2, 7.4.10).
    if (step.name === 'Crypt') continue;
    if (IMAGE_FILTERS.has(step.name)) {
      if (!isLast) return { decoded: unknownFilter(null), steps };
      return { decoded: { kind: 'codec', bytes, filter: step, damaged }, steps };
    }
    const most = withinBudget(stream, limit);
    const unpacked = unpack(step, bytes, most, isLast ? sizeHint : 0);
    if (unpacked === null) return { decoded: unknownFilter(step.name), steps };
    spendOn(stream, unpacked.tooLarge ? most : unpacked.bytes.length);
    if (unpacked.tooLarge) {
      knownTooLarge.set(stream, limit);
      return { decoded: TOO_LARGE, steps };
    }
    damaged ||= unpacked.damaged;
    bytes = unpacked.bytes;
    if (isLast && keepLastPredictor) continue;
    const plain = withoutPredictor(step, bytes);
    if (plain === null) return { decoded: { kind: 'undecodable', reason: 'bad-params' }, steps };
    bytes = plain;
  }
  return { decoded: { kind: 'bytes', bytes, damaged }, steps };
}

function unknownFilter(filter: string | null): Decoded {
  return { kind: 'undecodable', reason: 'unknown-filter', filter };
}

function unpack(step: FilterStep, bytes: Uint8Array, maxBytes: number, sizeHint: number): Inflated | null {
  switch (step.name) {
    case 'FlateDecode':
      // A PNG predictor adds a byte per row.
      return inflate(bytes, maxBytes, step.params === null ? sizeHint : sizeHint + (sizeHint >> 3));
    case 'BrotliDecode':
      return brotliDecode(bytes, maxBytes, step.params === null ? sizeHint : sizeHint + (sizeHint >> 3));
    case 'LZWDecode':
      return lzwDecode(bytes, maxBytes, numberParam(step.params, 'EarlyChange', 1) === 0 ? 0 : 1);
    case 'ASCII85Decode':
      return ascii85Decode(bytes, maxBytes);
    case 'ASCIIHexDecode':
      return asciiHexDecode(bytes, maxBytes);
    case 'RunLengthDecode':
      return runLengthDecode(bytes, maxBytes);
    default:
      return null;
  }
}

/** Returns the filter and predictor of a stream whose only filter is FlateDecode or BrotliDecode; null for others. */
export function onlyFilter(
  dict: PDFDict,
): { readonly filter: SampleFilter; readonly predictor: PredictorParams | null } | null {
  const steps = filterSteps(dict);
  const [step] = steps ?? [];
  const filter = step === undefined || steps?.length !== 1 ? undefined : SAMPLE_FILTERS.get(step.name);
  if (step === undefined || filter === undefined) return null;
  return { filter, predictor: hasPredictor(step) ? predictorOf(step) : null };
}

const SAMPLE_FILTERS: ReadonlyMap<string, SampleFilter> = new Map([
  ['FlateDecode', 'flate'],
  ['BrotliDecode', 'brotli'],
]);

const PREDICTABLE: ReadonlySet<string> = new Set(['FlateDecode', 'BrotliDecode', 'LZWDecode']);

function hasPredictor(step: FilterStep): boolean {
  return PREDICTABLE.has(step.name) && numberParam(step.params, 'Predictor', 1) > 1;
}

function withoutPredictor(step: FilterStep, bytes: Uint8Array): Uint8Array | null {
  if (!hasPredictor(step)) return bytes;
  return undoPredictor(bytes, predictorOf(step));
}

function predictorOf({ params }: FilterStep): PredictorParams {
  return {
    predictor: numberParam(params, 'Predictor', 1),
    colors: numberParam(params, 'Colors', 1),
    bitsPerComponent: numberParam(params, 'BitsPerComponent', 8),
    columns: numberParam(params, 'Columns', 1),
  };
}

function numberParam(params: PDFDict | null, key: string, fallback: number): number {
  const value = params?.lookup(PDFName.of(key));
  return value instanceof PDFNumber ? value.asNumber() : fallback;
}
