import { ImageSearch } from '../passes/images/image-search.ts';
import { partOf } from '../progress.ts';
import { type Rewritten, rewrite, type WrittenDocument } from './rewrite.ts';
import type { Task } from './run.ts';

/** Corrections when the written file is a little larger than its parts let expect. */
const MOST_CORRECTIONS = 2;
/** Where each rewriting ends on the document's bar; the check has what is left. */
const PART_ENDS = [0.4, 0.76, 0.8, 0.84, 0.85] as const;

/**
 * The sharpest file that fits into `targetSize`: first as the other options say, which is the most anybody asked for;
 * where that is too large, with images on the axis of `sharpness-axis.ts`, at the first point where they fit beside
 * all the rest. When nothing fits, the smallest that was reached.
 */
export async function rewriteToSize(task: Task): Promise<Rewritten> {
  const { targetSize } = task.options;
  const search = new ImageSearch();
  let part = 0;
  const next = () => {
    const from = PART_ENDS[part - 1] ?? 0;
    const progress = partOf(task.progress, from, PART_ENDS[part]);
    part += 1;
    return rewrite({ ...task, progress }, search);
  };

  return sharpestFit(targetSize, search, next);
}

/** What the trying needs to know of the images' own search, and tells it. */
export type BudgetOfImages = Pick<ImageSearch, 'budget' | 'bytes' | 'isSmallest'>;

/**
 * Tries until a file fits, and gives the smallest when none does: the last need not be it.
 *
 * @param next one rewriting, within the budget that `search` has by then
 */
export async function sharpestFit(
  targetSize: number,
  search: BudgetOfImages,
  next: () => Promise<Rewritten>,
): Promise<Rewritten> {
  const first = await next();
  if (first.kind === 'kept' || first.output.length <= targetSize) return first;
  let smallest: WrittenDocument = first;
  let restBytes = first.output.length - search.bytes;
  for (let correction = 0; correction <= MOST_CORRECTIONS; correction += 1) {
    search.budget = targetSize - restBytes;
    const tried = await next();
    if (tried.kind === 'kept' || tried.output.length <= targetSize) return tried;
    smallest = smallerOf(smallest, tried);
    if (search.isSmallest) return smallest;
    // Images that are equal in the end were counted apart: what they do not save is counted as rest.
    const foundRest = tried.output.length - search.bytes;
    restBytes = Math.max(foundRest, restBytes + (tried.output.length - targetSize)) + SPARE_BYTES;
  }
  search.budget = 0;
  const last = await next();
  return last.kind === 'kept' ? last : smallerOf(smallest, last);
}

/** Small things around images that differ from try to try. */
const SPARE_BYTES = 64;

function smallerOf(a: WrittenDocument, b: WrittenDocument): WrittenDocument {
  return b.output.length < a.output.length ? b : a;
}
