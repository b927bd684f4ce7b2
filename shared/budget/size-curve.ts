import { SHARPNESSES } from '../passes/images/sharpness-axis.ts';
import type { CompressReport, ImageReport, Sharpness } from '../report.ts';

/** Images of fewer bytes stay as they are, as in the search for the size of one file. */
const WORTH_BYTES = 1024;
/** Forms that a search for a size leaves alone. */
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
/** How an image whose drawn size is not known is counted: as long as a sheet of Letter paper. */
const SHEET_INCHES = 11;

/** What the options give by themselves; behind it lie the points of the sharpness axis. */
export const FIRST = 0;
export const LAST = SHARPNESSES.length;

/**
 * What a file weighs at each point from sharp to small: guessed from the report of its first run, which has every image
 * with its bytes, pixels and resolution, and bent to what later runs weighed.
 */
export class SizeCurve {
  readonly #guesses: readonly number[];
  /** Bytes of points that were weighed, in no order. */
  readonly #known = new Map<number, number>();
  #floor: number | null = null;
  #reached: number | null = null;

  constructor(report: CompressReport) {
    this.#guesses = Array.from({ length: LAST + 1 }, (_, point) => guessAt(report, point));
    this.#known.set(FIRST, report.outputSize);
  }

  /** A run within a size weighed so much, at what its images reached. */
  learn(report: CompressReport): void {
    const { target, outputSize } = report;
    if (target?.missed?.minSize !== undefined) this.#floor = target.missed.minSize;
    else if (target?.applied !== undefined) {
      this.#reached = pointOf(target.applied);
      this.#known.set(this.#reached, outputSize);
    }
  }

  /** Where the last run within a size came to; null while there was none. */
  get reached(): number | null {
    return this.#reached;
  }

  /** Bytes at a point, never less than what was found to be the least. */
  at(point: number): number {
    return Math.max(this.#floor ?? 0, this.#bent(point));
  }

  /** A softer picture would change nothing. */
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
    const guess = this.#guesses[point];
    const end = this.#known.get(after);
    if (end === undefined) return (start * guess) / Math.max(1, this.#guesses[before]);
    const fall = this.#guesses[before] - this.#guesses[after];
    const share = fall > 0 ? (guess - this.#guesses[after]) / fall : 0;
    return end + (start - end) * share;
  }
}

/** The first point that is no sharper. */
function pointOf({ quality, dpi }: Sharpness): number {
  const at = SHARPNESSES.findIndex((each) => each.quality <= quality && each.dpi <= dpi);
  return at < 0 ? LAST : at + 1;
}

function guessAt(report: CompressReport, point: number): number {
  if (report.unchanged || point === FIRST) return report.outputSize;
  const sharpness = SHARPNESSES[point - 1];
  return report.images.reduce((bytes, image) => {
    const now = image.outcome.kind === 'replaced' ? image.outcome.size : image.size;
    return bytes - now + now * shareAt(sharpness, image, report);
  }, report.outputSize);
}

/** Of its bytes, what an image keeps there: by its pixels and its quality. */
function shareAt(sharpness: Sharpness, image: ImageReport, { options }: CompressReport): number {
  const { outcome, softMask, dpi } = image;
  const now = outcome.kind === 'replaced' ? outcome : image;
  if (now.size < WORTH_BYTES || softMask || STAYING.has(now.codec)) return 1;
  const own = dpi?.after ?? Math.max(now.width, now.height) / SHEET_INCHES;
  // Where it is not known how large it is drawn, a floor keeps all of it.
  const least = dpi === undefined && options.minDpi > 0 ? own : options.minDpi;
  const scale = Math.min(1, Math.max(sharpness.dpi, least) / Math.max(1, own));
  // Fewer pixels have more to say each: about the power of 3/4.
  const bySize = (scale * scale) ** 0.75;
  return (
    bySize * (bytesAtQuality(Math.min(sharpness.quality, options.quality)) / bytesAtQuality(options.quality))
  );
}

/** In proportion, by the mean of photographs, scans and slides. */
function bytesAtQuality(quality: number): number {
  return 30 + (quality * quality) / 75;
}
