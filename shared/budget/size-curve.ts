import {
  MIN_SEARCHED_BYTES,
  MIN_SEPARABLE_DPI,
  SHARPNESSES,
  SHEET_INCHES,
} from '../passes/images/sharpness-axis.ts';
import type { CompressReport, ImageReport, Sharpness } from '../report.ts';

/** Codecs that the size search leaves unchanged. */
const STAYING: ReadonlySet<string> = new Set([
  'jbig2',
  'ccitt',
  'jpx',
  'flate',
  'brotli',
  'raw',
  'lzw',
  'runlength',
]);

/** Point of the options themselves; the points of the sharpness axis follow. */
export const FIRST = 0;
export const LAST = SHARPNESSES.length;

/**
 * Predicted size of a file at each point from sharp to soft. The prediction comes from the first run's report
 * (bytes, pixels and resolution of every image) and is corrected by the sizes of later runs.
 */
export class SizeCurve {
  readonly #guesses: readonly number[];
  /** Measured bytes by point, unordered. */
  readonly #known = new Map<number, number>();
  #floor: number | null = null;
  #reached: number | null = null;
  #mayBeSeparated: boolean;

  constructor(report: CompressReport) {
    this.#mayBeSeparated = hasScanToSeparate(report);
    this.#guesses = Array.from({ length: LAST + 1 }, (_, point) => guessAt(report, point));
    this.#known.set(FIRST, report.outputSize);
  }

  /** Adds the measured size of a run with a target, at the sharpness that its images had. */
  learn(report: CompressReport): void {
    const { target, outputSize } = report;
    this.#mayBeSeparated = false;
    if (target?.missed?.minSize !== undefined) {
      this.#floor = target.missed.minSize;
      this.#known.set(LAST, this.#floor);
    } else if (target?.applied !== undefined || target?.chosen === 'mrc') {
      this.#reached = target.applied === undefined ? FIRST + 1 : pointOf(target.applied);
      this.#known.set(this.#reached, outputSize);
    }
  }

  /**
   * True if text of scans may be separated for a size (`mrc: fit`) and no run has tried that. Predictions are for softer
   * images alone.
   */
  get mayBeSeparated(): boolean {
    return this.#mayBeSeparated;
  }

  /** Point of the last run with a target; null before. */
  get reached(): number | null {
    return this.#reached;
  }

  /** Predicted bytes at a point, at least the measured minimum. */
  at(point: number): number {
    return Math.max(this.#floor ?? 0, this.#bent(point));
  }

  /** True if softer images would save almost nothing. */
  get isFlat(): boolean {
    return this.at(LAST) >= this.at(FIRST) * 0.995;
  }

  #bent(point: number): number {
    const known = this.#known.get(point);
    if (known !== undefined) return known;
    let [before, after] = [FIRST, LAST + 1];
    for (const each of this.#known.keys()) {
      if (each < point && each > before) before = each;
      if (each > point && each < after) after = each;
    }
    const start = this.#known.get(before) ?? 0;
    const guess = this.#guesses[point]!;
    const end = this.#known.get(after);
    if (end === undefined) return (start * guess) / Math.max(1, this.#guesses[before]!);
    const fall = this.#guesses[before]! - this.#guesses[after]!;
    const share = fall > 0 ? (guess - this.#guesses[after]!) / fall : 0;
    return end + (start - end) * share;
  }
}

function hasScanToSeparate({ options, images }: CompressReport): boolean {
  return (
    options.mrc === 'fit' &&
    images.some(
      ({ codec, dpi }) => !STAYING.has(codec) && dpi !== undefined && dpi.before >= MIN_SEPARABLE_DPI,
    )
  );
}

/** Returns the first point that is not sharper. */
function pointOf({ quality, dpi }: Sharpness): number {
  const at = SHARPNESSES.findIndex((each) => each.quality <= quality && each.dpi <= dpi);
  return at < 0 ? LAST : at + 1;
}

function guessAt(report: CompressReport, point: number): number {
  if (report.unchanged || point === FIRST) return report.outputSize;
  const sharpness = SHARPNESSES[point - 1]!;
  return report.images.reduce((bytes, image) => {
    const now = image.outcome.kind === 'replaced' ? image.outcome.size : image.size;
    return bytes - now + now * shareAt(sharpness, image, report);
  }, report.outputSize);
}

/** Share of its bytes that an image keeps at that sharpness, by its pixels and quality. */
function shareAt(sharpness: Sharpness, image: ImageReport, { options }: CompressReport): number {
  const { outcome, softMask, dpi } = image;
  const now = outcome.kind === 'replaced' ? outcome : image;
  if (now.size < MIN_SEARCHED_BYTES || softMask || STAYING.has(now.codec)) return 1;
  const own = dpi?.after ?? Math.max(now.width, now.height) / SHEET_INCHES;
  // If the drawn size is unknown, a minimum resolution keeps all pixels.
  const least = dpi === undefined && options.minDpi > 0 ? own : options.minDpi;
  const scale = Math.min(1, Math.max(sharpness.dpi, least) / Math.max(1, own));
  // Fewer pixels carry more detail each: about the power of 3/4.
  const bySize = (scale * scale) ** 0.75;
  return (
    bySize * (bytesAtQuality(Math.min(sharpness.quality, options.quality)) / bytesAtQuality(options.quality))
  );
}

/** Relative bytes by quality, averaged over photographs, scans and slides. */
function bytesAtQuality(quality: number): number {
  return 30 + (quality * quality) / 75;
}
