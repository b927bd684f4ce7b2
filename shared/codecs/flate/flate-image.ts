import type { DeferredEncoding } from '../deferred-encoding.ts';
import { deflate, deflateRows } from './deflate.ts';
import { filterRows, type RowFilter } from './png-filter.ts';
import { PREDICTOR_ENTRY_BYTES } from './predictor-params.ts';

/** Samples as a PDF image stores them: rows padded to whole bytes, high-order bit first (ISO 32000-2, 8.9.5.2). */
export interface PackedSamples {
  readonly width: number;
  readonly height: number;
  /** Interleaved components per sample. */
  readonly colors: number;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** height rows of `rowBytes` each. */
  readonly rows: Uint8Array;
}

export interface FlateImage {
  /** zlib data. */
  readonly bytes: Uint8Array;
  /** True when the rows are PNG-filtered: `/Predictor 15` with the image's own colours, bits and columns. */
  readonly filtered: boolean;
}

/** Bytes of one row. */
export function rowBytes({ width, colors, bits }: Pick<PackedSamples, 'width' | 'colors' | 'bits'>): number {
  return Math.ceil((width * colors * bits) / 8);
}

/** Level for finding out which filter is best: its order of sizes is nearly always the final one. */
const FILTER_TRIAL_LEVEL = 3;
const FULL_TRIALS_UP_TO_BYTES = 1_000_000;
const WHOLE_SIZE_UP_TO_BYTES = 16 * 1024 * 1024;

/** What the end of a draft is of its `about`, at best. */
export const FINISHED_SHARE = 0.65;

/**
 * The smallest FlateDecode data among no predictor and the PNG filters, at libdeflate's strongest level that is
 * worth its time. Exact. Its bytes are those of oxipng's level 1, so no PNG optimiser is needed (measured on charts,
 * screenshots, photos).
 */
export function encodeFlate(samples: PackedSamples): FlateImage {
  return draftFlate(samples).finish();
}

/**
 * The same in two steps, for when another encoding may win.
 *
 * @param filters that are tried beside none
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

/** Of a trial: so few that the stronger level often turns its order round. */
const MISLEADING_BYTES = 4096;

/** All of the rows were tried, and come to so little that both ways can be finished. */
function isFlat(rows: Uint8Array, size: number): boolean {
  return rows.length <= FULL_TRIALS_UP_TO_BYTES && size < MISLEADING_BYTES;
}

/** Filters work on whole bytes: with less than 8 bits neighbouring bytes say little about each other. */
function filtersOf({ bits }: PackedSamples): readonly RowFilter[] {
  return bits < 8 ? ['up'] : ['sub', 'up', 'adaptive'];
}

/** Of smaller images all rows; of larger ones four bands, which show which filter is best. */
function probeRows(rows: Uint8Array, width: number): Uint8Array {
  return rows.length <= FULL_TRIALS_UP_TO_BYTES ? rows : bandsOf(rows, width, 4, FULL_TRIALS_UP_TO_BYTES);
}

/** Four bands do not show how much there is between them: all rows but of the largest images, and of those many bands. */
function sizeAbout(rows: Uint8Array, width: number): number {
  if (rows.length <= WHOLE_SIZE_UP_TO_BYTES) return deflate(rows, FILTER_TRIAL_LEVEL).length;
  const bands = bandsOf(rows, width, 64, WHOLE_SIZE_UP_TO_BYTES / 2);
  return Math.round((deflate(bands, FILTER_TRIAL_LEVEL).length * rows.length) / bands.length);
}

/** Bands of rows spread over the height, of so many bytes together. */
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

/** Samples of 16 bits, high-order byte first, as the nearest of 8. */
export function eightOfSixteenBits(rows: Uint8Array): Uint8Array {
  const samples = new Uint8Array(rows.length >> 1);
  for (let to = 0; to < samples.length; to += 1) {
    samples[to] = Math.round(((rows[to * 2] << 8) | rows[to * 2 + 1]) / 257);
  }
  return samples;
}
