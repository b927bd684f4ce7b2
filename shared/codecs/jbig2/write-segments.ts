import { joinedBytes } from '../../lists.ts';
import { type AdaptivePixel, nominalPixels, type RowPrediction, type TemplateId } from './generic-region.ts';
import type { CodedDictionary, CodedText } from './symbol-coding.ts';

/** Writes the segments of an embedded JBIG2 stream (ITU-T T.88, 7.2 to 7.4): on page 1, or globals. */

const SYMBOL_DICTIONARY = 0;
const IMMEDIATE_TEXT_REGION = 6;
const IMMEDIATE_GENERIC_REGION = 38;
const PAGE_INFORMATION = 48;

interface Size {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A rectangle of the page as one generic region. */
export interface GenericRegion extends Size {
  /** Rows of the page above it; it begins at the left edge. */
  readonly top: number;
  readonly template: TemplateId;
  readonly adaptive: readonly AdaptivePixel[];
  readonly prediction: RowPrediction;
  readonly data: Uint8Array;
}

/** Flag of a generic region (7.4.6.2): TPGDON. */
const TYPICAL = 0x08;

/** 7.4.8: size, resolution unknown, lossless, white, pixels combined with OR, one stripe. */
export function pageInformation({ width, height }: Size, number = 0): Uint8Array {
  const data = [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0), 0x01, 0, 0];
  return segment({ number, type: PAGE_INFORMATION }, [new Uint8Array(data)]);
}

/** 7.4.6.2 to 7.4.6.4: template, prediction, adaptive pixels, data. */
export function genericRegion(number: number, region: GenericRegion): Uint8Array {
  const flags = (region.template << 1) | (region.prediction === 'typical' ? TYPICAL : 0);
  const head = [...place(region, region.top), flags, ...coordinates(region.adaptive)];
  return segment({ number, type: IMMEDIATE_GENERIC_REGION }, [new Uint8Array(head), region.data]);
}

/**
 * 7.4.2: arithmetic coding, no refinement; all symbols are new and exported.
 * @param page 0 for globals (7.2.6)
 */
export function symbolDictionary(
  number: number,
  { template, symbolCount, data }: CodedDictionary,
  page: 0 | 1 = 1,
): Uint8Array {
  const flags = template << 10;
  const counts = [...uint32(symbolCount), ...uint32(symbolCount)];
  const head = [...uint16(flags), ...coordinates(nominalPixels(template)), ...counts];
  return segment({ number, type: SYMBOL_DICTIONARY, page }, [new Uint8Array(head), data]);
}

/** 7.4.3: arithmetic coding, strips of one row, lower left corners, OR; the symbols of the dictionaries, in order. */
export function textRegion(
  number: number,
  dictionaries: readonly number[],
  page: Size,
  { refined, instanceCount, data }: CodedText,
): Uint8Array {
  const flags = refined ? 0x02 : 0;
  const adaptive = refined ? coordinates(NOMINAL_REFINEMENT_PIXELS) : [];
  const head = [...place(page, 0), ...uint16(flags), ...adaptive, ...uint32(instanceCount)];
  const to = { number, type: IMMEDIATE_TEXT_REGION, refersTo: dictionaries };
  return segment(to, [new Uint8Array(head), data]);
}

/** Figure 12: in the coded bitmap and in the reference. */
const NOMINAL_REFINEMENT_PIXELS: readonly AdaptivePixel[] = [
  { dx: -1, dy: -1 },
  { dx: -1, dy: -1 },
];

/** 7.4.1: position of the region, combined with OR. */
function place({ width, height }: Size, top: number): number[] {
  return [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(top), 0];
}

function coordinates(adaptive: readonly AdaptivePixel[]): number[] {
  return adaptive.flatMap(({ dx, dy }) => [dx, dy]);
}

interface SegmentHead {
  readonly number: number;
  readonly type: number;
  /** At most four. */
  readonly refersTo?: readonly number[];
  readonly page?: 0 | 1;
}

/** 7.2: numbers are below 256, so referred-to segments take one byte each. */
function segment(
  { number, type, refersTo = [], page = 1 }: SegmentHead,
  parts: readonly Uint8Array[],
): Uint8Array {
  const dataBytes = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [...uint32(number), type, refersTo.length << 5, ...refersTo, page, ...uint32(dataBytes)];
  return joinedBytes([new Uint8Array(head), ...parts]);
}

function uint16(value: number): readonly [number, number] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

function uint32(value: number): readonly [number, number, number, number] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}
