import { ImageSearch } from '../passes/images/image-search.ts';
import type { ByteSource } from '../pdf/byte-source.ts';
import { attachmentCount } from '../pdf/inventory/features.ts';
import { fileBytes } from '../pdf/inventory/file-bytes.ts';
import { openDocument } from '../pdf/read/open.ts';
import { partOf } from '../progress.ts';
import type { MissedTarget } from '../report.ts';
import { type Rewritten, rewrite } from './rewrite.ts';
import type { Task } from './run.ts';

/** Maximum retries when the written file is a little larger than the sum of its parts suggests. */
const MAX_CORRECTIONS = 2;
/** End of each rewrite on the document's progress bar; the check has the rest. */
const PART_ENDS = [0.4, 0.76, 0.8, 0.84, 0.85] as const;
/** The same if pages with separated text are tried first. */
const LATER_PART_ENDS = [0.4, 0.6, 0.76, 0.8, 0.84, 0.85] as const;

/**
 * Returns the sharpest file that fits into `targetSize`. The first try has the other options, which set the
 * upper limit. If that is too large, images move along `sharpness-axis.ts` to the first point that fits. If
 * nothing fits, the file stays as the other options make it: coarser images would be a loss without a gain.
 *
 * Images tried at many qualities are not separated. If MRC is allowed, it is tried before anything becomes
 * softer: the other options include it, and it is mostly much smaller.
 */
export async function rewriteToSize(task: Task): Promise<Rewritten> {
  const { targetSize, mrc } = task.options;
  const ends = mrc === 'auto' ? LATER_PART_ENDS : PART_ENDS;
  let part = 0;
  const next = (search?: ImageSearch) => {
    const progress = partOf(task.progress, ends[part - 1] ?? 0, ends[part]);
    part += 1;
    return rewrite({ ...task, progress }, search);
  };
  const separated = mrc === 'auto' ? await next() : null;
  if (separated !== null && fits(separated, targetSize)) return separated;
  const search = new ImageSearch();
  const { rewritten: fitted, smallestBytes } = await sharpestFit(targetSize, search, () => next(search));
  const rewritten = separated === null || fits(fitted, targetSize) ? fitted : separated;
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

/** The part of the image search that the size search reads and sets. */
export type BudgetOfImages = Pick<ImageSearch, 'budget' | 'bytes' | 'isSmallest'>;

interface Fit {
  readonly rewritten: Rewritten;
  /** Fewest bytes reached; only if no try fitted and coarser images were tried. */
  readonly smallestBytes?: number;
}

/**
 * Tries until a file fits; returns the first file if none does.
 * @param next performs one rewrite within the budget that `search` has at that time
 */
export async function sharpestFit(
  targetSize: number,
  search: BudgetOfImages,
  next: () => Promise<Rewritten>,
): Promise<Fit> {
  const first = await next();
  if (first.kind === 'kept' || first.output.length <= targetSize) return { rewritten: first };
  let restBytes = first.output.length - search.bytes;
  // It would be too large even without any image.
  if (restBytes >= targetSize) return { rewritten: first };
  const missed = (smallestBytes: number): Fit => ({ rewritten: first, smallestBytes });
  let smallest = first.output.length;
  for (let correction = 0; correction <= MAX_CORRECTIONS; correction += 1) {
    search.budget = targetSize - restBytes;
    const tried = await next();
    if (tried.kind === 'kept' || tried.output.length <= targetSize) return { rewritten: tried };
    smallest = Math.min(smallest, tried.output.length);
    if (search.isSmallest) return missed(smallest);
    // Images that end up equal were counted separately; their saving counts as rest.
    const foundRest = tried.output.length - search.bytes;
    restBytes = Math.max(foundRest, restBytes + (tried.output.length - targetSize)) + SPARE_BYTES;
  }
  search.budget = 0;
  const last = await next();
  if (last.kind === 'kept' || last.output.length <= targetSize) return { rewritten: last };
  return missed(Math.min(smallest, last.output.length));
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
