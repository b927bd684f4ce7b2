import { type CompressOptions, mayBecomeLayers } from '../options.ts';
import { ImageSearch } from '../passes/images/image-search.ts';
import type { ByteSource } from '../pdf/byte-source.ts';
import { attachmentCount } from '../pdf/inventory/features.ts';
import { fileBytes } from '../pdf/inventory/file-bytes.ts';
import { openDocument } from '../pdf/read/open.ts';
import { partOf } from '../progress.ts';
import type { MissedTarget, Sharpness } from '../report.ts';
import { type Rewritten, rewrite, type WrittenDocument } from './rewrite.ts';
import type { Task } from './run.ts';

/** Maximum retries when the written file is a little larger than the sum of its parts suggests. */
const MAX_CORRECTIONS = 2;
/** End of the last rewrite on the document's progress bar; the check has the rest. */
const LAST_END = 0.85;
/** Below, letters of scans look softer than separated ones. */
const LEAST_PLAIN: Sharpness = { quality: 50, dpi: 110 };
/** Sharpness of images beside separated text, from sharp to small; the options themselves come before. */
const LAYERED_POINTS: readonly Sharpness[] = [
  { quality: 55, dpi: 300 },
  { quality: 45, dpi: 170 },
  { quality: 35, dpi: 125 },
  { quality: 25, dpi: 88 },
  { quality: 20, dpi: 72 },
];

/**
 * The sharpest file that fits into `targetSize`: first as the other options say, which is the most that the user asked for;
 * where that is too large, with images on the axis of `sharpness-axis.ts`, at the first point where they fit beside
 * all the rest. When nothing fits, the file stays as the other options alone make it: coarser images would be a loss
 * without a gain. With `targetMode: closest` it is the smallest that was reached.
 *
 * Separated pages (`mrc`, `ink`) are tried before anything becomes softer if the options ask for them, with `mrc: fit`
 * before images fall below `LEAST_PLAIN`. Beside them, other images and the paper become softer in few steps.
 */
export async function rewriteToSize(task: Task): Promise<Rewritten> {
  const { options } = task;
  const { targetSize, targetMode, mrc, ink } = options;
  const isClosest = targetMode === 'closest';
  let done = 0;
  const make = async (changed: Partial<CompressOptions>, search?: ImageSearch): Promise<Rewritten> => {
    const from = done;
    done += (LAST_END - done) / 2;
    const progress = partOf(task.progress, from, done);
    const rewritten = await rewrite({ ...task, progress, options: { ...options, ...changed } }, search);
    if (rewritten.kind === 'written') rewritten.draft.options = options;
    return rewritten;
  };
  const layers = mrc === 'off' && ink === 'off' ? null : new LayeredForms(options, make);
  const isAskedFor = mayBecomeLayers({ ...options, targetSize: 0 });
  const separated = isAskedFor ? ((await layers?.first()) ?? null) : null;
  if (separated !== null && fits(separated, targetSize)) return separated;
  const search = new ImageSearch();
  const plain = await sharpestFit(options, search, () => make({}, search));
  const isPlainEnough = fits(plain.rewritten, targetSize) && !isAskedFor && isSharp(search.sharpness);
  const isHopeless = !fits(plain.rewritten, targetSize) && plain.smallestBytes === undefined;
  if (layers === null || isPlainEnough || isHopeless)
    return told(separated ?? plain.rewritten, plain.smallestBytes, null, task);
  const least = fits(plain.rewritten, targetSize) ? (search.sharpness?.quality ?? 100) : 0;
  const layered = search.hasScans === true ? await layers.sharpestFit(targetSize, least) : null;
  if (layered !== null) {
    if (!isAskedFor && layered.kind === 'written') layered.draft.isSeparatedForSize = true;
    return layered;
  }
  if (fits(plain.rewritten, targetSize)) return plain.rewritten;
  const smallest =
    layers.smallest !== null && isSmaller(layers.smallest, plain.smallestBytes) ? layers.smallest : null;
  const given = isClosest ? (smallest ?? plain.rewritten) : (separated ?? plain.rewritten);
  return told(
    given,
    smallest?.output.length ?? plain.smallestBytes,
    search.hasScans === true ? await layers.inkThatFits(targetSize) : null,
    task,
  );
}

/** Adds what is known about a size that was missed. */
async function told(
  given: Rewritten,
  minSize: number | undefined,
  inkSize: number | null,
  { options, openOptions }: Task,
): Promise<Rewritten> {
  if (fits(given, options.targetSize) || given.kind === 'kept') return given;
  given.draft.missed = {
    ...(await fileWeights(given.output, openOptions)),
    ...(minSize === undefined ? {} : { minSize }),
    ...(inkSize === null ? {} : { remedy: { ink: 'auto', size: inkSize } }),
  };
  return given;
}

function isSharp(sharpness: Sharpness | null): boolean {
  return sharpness === null || (sharpness.quality >= LEAST_PLAIN.quality && sharpness.dpi >= LEAST_PLAIN.dpi);
}

/** Files with separated pages, from sharp to small. Each is written once. */
class LayeredForms {
  readonly #options: CompressOptions;
  readonly #make: (changed: Partial<CompressOptions>) => Promise<Rewritten>;
  readonly #points: readonly (Sharpness | null)[];
  #first: Rewritten | null = null;
  /** Smallest file so far; null if no page was separated. */
  smallest: WrittenDocument | null = null;

