import type { Warning } from '../../../shared/index.ts';
import { smallestOf } from '../../../shared/lists.ts';
import type { AllocationState } from '../../jobs/allocation.ts';
import { fitOf, overBy } from '../../jobs/fit.ts';
import { handedOut, type Job, type Result, resultOf, savedSize } from '../../jobs/job.ts';
import { type DiffState, type PageDiff, pagesOf, worstPage } from '../../visual-diff/proof.ts';
import { SOFT_FROM } from '../comparison/proofs.ts';
import { format } from '../format.ts';
import { t } from '../i18n/catalog.ts';
import { more } from '../i18n/more-words.ts';
import { type Headline, headline, plainHeadline, resultLine, totalsOf } from '../summary.ts';
import { overTogether, togetherHeadline } from '../together.ts';
import { fitHeadline, overBadge } from './fit.ts';

const { outcome: text } = more;

/** Outcome of a list. Headline, title, announcement and download follow from it, so that they agree. */
export interface Outcome {
  readonly headline: Headline;
  readonly line: string;
  readonly download: Download;
}

export interface Download {
  /** Jobs whose results are saved. */
  readonly ids: readonly number[];
  readonly bytes: number;
  /** Files with a result that exceeds its limit and stays behind. */
  readonly over: number;
  /** The recommended action: nothing is left to do, and nothing was lost. */
  readonly isMain: boolean;
}

/** Proof for the pages of the only file. */
export interface OnlyProof {
  readonly proof: DiffState;
  /** Its pages are compared only when asked. */
  readonly needsAsking: boolean;
}

type Judgement = 'checking' | 'unjudged' | 'identical' | 'same' | 'softer' | 'lost';

/** Reasons to keep a file that are not its size. */
const KEPT_FOR: ReadonlySet<Warning> = new Set(['signed', 'damaged-kept', 'verification-failed']);

/** From this similarity of the worst page on, a result is praised. */
const PRAISED = 0.95;

/** Nothing is praised before all pages are compared. */
export function judged({ proof, needsAsking }: OnlyProof): {
  readonly judgement: Judgement;
  readonly worst: PageDiff | undefined;
} {
  const worst = worstPage(pagesOf(proof));
  if (proof.kind === 'failed' || (proof.kind !== 'done' && needsAsking))
    return { judgement: 'unjudged', worst };
  if (proof.kind !== 'done' || worst === undefined) return { judgement: 'checking', worst };
  const { similarity } = worst;
  if (similarity >= 1) return { judgement: 'identical', worst };
  if (similarity >= PRAISED) return { judgement: 'same', worst };
  return { judgement: similarity >= SOFT_FROM ? 'softer' : 'lost', worst };
}

/** Files that are sent in several mails. */
export interface Mailed {
  readonly mails: number;
  /** Files that no mail can carry. */
  readonly left: number;
  readonly ids: readonly number[];
  readonly bytes: number;
  readonly limit: number;
}

/**
 * @param only of the only file; null for several
 * @param mailed if the files go in several mails
 */
export function outcomeOf(
  jobs: readonly Job[],
  together: AllocationState | null,
  only: OnlyProof | null,
  mailed: Mailed | null = null,
): Outcome {
  if (mailed !== null) return mailedOutcome(mailed);
  const shared = sharedOutcome(jobs, together);
  if (shared !== null) return shared;
  const [job] = jobs;
  const one = job !== undefined && jobs.length === 1 && only !== null ? oneOutcome(job, only) : null;
  return one ?? listOutcome(jobs);
}

/** The headline as it is said and shown in the title. */
export function outcomeText({ headline: shown }: Outcome): string {
  return plainHeadline(shown);
}

