import { type CompressOptions, PRESETS } from '../../shared/index.ts';
import { MIN_DPI, overReason } from '../jobs/fit.ts';
import { isKeptForSignature, type Job, type RemedyKind, resultOf } from '../jobs/job.ts';

/** A way to bring a file under its limit, or to make a signed file smaller, that was not tried yet. */
export type Suggestion =
  | { readonly kind: Unmade; readonly options: null }
  /** Compresses the file again with these options, for the same limit. */
  | { readonly kind: Exclude<RemedyKind, Unmade | 'originals'>; readonly options: CompressOptions };

/** Suggestions that are not options. */
type Unmade = 'split' | 'pages' | 'signature';

/** In order of harm to the file, the least harmful first; splitting harms nothing. */
export function remediesOf(job: Job): readonly Suggestion[] {
  const reason = overReason(job);
  // Signed files stay as they are with any limit, and without one.
  if (reason === null) return isKeptForSignature(job) ? [{ kind: 'signature', options: null }] : [];
  if (reason.kind === 'damaged')
    return hasOtherPages(job, reason.pages) ? [{ kind: 'pages', options: null }] : [];
  if (reason.kind === 'signed') return [{ kind: 'signature', options: null }];
  const { options } = job;
  const split: Suggestion[] = canBeSplit(job) ? [{ kind: 'split', options: null }] : [];
  if (reason.kind === 'attachments')
    return [...split, { kind: 'attachments', options: { ...options, removeAttachments: true } }];
  return reason.kind === 'images' ? [...split, ...softer(options)] : split;
}

/** A part has at least one page. */
function canBeSplit(job: Job): boolean {
  return (resultOf(job)?.report.document.pages ?? 0) > 1;
}

/** Damage outside of all pages stays when pages are left out. */
function hasOtherPages(job: Job, damaged: readonly number[]): boolean {
  const pages = resultOf(job)?.report.document.pages ?? 0;
  return damaged.length > 0 && damaged.length < pages;
}

function softer(options: CompressOptions): readonly Suggestion[] {
  const { minDpi, roundCoordinates } = PRESETS.small;
  const small: Suggestion = { kind: 'small', options: { ...options, minDpi, roundCoordinates } };
  const gray: Suggestion = { kind: 'gray', options: { ...options, grayscale: true } };
  const lower: Suggestion = { kind: 'lower', options: { ...options, minDpi: 0 } };
  return [
    ...(options.minDpi > minDpi ? [small] : []),
    ...(options.grayscale ? [] : [gray]),
    ...(options.minDpi > 0 ? [lower] : []),
  ];
}

/** Minimum quality of the core's search for a size. */
const MIN_QUALITY = 20;

/** The coarsest options that the search for a size may reach: they show whether a suggestion can help. */
export function coarsest(options: CompressOptions): CompressOptions {
  const floor = Math.max(MIN_DPI, options.minDpi);
  return {
    ...options,
    targetSize: 0,
    quality: Math.min(MIN_QUALITY, options.quality),
    maxDpi: options.maxDpi === 0 ? floor : Math.min(floor, options.maxDpi),
  };
}
