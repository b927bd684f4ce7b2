import type { Bitmap } from './bitmap.ts';
import {
  type AdaptivePixel,
  encodeRows,
  nominalPixels,
  type PaddedRows,
  padRows,
  type TemplateId,
} from './jbig2-encode-region.ts';
import { findAdaptivePixels } from './jbig2-encode-search.ts';

/**
 * Lossless JBIG2 (ITU-T T.88): the whole bitmap as one generic region. No symbol dictionary: matching letters that
 * only look alike would change the picture.
 */

/** Coded data shorter than this does not fill the 65,536 contexts of template 0: a smaller template may win. */
const SMALL_BYTES = 16_384;
/** Pixels per coded byte: a small picture that does not even reach this is likely a halftone. */
const HALFTONE_PIXELS_PER_BYTE = 100;

interface CodedRegion {
  readonly template: TemplateId;
  readonly adaptive: readonly AdaptivePixel[];
  readonly data: Uint8Array;
}

/**
 * The embedded stream for JBIG2Decode (ISO 32000-1, 7.4.7): page information and generic region, no file header, no
 * end-of-page segment, no globals. Width and height must be 1 or more.
 */
export function encodeJbig2(bitmap: Bitmap): Uint8Array<ArrayBuffer> {
  if (bitmap.width < 1 || bitmap.height < 1) throw new RangeError('a JBIG2 page has at least one pixel');
  const rows = padRows(bitmap);
  const region = smallest(candidates(rows));
  return concat([pageInformation(bitmap), regionSegment(bitmap, region)]);
}

function* candidates(rows: PaddedRows): Generator<CodedRegion> {
  const nominal = codeRegion(rows, 0, nominalPixels(0));
  yield nominal;

  const codedBytes = nominal.data.length;
  if (codedBytes < SMALL_BYTES) {
    for (const template of [1, 2, 3] as const) yield codeRegion(rows, template, nominalPixels(template));
  }
  if (codedBytes >= SMALL_BYTES || codedBytes * HALFTONE_PIXELS_PER_BYTE > rows.width * rows.height) {
    const adaptive = findAdaptivePixels(rows);
    if (!samePixels(adaptive, nominal.adaptive)) yield codeRegion(rows, 0, adaptive);
  }
}

function codeRegion(rows: PaddedRows, template: TemplateId, adaptive: readonly AdaptivePixel[]): CodedRegion {
  const data = encodeRows(rows, { from: 0, to: rows.height }, template, adaptive);
  return { template, adaptive, data };
}

/** The first of the smallest: header sizes count too, for templates 1 to 3 name one adaptive pixel instead of four. */
function smallest(regions: Iterable<CodedRegion>): CodedRegion {
  let best: CodedRegion | null = null;
  for (const region of regions) if (best === null || totalBytes(region) < totalBytes(best)) best = region;
  return best!;
}

function totalBytes({ data, adaptive }: CodedRegion): number {
  return data.length + adaptive.length * 2;
}

function samePixels(a: readonly AdaptivePixel[], b: readonly AdaptivePixel[]): boolean {
  return a.every(({ dx, dy }, index) => dx === b[index]!.dx && dy === b[index]!.dy);
}

const PAGE_INFORMATION = 48;
const IMMEDIATE_GENERIC_REGION = 38;

/** 7.4.8: size, resolution unknown, lossless, white, pixels combined with OR, one stripe. */
function pageInformation({ width, height }: Bitmap): Uint8Array {
  const data = [...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0), 0x01, 0, 0];
  return concat([segmentHeader(0, PAGE_INFORMATION, data.length), new Uint8Array(data)]);
}

/** 7.4.1 (where it lies: all of the page) and 7.4.6.2 to 7.4.6.4 (template, adaptive pixels, data). */
function regionSegment({ width, height }: Bitmap, { template, adaptive, data }: CodedRegion): Uint8Array {
  const head = new Uint8Array([
    ...[...uint32(width), ...uint32(height), ...uint32(0), ...uint32(0), 0],
    template << 1,
    ...adaptive.flatMap(({ dx, dy }) => [dx, dy]),
  ]);
  return concat([segmentHeader(1, IMMEDIATE_GENERIC_REGION, head.length + data.length), head, data]);
}

/** 7.2: no referred-to segments, on page 1 as PDF demands. */
function segmentHeader(segment: number, type: number, dataBytes: number): Uint8Array {
  return new Uint8Array([...uint32(segment), type, 0, 1, ...uint32(dataBytes)]);
}

function uint32(value: number): readonly [number, number, number, number] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    out.set(part, position);
    position += part.length;
  }
  return out;
}