/** A single file with a result; null for one that is in parts, locked or failed. */
function oneOutcome(job: Job, only: OnlyProof): Outcome | null {
  const result = handedOut(job);
  if (result === null || result.parts !== undefined) return null;
  if (result.report.unchanged) return keptOutcome(job, result);
  const { inputSize } = result.report;
  const { size } = result.blob;
  const shown = format.bytes(size);
  const fit = fitOf([job]);
  const over = overBy(job);
  const { judgement, worst } = judged(only);
  const was =
    fit === null
      ? text.wasSmaller(format.bytes(inputSize), format.savedShare(inputSize, size))
      : text.was(format.bytes(inputSize));
  const download = (isMain: boolean): Download => ({ ids: [job.id], bytes: size, over: 0, isMain });
  if (over > 0) return { headline: { text: overBadge(over) }, line: was, download: download(false) };
  if (judgement === 'checking')
    return { headline: { text: text.checking(shown) }, line: was, download: download(false) };
  if (judgement === 'softer' || judgement === 'lost') {
    const { page, similarity } = worst as PageDiff;
    const score = format.score(similarity);
    const isSofter = judgement === 'softer';
    return fit === null
      ? {
          headline: { text: isSofter ? text.nowSofter(shown, page) : text.nowLost(shown, page) },
          line: [was, score].join(' · '),
          download: download(false),
        }
      : {
          headline: { text: isSofter ? text.fitsSofter(page) : text.fitsLost(page) },
          line: [shown, was, score].join(' · '),
          download: download(false),
        };
  }
  const limit = fit?.limit ?? null;
  const headline = litIn(shown, (placed) =>
    limit === null ? text.now(placed) : text.fits(placed, format.limit(limit)),
  );
  return {
    // No marker on what was not compared.
    headline: judgement === 'unjudged' ? { text: plainHeadline(headline) } : headline,
    line: judgement === 'identical' ? more.outcomes.everyPixel : was,
    download: download(true),
  };
}

/** A single file that stays as it is; its row says why. */
function keptOutcome(job: Job, { report }: Result): Outcome {
  const over = overBy(job);
  const { headline: met, download } = listOutcome([job]);
  const isSmall = !report.warnings.some((warning) => KEPT_FOR.has(warning));
  const kept = isSmall || fitOf([job]) !== null ? met : { text: more.outcomes.kept };
  return { headline: over > 0 ? { text: overBadge(over) } : kept, line: '', download };
}

function mailedOutcome({ mails, left, ids, bytes, limit }: Mailed): Outcome {
  return {
    headline: { lit: text.mailsReady(mails), text: left === 0 ? '' : text.filesLeft(left) },
    line: `${t.page.fit.each(format.limit(limit))}. ${more.together.mailsGive}`,
    download: { ids, bytes, over: left, isMain: true },
  };
}

/** One limit for all files is answered first. */
function sharedOutcome(jobs: readonly Job[], together: AllocationState | null): Outcome | null {
  if (together === null || together.kind === 'idle' || together.kind === 'working') return null;
  const { after } = totalsOf(jobs);
  const ids = jobs.filter((job) => handedOut(job) !== null).map(({ id }) => id);
  const { budget } = together;
  const line = resultLine(jobs);
  if (after > budget) {
    const least =
      together.kind === 'impossible'
        ? `${more.together.impossible(format.bytes(together.leastBytes), format.limit(budget))} `
        : '';
    return {
      headline: { text: overTogether(budget, after) },
      line: least + line,
      download: { ids, bytes: after, over: 0, isMain: false },
    };
  }
  // A limit of each file that is missed comes before the sum that is met.
  if (together.kind !== 'fits' || (fitOf(jobs)?.over ?? 0) > 0) return null;
  return {
    headline: togetherHeadline(budget, after),
    line,
    download: { ids, bytes: after, over: 0, isMain: true },
  };
}

function listOutcome(jobs: readonly Job[]): Outcome {
  const withResult = jobs.filter((job) => handedOut(job) !== null);
  const over = withResult.filter((job) => overBy(job) > 0);
  const fitting = withResult.filter((job) => overBy(job) === 0);
  const fit = fitOf(jobs);
  const isSplit = over.length > 0 && fitting.length > 0;
  const saved = isSplit ? fitting : withResult;
  return {
    headline: fit === null ? headline(jobs) : fitHeadline(fit),
    line: fit !== null && fitting.length === 0 && over.length > 1 ? nearest(over) : resultLine(jobs),
    download: {
      ids: saved.map(({ id }) => id),
      bytes: saved.reduce((sum, job) => sum + bytesOf(job), 0),
      over: isSplit ? over.length : 0,
      isMain: fitting.length > 0,
    },
  };
}

/** `Nearest: 612 KB` */
function nearest(over: readonly Job[]): string {
  return text.nearest(format.bytes(smallestOf(over.map(bytesOf))));
}

function bytesOf(job: Job): number {
  const result = resultOf(job);
  return result === null ? 0 : savedSize(result);
}

const PLACE = '\u0000';

/** A sentence with its highlighted part apart. */
function litIn(lit: string, sentence: (placed: string) => string): Headline {
  const [before = '', after = ''] = sentence(PLACE).split(PLACE);
  return { before, lit, text: after };
}
