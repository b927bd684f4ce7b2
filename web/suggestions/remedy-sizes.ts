import type { CompressOptions } from '../../shared/index.ts';
import { overReason } from '../jobs/fit.ts';
import { type Job, type RemedyKind, type Result, resultOf } from '../jobs/job.ts';
import { type PartsAsked, weighedParts } from '../split/weighed-parts.ts';
import type { PartWeight } from '../text/outcome/parts-offer.ts';
import type { CoreQueries } from '../visual-diff/core-queries.ts';
import { MAX_REMEDY_MS } from '../worker/max-estimate-ms.ts';
import type { RunningTask, TaskOutcome } from '../worker/pool.ts';
import type { JobProblem } from '../worker/problem.ts';
import type { EstimateRequest, SplitRequest, WithoutPagesRequest } from '../worker/wire.ts';
import { coarsest, remediesOf, type Suggestion } from './remedies.ts';

/**
 * Estimated minimum bytes with each suggestion, as far as known; for `signature` the estimated result. `pages` and
 * `attachments` are exact.
 */
export interface SuggestionSizes extends Readonly<Partial<Record<Sized, number>>> {
  /** The parts that would be made. */
  readonly split?: readonly PartWeight[];
  /** Why it can't be split. */
  readonly splitProblem?: JobProblem;
}

type Sized = Exclude<RemedyKind, 'split' | 'originals'>;

const NONE: SuggestionSizes = {};

/** Estimates of suggestions by result, kept as long as the results. */
export class KnownRemedies {
  readonly #known = new WeakMap<Blob, SuggestionSizes>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the same object until more is known. */
  of(result: Blob): SuggestionSizes {
    return this.#known.get(result) ?? NONE;
  }

  has(result: Blob): boolean {
    return this.#known.has(result);
  }

  learn(result: Blob, sizes: SuggestionSizes): void {
    this.#known.set(result, sizes);
    for (const listener of this.#listeners) listener();
  }
}

/** Shared by this tab. */
export const knownRemedies = new KnownRemedies();

/** The queries needed for suggestions. */
type Asked = Pick<CoreQueries, 'estimate' | 'withoutPages' | 'compression'> & PartsAsked;

/** Bytes besides attachments up to which a file without them is made: what names them counts in it. */
const MADE_BELOW = 1_000_000;

/** Estimates the suggestions of one file after the other. Stopped estimates are repeated the next time. */
export function guessRemedies(
  coreQueries: Asked,
  jobs: readonly Job[],
  known: KnownRemedies,
): { readonly stop: () => void; readonly done: Promise<void> } {
  let task: RunningTask<unknown> | null = null;
  let isStopped = false;
  const endOf = async <Value>(running: RunningTask<Value>): Promise<TaskOutcome<Value>> => {
    task = running;
    const limit = setTimeout(() => running.cancel(), MAX_REMEDY_MS);
    const end = await running.outcome;
    clearTimeout(limit);
    return end;
  };
  const one = async (job: Job) => {
    const result = resultOf(job);
    const remedies = remediesOf(job);
    if (result === null || remedies.length === 0 || known.has(result.blob)) return;
    const sizes: { -readonly [Name in keyof SuggestionSizes]: SuggestionSizes[Name] } = {};
    const guessed = remedies.filter(isGuessed);
    if (guessed.length > 0) {
      const options = guessed.map((remedy) => coarsest(remedy.options));
      const end = await endOf(coreQueries.estimate(askedOf(job, result, options)));
      if (isStopped) return;
      for (const [at, { kind }] of guessed.entries())
        if (end.kind === 'finished') sizes[kind] = end.value[at];
    }
    if (remedies.some(({ kind }) => kind === 'signature')) {
      const end = await endOf(coreQueries.estimate(withoutSignature(job)));
      if (isStopped) return;
      if (end.kind === 'finished') sizes.signature = broughtWithin(job.options.targetSize, end.value);
    }
    if (remedies.some(({ kind }) => kind === 'split')) {
      const end = await weighedParts(coreQueries, splitOf(job, result), endOf);
      if (isStopped) return;
      if (end.kind === 'finished') sizes.split = end.value;
      else if (end.kind === 'failed') sizes.splitProblem = end.problem;
    }
    const bare = remedies.find(({ kind }) => kind === 'attachments');
    if (bare?.options && restOf(job) <= MADE_BELOW) {
      const end = await endOf(
        coreQueries.compression(job.file, bare.options, job.password, job.imageOverrides),
      );
      if (isStopped) return;
      if (end.kind === 'finished') sizes.attachments = end.value.report.outputSize;
    }
    const { damage } = result.report;
    if (damage !== undefined && remedies.some(({ kind }) => kind === 'pages')) {
      const end = await endOf(coreQueries.withoutPages(withoutPages(job, damage.pages)));
      if (isStopped) return;
      if (end.kind === 'finished') sizes.pages = end.value.size;
    }
    known.learn(result.blob, sizes);
  };
  const all = async () => {
    for (const job of jobs) if (!isStopped) await one(job);
  };
  return {
    done: all(),
    stop: () => {
      isStopped = true;
      task?.cancel();
    },
  };
}

/** Bytes of a file without its attachments, which also have names. */
function restOf(job: Job): number {
  const reason = overReason(job);
  return reason?.kind === 'attachments' ? reason.rest : Number.POSITIVE_INFINITY;
}

function askedOf(
  { file, password }: Job,
  { report }: Result,
  options: readonly CompressOptions[],
): EstimateRequest {
  return { input: file, report, options, usesThreads: true, ...(password === undefined ? {} : { password }) };
}

/** The report of a file left unchanged for its signature has no details: it is analyzed as before a run. */
function withoutSignature({ file, password, options }: Job): EstimateRequest {
  const asked = { ...options, targetSize: 0, breakSignatures: true };
  return {
    input: file,
    report: null,
    options: [asked, coarsest(asked)],
    usesThreads: true,
    ...(password === undefined ? {} : { password }),
  };
}

/**
 * The core searches for the sharpest result that fits: as requested if that fits, else just under the limit if the
 * coarsest fits.
 */
function broughtWithin(limit: number, [asAsked = 0, least = asAsked]: readonly number[]): number {
  return limit === 0 || asAsked <= limit ? asAsked : Math.max(least, limit);
}

function splitOf({ password, options }: Job, { blob }: Result): SplitRequest {
  return {
    input: blob,
    limit: options.targetSize,
    breakSignatures: false,
    ...(password === undefined ? {} : { password }),
  };
}

/** How a damaged file, which is kept unchanged, is compressed without these pages. */
export function withoutPages(
  { file, password, options }: Job,
  pages: readonly number[],
): WithoutPagesRequest {
  return {
    input: file,
    pages,
    options,
    breakSignatures: options.breakSignatures,
    ...(password === undefined ? {} : { password }),
  };
}

interface Guessed {
  readonly kind: 'small' | 'gray' | 'lower';
  readonly options: CompressOptions;
}

/** Suggestions that only affect images; the report states the size of attachments. */
function isGuessed(remedy: Suggestion): remedy is Guessed {
  return remedy.kind === 'small' || remedy.kind === 'gray' || remedy.kind === 'lower';
}
