import { brotliDecode } from '../../codecs/brotli/decode.ts';
import { inflate } from '../../codecs/flate/inflate.ts';
import type { Inflated } from '../../codecs/flate/inflated.ts';
import type { PredictorParams } from '../../codecs/flate/predictor-params.ts';
import type { SampleFilter } from '../../codecs/flate/sample-packing.ts';
import { PdfError } from '../../errors.ts';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '../objects.ts';
import { ascii85Decode, asciiHexDecode, lzwDecode, runLengthDecode } from './byte-filters.ts';
import { undoPredictor } from './predictor.ts';

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
  /** Byte filters are undone; what is left is packed by an image codec (DCTDecode, JPXDecode, …). */
  | {
      readonly kind: 'codec';
      readonly bytes: Uint8Array;
      readonly filter: FilterStep;
      readonly damaged: boolean;
    }
  | {
      readonly kind: 'undecodable';
      readonly reason: 'unknown-filter';
      /** Its name as the file has it; null where the chain is no list of names, or known filters stand in a wrong order. */
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

/** Filters that work on bytes whatever they mean: undone and redone without touching the content. */
export const BYTE_FILTERS: ReadonlySet<string> = new Set([
  'FlateDecode',
  'BrotliDecode',
  'LZWDecode',
  'ASCII85Decode',
  'ASCIIHexDecode',
  'RunLengthDecode',
]);

/** Filters whose output is pixels; only the last filter of a chain can be one. */
export const IMAGE_FILTERS: ReadonlySet<string> = new Set([
  'DCTDecode',
  'JPXDecode',
  'JBIG2Decode',
  'CCITTFaxDecode',
]);

const MAX_FILTERS = 16;

/** The filter chain of a stream dictionary, outermost first; null when it is not understood. */
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
  // One dictionary beside an array of filters belongs to the first; readers agree.
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

/** Filters whose output may be many times their input. */
const EXPANDING_FILTERS: ReadonlySet<string> = new Set([
  'FlateDecode',
  'BrotliDecode',
  'LZWDecode',
  'RunLengthDecode',
]);

/** What two expanding filters in a row may make of few bytes, and of each byte: no writer packs what packs so well twice. */
const CHAIN_BYTES = 8 * 1024 * 1024;
const CHAIN_RATIO = 256;

/** The most that any step of this chain may unpack to. */
function chainLimit(steps: readonly FilterStep[], storedBytes: number, maxBytes: number): number {
  const expanding = steps.filter(({ name }) => EXPANDING_FILTERS.has(name)).length;
  return expanding < 2 ? maxBytes : Math.min(maxBytes, Math.max(CHAIN_BYTES, CHAIN_RATIO * storedBytes));
}

/** The limits beyond which streams were found to unpack: nobody need try again. */
const knownTooLarge = new WeakMap<PDFRawStream, number>();

interface DecodeBudget {
  readonly allowed: number;
  left: number;
}

const budgets = new WeakMap<PDFContext, DecodeBudget>();

/** From now on the streams of this document may unpack to `totalBytes` in all; each time one is decoded counts. */
export function limitDecoding(context: PDFContext, totalBytes: number): void {
  budgets.set(context, { allowed: totalBytes, left: totalBytes });
}

/** @throws PdfError `limit_exceeded`, as whoever decodes a stream elsewhere must be told too */
export function spend(context: PDFContext, bytes: number): void {
  const budget = budgets.get(context);
  if (budget === undefined) return;
  budget.left -= bytes;
  if (budget.left < 0)
    throw new PdfError({ code: 'limit_exceeded', limit: 'totalBytes', allowed: budget.allowed });
}

/** One more than is left: what reaches it breaks the limit, and nothing larger is made to find that out. */
function withinBudget(context: PDFContext, maxBytes: number): number {
  const budget = budgets.get(context);
  return budget === undefined ? maxBytes : Math.min(maxBytes, budget.left + 1);
}

/** What a reader of a stream may want besides its bytes. */
interface Undone {
  readonly decoded: Decoded;
  /** The chain that was undone. */
  readonly steps: readonly FilterStep[];
}

/**
 * Undoes the byte filters (Flate, Brotli, LZW, ASCII85, ASCIIHex, RunLength) and their predictors. Without filters the bytes
 * are a view into the file: they must not be changed.
 *
 * @param maxBytes no step may unpack to more; `too-large` otherwise
 * @param sizeHint bytes expected in the end, when known
 * @throws PdfError `limit_exceeded` when all streams of the document together unpacked to more than they may
 */
export function decodeStream(stream: PDFRawStream, maxBytes: number, sizeHint = 0): Decoded {
  return undoFilters(stream, maxBytes, sizeHint, false).decoded;
}

export type Unpredicted = Exclude<Decoded, { readonly kind: 'bytes' }> | PredictedBytes;

export interface PredictedBytes {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
  readonly damaged: boolean;
  /** The `/DecodeParms` under which `bytes` are still predicted; null when they are plain. */
  readonly predictor: PDFDict | null;
}

/** Like `decodeStream`, but the predictor of the last filter is left on: these are the bytes to deflate again. */
export function decodeKeepingPredictor(stream: PDFRawStream, maxBytes: number): Unpredicted {
  const { decoded, steps } = undoFilters(stream, maxBytes, 0, true);
  if (decoded.kind !== 'bytes') return decoded;
  const last = steps.at(-1);
  const isPredicted = last !== undefined && hasPredictor(last);
  return { ...decoded, predictor: isPredicted ? last.params : null };
}

/**
 * The first bytes of what `decodeStream` would give of sound data, for telling streams apart that cost much to unpack; null where
 * they cannot be had. Fewer than asked for where there are no more.
 */
export function decodedHead(stream: PDFRawStream, bytes: number): Uint8Array | null {
  let head = stream.contents;
  const steps = filterSteps(stream.dict);
  if (steps === null) return null;
  for (const step of steps) {
    if (step.name === 'Crypt') continue;
    if (IMAGE_FILTERS.has(step.name)) break;
    // No filter makes twice as much of anything, and a predictor at most doubles it (rows of one byte).
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
  const { context } = stream.dict;
  const limit = chainLimit(steps, stream.contents.length, maxBytes);
  if (limit <= (knownTooLarge.get(stream) ?? -1)) return { decoded: TOO_LARGE, steps };
  let bytes = stream.contents;
  let damaged = false;
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    // The loader has undone the encryption that Crypt names (ISO 32000-2, 7.4.10).
    if (step.name === 'Crypt') continue;
    if (IMAGE_FILTERS.has(step.name)) {
      if (!isLast) return { decoded: unknownFilter(null), steps };
      return { decoded: { kind: 'codec', bytes, filter: step, damaged }, steps };
    }
    const unpacked = unpack(step, bytes, withinBudget(context, limit), isLast ? sizeHint : 0);
    if (unpacked === null) return { decoded: unknownFilter(step.name), steps };
    spend(context, unpacked.bytes.length);
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

/** What a stream has been through whose only filter is FlateDecode or BrotliDecode; null where it has other filters. */
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