  constructor(options: CompressOptions, make: (changed: Partial<CompressOptions>) => Promise<Rewritten>) {
    this.#options = options;
    this.#make = make;
    this.#points = [null, ...LAYERED_POINTS.filter(({ quality }) => quality < options.quality)];
  }

  /** Returns the file as the options say, but for the size. */
  async first(): Promise<Rewritten> {
    this.#first ??= await this.#at(null);
    return this.#first;
  }

  /**
   * Returns the sharpest file that fits; null if none does, or no page was separated.
   * @param leastQuality of images, at which a file without separated pages fits too
   */
  async sharpestFit(targetSize: number, leastQuality: number): Promise<Rewritten | null> {
    const first = await this.first();
    if (!isSeparated(first)) return null;
    if (fits(first, targetSize)) return first;
    let above = 0;
    let below = this.#points.findLastIndex((point) => point === null || point.quality >= leastQuality);
    let found = below === 0 ? first : await this.#at(this.#points[below]!);
    if (!fits(found, targetSize)) return null;
    while (below - above > 1) {
      const middle = (above + below) >> 1;
      const tried = await this.#at(this.#points[middle]!);
      if (!fits(tried, targetSize)) above = middle;
      else [below, found] = [middle, tried];
    }
    return found;
  }

  /** Returns the bytes with pages as one bit too if that fits and was not allowed; else null. */
  async inkThatFits(targetSize: number): Promise<number | null> {
    if (this.#options.ink === 'auto') return null;
    const tried = await this.#make({ mrc: 'auto', ink: 'auto' });
    return tried.kind === 'written' && fits(tried, targetSize) ? tried.output.length : null;
  }

  async #at(point: Sharpness | null): Promise<Rewritten> {
    const { quality, maxDpi, ink, mrc } = this.#options;
    const made = await this.#make({
      mrc: mrc === 'fit' ? 'auto' : mrc,
      ink,
      ...(point === null
        ? {}
        : {
            quality: Math.min(quality, point.quality),
            maxDpi: maxDpi === 0 ? point.dpi : Math.min(maxDpi, point.dpi),
          }),
    });
    if (made.kind === 'written') {
      made.draft.sharpness = point;
      if (isSeparated(made) && (this.smallest === null || isSmaller(made, this.smallest.output.length)))
        this.smallest = made;
    }
    return made;
  }
}

function isSeparated(rewritten: Rewritten): boolean {
  if (rewritten.kind === 'kept') return false;
  const { separation, ink } = rewritten.draft;
  return (separation?.pages.length ?? 0) + (ink?.pages.length ?? 0) > 0;
}

function fits(rewritten: Rewritten, targetSize: number): boolean {
  return rewritten.kind === 'kept' || rewritten.output.length <= targetSize;
}

function isSmaller({ output }: WrittenDocument, bytes: number | undefined): boolean {
  return bytes === undefined || output.length < bytes;
}

/** The fields of the image search that the attempts at a size read and set. */
export type BudgetOfImages = Pick<ImageSearch, 'budget' | 'bytes' | 'isSmallest'>;

interface Fit {
  readonly rewritten: Rewritten;
  /** Fewest bytes reached; only if no try fitted and coarser images were tried. */
  readonly smallestBytes?: number;
}

/**
 * Tries until a file fits. If none does, returns the first, or with `closest` the smallest.
 * @param next rewrites once, within the current budget of `search`
 */
export async function sharpestFit(
  { targetSize, targetMode }: Pick<CompressOptions, 'targetSize' | 'targetMode'>,
  search: BudgetOfImages,
  next: () => Promise<Rewritten>,
): Promise<Fit> {
  const first = await next();
  if (first.kind === 'kept' || first.output.length <= targetSize) return { rewritten: first };
  const isClosest = targetMode === 'closest';
  let restBytes = first.output.length - search.bytes;
  // Without any image it would still be too large.
  const isHopeless = restBytes >= targetSize;
  if (isHopeless && !isClosest) return { rewritten: first };
  let smallest = first.output.length;
  let given = first;
  const keepSmaller = (tried: WrittenDocument) => {
    if (isClosest && tried.output.length < smallest) given = tried;
    smallest = Math.min(smallest, tried.output.length);
  };
  const missed = (): Fit => ({ rewritten: given, smallestBytes: smallest });
  const tries = isHopeless ? 0 : 1 + MAX_CORRECTIONS;
  for (let count = 0; count < tries; count += 1) {
    search.budget = targetSize - restBytes;
    const tried = await next();
    if (tried.kind === 'kept' || tried.output.length <= targetSize) return { rewritten: tried };
    keepSmaller(tried);
    if (search.isSmallest) return missed();
    // Images that are equal in the end were counted apart: what they do not save is counted as rest.
    const foundRest = tried.output.length - search.bytes;
    restBytes = Math.max(foundRest, restBytes + (tried.output.length - targetSize)) + SPARE_BYTES;
  }
  search.budget = 0;
  const last = await next();
  if (last.kind === 'kept' || last.output.length <= targetSize) return { rewritten: last };
  keepSmaller(last);
  return missed();
}

/** Bytes for small differences around images between tries. */
const SPARE_BYTES = 64;

/** Bytes of the file by category, read again from its bytes. */
async function fileWeights(output: ByteSource, options: Task['openOptions']): Promise<MissedTarget> {
  const doc = await openDocument(output, { ...options, keepLayout: true });
  if (doc.layout === undefined)
    throw new Error('a document was opened without the layout that was asked for');
  return { sizes: fileBytes(doc, doc.layout).bytes, attachments: attachmentCount(doc) };
}
