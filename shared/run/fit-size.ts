import type { CompressOptions } from '../options.ts';
import { ImageSearch } from '../passes/images/image-search.ts';
import type { ByteSource } from '../pdf/byte-source.ts';
import { attachmentCount } from '../pdf/inventory/features.ts';
import { fileBytes } from '../pdf/inventory/file-bytes.ts';
import { openDocument } from '../pdf/read/open.ts';
import { partOf } from '../progress.ts';
import type { MissedTarget } from '../report.ts';
import { type Rewritten, rewrite, type WrittenDocument } from './rewrite.ts';
import type { Task } from './run.ts';

/** Maximum retries when the written file is a little larger than the sum of its parts suggests. */
const MAX_CORRECTIONS = 2;
/** End of each rewrite on the document's progress bar; the check has the rest. */
const PART_ENDS = [0.4, 0.76, 0.8, 0.84, 0.85] as const;
/** The same if pages with separated text are tried first. */
const LATER_PART_ENDS = [0.4, 0.6, 0.76, 0.8, 0.84, 0.85] as const;

/**
 * The sharpest file that fits into `targetSize`: first as the other options say, which is the most anybody asked for;
 * where that is too large, with images on the axis of `sharpness-axis.ts`, at the first point where they fit beside
 * all the rest. When nothing fits, the file stays as the other options alone make it: coarser images would be a loss
 * without a gain. With `targetMode: closest` it is the smallest that was reached.
 *
 * Images tried at many qualities are not separated. If MRC or ink is allowed, it is tried before anything becomes
 * softer: the other options include it, and it is mostly much smaller.
 */
export async function rewriteToSize(task: Task): Promise<Rewritten> {
  const { targetSize, targetMode, mrc, ink } = task.options;
  const mayBeLayers = mrc === 'auto' || ink === 'auto';
  const ends = mayBeLayers ? LATER_PART_ENDS : PART_ENDS;
  let part = 0;
  const next = (search?: ImageSearch) => {
    const progress = partOf(task.progress, ends[part - 1] ?? 0, ends[part]);
    part += 1;
    return rewrite({ ...task, progress }, search);
  };
  const separated = mayBeLayers ? await next() : null;
  if (separated !== null && fits(separated, targetSize)) return separated;
  const search = new ImageSearch();
  const isClosest = targetMode === 'closest';
  const { rewritten: fitted, smallestBytes } = await sharpestFit(task.options, search, () => next(search));
  const isTaken =
    separated === null || fits(fitted, targetSize) || (isClosest && isSmaller(fitted, separated));
  const rewritten = isTaken ? fitted : separated;
  if (rewritten.kind === 'written' && rewritten.output.length > targetSize) {
    const weights = await fileWeights(rewritten.output, task.openOptions);
    rewritten.draft.missed = {
      ...weights,
      ...(smallestBytes === undefined ? {} : { minSize: smallestBytes }),
    };
  }
  return rewritten;
}

function fits(rewritten: Rewritten, targetSize: number): boolean {
  return rewritten.kind === 'kept' || rewritten.output.length <= targetSize;
}

function isSmaller(one: Rewritten, other: Rewritten): boolean {
  return one.kind === 'written' && other.kind === 'written' && one.output.length < other.output.length;
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
