import { type CompressOptions, OPTION_NAMES, type OptionName } from '../../shared/index.ts';
import { type FileOptionRecord, OPTION_RECORDS, type SettingRecord } from '../options/option-records.ts';
import { limitOf, overBy } from './fit.ts';
import { isWorthAgain, type Job, type Result, resultOf } from './job.ts';

/** Scopes of options that change nothing in a file without images. */
const CHANGED_BY_IMAGES: ReadonlySet<string> = new Set(['images', 'limit']);

/** Whether a run with these options, set for all files, could change this file's result. */
export function isAffected(job: Job, options: CompressOptions): boolean {
  if (job.hasOwnOptions || !isWorthAgain(job)) return false;
  // An allocated part of a total limit stays until a different limit is requested.
  if (job.hasAllocatedBudget === true && options.targetSize !== limitOf(job)) return true;
  const asked =
    job.hasAllocatedBudget === true ? { ...options, targetSize: job.options.targetSize } : options;
  const changed = changedOptions(job.options, asked);
  if (changed.length === 0) return false;
  const result = resultOf(job);
  if (result === null || job.state.kind !== 'done') return true;
  if (isLeftAlone(result)) return false;
  if (!hasImages(result) && changed.every((name) => CHANGED_BY_IMAGES.has(OPTION_RECORDS[name].scope)))
    return false;
  const others = changed.filter((name) => name !== 'targetSize');
  if (others.length === 0) return isAffectedByLimit(job, result, options.targetSize);
  return !(
    fits(result, options.targetSize) &&
    overBy(job) === 0 &&
    isOnlyCoarser(job.options, options, others)
  );
}

/** Whether a total limit, or a different one, may change this file. */
export function isAffectedByBudget(job: Job, budget: number): boolean {
  if (job.hasOwnOptions || (job.budget ?? 0) === budget || job.state.kind !== 'done') return false;
  if (job.hasAllocatedBudget === true) return true;
  return budget > 0 && hasImages(job.state.result) && !isLeftAlone(job.state.result);
}

/**
 * Whether a list whose results no run would change still has to be measured against these limits: a document without
 * images, or one that fits already.
 */
export function isMeasuredAnew(job: Job, { targetSize }: CompressOptions, budget: number): boolean {
  if (job.hasOwnOptions || resultOf(job) === null) return false;
  return (job.budget ?? 0) !== budget || limitOf(job) !== targetSize;
}

/** Adopts only the limit for a job that the other options do not affect, since its result is measured against it. */
export function withLimitOf(job: Job, { targetSize }: CompressOptions): Job {
  if (job.hasOwnOptions || job.hasAllocatedBudget === true) return job;
  if (resultOf(job) === null || job.options.targetSize === targetSize) return job;
  return { ...job, options: { ...job.options, targetSize } };
}

/** Names of the options that differ; a waived signature belongs to the file. */
export function changedOptions(before: CompressOptions, after: CompressOptions): readonly OptionName[] {
  return OPTION_NAMES.filter((name) => name !== 'breakSignatures' && before[name] !== after[name]);
}

/** Such a file is returned unchanged with any settings. */
function isLeftAlone({ report }: Result): boolean {
  return report.unchanged && (report.warnings.includes('signed') || report.warnings.includes('damaged-kept'));
}

function hasImages({ report }: Result): boolean {
  return (
    report.images.length > 0 || report.passes.some(({ pass, items }) => pass === 'inline-images' && items > 0)
  );
}

/** Whether another limit alone would change the file. */
function isAffectedByLimit(job: Job, { blob, report }: Result, limit: number): boolean {
  const before = job.options.targetSize;
  const isCoarsened = report.target?.applied !== undefined;
  // It fits already: only a result made coarse for a smaller limit could become sharper.
  if (limit === 0 || blob.size <= limit) return isCoarsened && (limit === 0 || limit > before);
  // After a miss, an easier limit may be met; a tighter one is missed too.
  return before === 0 || overBy(job) === 0 || limit > before;
}

function fits({ blob }: Result, limit: number): boolean {
  return limit > 0 && blob.size <= limit;
}

/** Whether the only effect would be softer images, which a user whose size limit is met does not want. */
function isOnlyCoarser(
  before: CompressOptions,
  after: CompressOptions,
  changed: readonly OptionName[],
): boolean {
  return changed.every((name) => {
    const record: SettingRecord | FileOptionRecord = OPTION_RECORDS[name];
    if (record.scope === 'file') return false;
    const [from, to] = [Number(before[name]), Number(after[name])];
    switch (record.softer) {
      case 'lower':
        return to < from;
      case 'lower, 0 highest':
        return to > 0 && (from === 0 || to < from);
      case 'true':
        return after[name] === true;
      default:
        return false;
    }
  });
}
