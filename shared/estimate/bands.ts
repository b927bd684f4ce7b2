import { isContinuous } from '../image-jobs/samples-job.ts';
import type { RecodeJob } from '../image-jobs/types.ts';
import { unpackedJob } from '../passes/images/unpacked-job.ts';

/** Part of an image that stands for all of it. */
export interface Bands {
  readonly job: RecodeJob;
  /** Rows of the image for each row of the bands. */
  readonly times: number;
}

/** Bands pay where they save more than the first two trials of all rows. */
const MIN_PIXELS = 1_000_000;
const BAND_ROWS = 8;
/** Pixels of all bands together. */
const BANDS_PIXELS = 400_000;
const MIN_BANDS = 24;

/**
 * Returns bands of a large photograph in evenly spread rows, which deflate to about its share of bytes. Null for any
 * other image: bands of drawings differ too much.
 *
 * @param job lossless, with its samples still encoded
 */
export function bandsOf(job: RecodeJob): Bands | null {
  if (job.width * job.height < MIN_PIXELS || !isPlainPhoto(job)) return null;
  const unpacked = unpackedJob(job).job;
  if (unpacked.kind !== 'recode' || unpacked.source.kind !== 'samples') return null;
  const { space, width, height, source } = unpacked;
  if (space.kind !== 'rgb' && space.kind !== 'gray') return null;
  const channels = space.kind === 'rgb' && space.isGray !== true ? 3 : 1;
  const stride = width * channels;
  if (source.rows.length < stride * height) return null;
  const samples = source.rows.subarray(0, stride * height);
  if (!isContinuous({ width, height, channels, samples })) return null;
  const count = Math.max(MIN_BANDS, Math.round(BANDS_PIXELS / (width * BAND_ROWS)));
  const rows = count * BAND_ROWS;
  if (2 * rows > height) return null;
  const bands = new Uint8Array(rows * stride);
  for (let band = 0; band < count; band += 1) {
    const first = Math.round(((height - BAND_ROWS) * band) / (count - 1));
    bands.set(samples.subarray(first * stride, (first + BAND_ROWS) * stride), band * BAND_ROWS * stride);
  }
  const times = height / rows;
  return {
    job: {
      ...unpacked,
      height: rows,
      target: { width, height: rows },
      source: { kind: 'samples', rows: bands },
      storedBytes: Math.ceil(job.storedBytes / times),
    },
    times,
  };
}

/** Opaque 8-bit gray or RGB without anything that depends on other images. */
function isPlainPhoto({ bits, space, source, role, alpha, matte, refusal, gray }: RecodeJob): boolean {
  const isPlain = role === 'picture' && alpha === null && matte === null && refusal === null && gray === null;
  return (
    isPlain && bits === 8 && source.kind === 'samples' && (space.kind === 'rgb' || space.kind === 'gray')
  );
}
