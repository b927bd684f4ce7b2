import type { DeferredEncoding } from '../deferred-encoding.ts';
import { deflate, deflateRows } from './deflate.ts';
import { filterRows, type RowFilter } from './png-filter.ts';
import { PREDICTOR_ENTRY_BYTES } from './predictor-params.ts';

/** Samples of a PDF image: rows padded to whole bytes, high-order bit first (ISO 32000-2, 8.9.5.2). */
export interface PackedSamples {
  readonly width: number;
  readonly height: number;
  /** Interleaved components per sample. */
  readonly colors: number;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** `height` rows of `rowBytes` each. */
  readonly rows: Uint8Array;
}

export interface FlateImage {
  /** zlib data. */
  readonly bytes: Uint8Array;
  /** True if the rows are PNG-filtered: `/Predictor 15` with the image's own colors, bits and columns. */
  readonly filtered: boolean;
}

export function rowBytes({ width, colors, bits }: Pick<PackedSamples, 'width' | 'colors' | 'bits'>): number {
  return Math.ceil((width * colors * bits) / 8);
}

/** Level for comparing filters: the order of sizes is nearly always the final one. */
const FILTER_TRIAL_LEVEL = 3;
const FULL_TRIALS_UP_TO_BYTES = 1_000_000;
const WHOLE_SIZE_UP_TO_BYTES = 16 * 1024 * 1024;

/** Typical final size relative to a draft's `about`, at best. */
export const FINISHED_SHARE = 0.65;

/**
 * Returns the smallest FlateDecode data with no predictor or a PNG filter, at libdeflate's strongest
 * worthwhile level. Exact. Equal to oxipng's level 1, so no PNG optimizer is needed (measured on charts,
 * screenshots, photos).
 */
export function encodeFlate(samples: PackedSamples): FlateImage {
  return draftFlate(samples).finish();
}

/**
 * Like encodeFlate() in two steps, for when another encoding may win.
 * @param filters to try besides none
 */
export function draftFlate(
  samples: PackedSamples,
  filters: readonly RowFilter[] = filtersOf(samples),
): DeferredEncoding<FlateImage> {
  const { rows, colors, bits } = samples;
  const width = rowBytes(samples);
  const pixelBytes = Math.max(1, (colors * bits) >> 3);
  const probe = probeRows(rows, width);

  let best: { filter: RowFilter | null; size: number } = {
    filter: null,
    size: deflate(probe, FILTER_TRIAL_LEVEL).length,
  };
  for (const filter of filters) {
    const size = deflate(filterRows(probe, width, pixelBytes, filter), FILTER_TRIAL_LEVEL).length;
    if (size + PREDICTOR_ENTRY_BYTES < best.size) best = { filter, size };
  }
  if (best.filter !== null && isFlat(rows, best.size)) {
    const filtered = filterRows(rows, width, pixelBytes, best.filter);
    if (deflateRows(rows).length <= deflateRows(filtered).length + PREDICTOR_ENTRY_BYTES)
      best = { filter: null, size: best.size };
  }
  const { filter, size } = best;
  const prepared = filter === null ? rows : filterRows(rows, width, pixelBytes, filter);
  let about = probe === rows ? size : null;
  return {
    get about() {
      about ??= sizeAbout(prepared, filter === null ? width : width + 1);
      return about;
    },
    finish: () => ({ bytes: deflateRows(prepared), filtered: filter !== null }),
  };
}

/** Trial results below this are too small for a reliable order. */
const MISLEADING_BYTES = 4096;

/** Returns whether all rows were tried and the result is so small that both ways can be finished. */
function isFlat(rows: Uint8Array, size: number): boolean {
  return rows.length <= FULL_TRIALS_UP_TO_BYTES && size < MISLEADING_BYTES;
}

/** Filters work on whole bytes: below 8 bits, neighboring bytes are hardly related. */
function filtersOf({ bits }: PackedSamples): readonly RowFilter[] {
  return bits < 8 ? ['up'] : ['sub', 'up', 'adaptive'];
}

/** All rows of smaller images; four bands of larger ones, enough to compare filters. */
function probeRows(rows: Uint8Array, width: number): Uint8Array {
  return rows.length <= FULL_TRIALS_UP_TO_BYTES ? rows : bandsOf(rows, width, 4, FULL_TRIALS_UP_TO_BYTES);
}

/** Four bands do not represent the size of the rest: uses all rows, or many bands of the largest images. */
function sizeAbout(rows: Uint8Array, width: number): number {
  if (rows.length <= WHOLE_SIZE_UP_TO_BYTES) return deflate(rows, FILTER_TRIAL_LEVEL).length;
  const bands = bandsOf(rows, width, 64, WHOLE_SIZE_UP_TO_BYTES / 2);
  return Math.round((deflate(bands, FILTER_TRIAL_LEVEL).length * rows.length) / bands.length);
}

/** Bands of rows spread over the height, `bytes` in total. */
function bandsOf(rows: Uint8Array, width: number, count: number, bytes: number): Uint8Array {
  const height = Math.floor(rows.length / width);
  const bandRows = Math.max(1, Math.floor(bytes / count / width));
  const bands = new Uint8Array(bandRows * count * width);
  for (let band = 0; band < count; band += 1) {
    const first = Math.floor(((height - bandRows) * band) / (count - 1));
    bands.set(rows.subarray(first * width, (first + bandRows) * width), band * bandRows * width);
  }
  return bands;
}

/** Rounds 16-bit samples, high-order byte first, to 8 bits. */
export function eightOfSixteenBits(rows: Uint8Array): Uint8Array {
  const samples = new Uint8Array(rows.length >> 1);
  for (let to = 0; to < samples.length; to += 1) {
    samples[to] = Math.round(((rows[to * 2]! << 8) | rows[to * 2 + 1]!) / 257);
  }
  return samples;
}
