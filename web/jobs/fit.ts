import { largestOf } from '../../shared/lists.ts';
import { type Job, type Result, resultOf, savedBlobs } from './job.ts';

/** Bytes by which a result, or the largest of its parts, exceeds its limit; 0 if it fits or has no limit. */
export function overBy(job: Job): number {
  const result = resultOf(job);
  const limit = limitOf(job);
  if (result === null || limit === 0) return 0;
  const largest = largestOf(
    savedBlobs(result).map(({ size }) => size),
    0,
  );
  return Math.max(0, largest - limit);
}

/** The limit of each file in bytes, 0 for none; an allocated part of a total limit is not shown per file. */
export function limitOf({ hasAllocatedBudget, eachLimit = 0, options }: Job): number {
  return hasAllocatedBudget === true ? eachLimit : options.targetSize;
}

/** How the results of a list compare with their limit. */
export interface Fit {
  /** Bytes; null if files have different limits. */
  readonly limit: number | null;
  /** Number of results with a limit. */
  readonly counted: number;
  readonly over: number;
}

/** Null if no result has a limit. */
export function fitOf(jobs: readonly Job[]): Fit | null {
  const counted = jobs.filter((job) => resultOf(job) !== null && limitOf(job) > 0);
  if (counted.length === 0) return null;
  const limits = new Set(counted.map(limitOf));
  const [only] = limits;
  return {
    limit: only !== undefined && limits.size === 1 ? only : null,
    counted: counted.length,
    over: counted.filter((job) => overBy(job) > 0).length,
  };
}

/** Why a result exceeds its limit: what would have to become smaller. */
export type OverReason =
  | { readonly kind: 'signed' }
  /** `pages` cannot be read completely. */
  | { readonly kind: 'damaged'; readonly pages: readonly number[] }
  | { readonly kind: 'attachments'; readonly count: number; readonly bytes: number; readonly rest: number }
  | { readonly kind: 'images'; readonly count: number; readonly bytes: number; readonly floorDpi: number }
  | { readonly kind: 'fonts'; readonly bytes: number }
  | { readonly kind: 'text'; readonly pages: number }
  /** Nothing is known about how its bytes are used. */
  | { readonly kind: 'unknown' };

/** Null for a job within its limit. */
export function overReason(job: Job): OverReason | null {
  const result = resultOf(job);
  if (result === null || overBy(job) === 0) return null;
  const { warnings, target, unchanged } = result.report;
  if (unchanged && warnings.includes('signed')) return { kind: 'signed' };
  if (isNotRewritten(result)) return { kind: 'damaged', pages: result.report.damage?.pages ?? [] };
  if (target?.missed !== undefined) return weightiest(job, result, target.missed);
  // A limit that came after the run: the report says only whether images could be what weighs.
  return result.report.images.length === 0 && result.report.fonts.length === 0
    ? { kind: 'text', pages: result.report.document.pages }
    : { kind: 'unknown' };
}

type Missed = NonNullable<NonNullable<Result['report']['target']>['missed']>;

/** A damaged file, of which at most the data that is whole became smaller in its place: no search for a size. */
function isNotRewritten({ report }: Result): boolean {
  return report.warnings.includes('damaged-kept') || report.warnings.includes('around-damage');
}

/** The part that is too large: one without which the pages would fit, else the largest. */
function weightiest(job: Job, { blob, report }: Result, { sizes, attachments }: Missed): OverReason {
  const limit = limitOf(job);
  const all = blob.size;
  const text = sizes.content + sizes.structure;
  const largest = Math.max(sizes.images, sizes.attachments, sizes.fonts, text);
  const isAttached =
    sizes.attachments > 0 && (all - sizes.attachments <= limit || sizes.attachments === largest);
  if (isAttached) {
    return {
      kind: 'attachments',
      count: attachments,
      bytes: sizes.attachments,
      rest: all - sizes.attachments,
    };
  }
  if (sizes.images > 0 && (all - sizes.images <= limit || sizes.images === largest)) {
    const { length } = report.images.filter(({ softMask }) => !softMask);
    return {
      kind: 'images',
      count: length,
      bytes: sizes.images,
      floorDpi: Math.max(MIN_DPI, job.options.minDpi),
    };
  }
  if (sizes.fonts === largest) return { kind: 'fonts', bytes: sizes.fonts };
  return { kind: 'text', pages: report.document.pages };
}

/** Minimum resolution when images are downsampled for a limit, as in the core. */
export const MIN_DPI = 72;
