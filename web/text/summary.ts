import type { DocumentFacts } from '../../shared/index.ts';
import { fitOf } from '../jobs/fit.ts';
import { fractionOf, handedOut, isActive, isLocked, type Job, resultOf, savedSize } from '../jobs/job.ts';
import type { RejectedFiles } from '../jobs/jobs-reducer.ts';
import { format, plural } from './format.ts';
import { t } from './i18n/catalog.ts';
import { listText, seriesText } from './i18n/lists.ts';
import { overText } from './outcome/fit.ts';

const { summary } = t;

/** Maximum files listed by name. */
const MAX_NAMES = 5;
/** Up to this many files, screen readers announce each one when it is done. */
const MAX_TOLD = 10;

export interface Totals {
  readonly before: number;
  readonly after: number;
  /** Files with a result, smaller or not. */
  readonly results: number;
  readonly locked: number;
  readonly failed: number;
}

export function totalsOf(jobs: readonly Job[]): Totals {
  const results = jobs.flatMap((job) => handedOut(job) ?? []);
  const locked = jobs.filter(isLocked).length;
  return {
    before: sum(results.map(({ report }) => report.inputSize)),
    after: sum(results.map(savedSize)),
    results: results.length,
    locked,
    failed: jobs.filter((job) => job.state.kind === 'failed').length - locked,
  };
}

/** Overall progress, weighted by bytes. */
export function overallFraction(jobs: readonly Job[]): number {
  const counted = jobs.filter(isCounted);
  const all = sum(counted.map(weight));
  return all === 0 ? 0 : sum(counted.map((job) => weight(job) * fractionOf(job))) / all;
}

/** The headline, with its highlighted part, and the text before and after that. */
export interface Headline {
  readonly before?: string;
  readonly lit?: string;
  readonly text: string;
}

export function plainHeadline({ before = '', lit = '', text }: Headline): string {
  return before + lit + text;
}

/** During work, and of an idle list without limits. */
export function headline(jobs: readonly Job[]): Headline {
  if (jobs.some(isActive)) {
    const wanted = jobs.filter(isWanted).length;
    // A single file needs no count.
    return { text: wanted === 1 ? summary.atWork : summary.doneOf(endedCount(jobs), wanted) };
  }
  const { before, after, results, locked, failed } = totalsOf(jobs);
  if (after < before) return { lit: format.bytes(before - after), text: summary.lighterRest };
  if (results > 0) return { text: summary.nothing };
  if (failed > 0) return { text: summary.needLook(failed) };
  if (locked > 0) return { text: summary.needPassword(locked) };
  return { text: summary.unchanged };
}

/** The line below the headline during work; the time left is in milliseconds, if known. */
export function workingLine(jobs: readonly Job[], leftMs: number | null): string {
  const all = sum(jobs.filter(isCounted).map((job) => job.file.size));
  const running = jobs.filter((job) => job.state.kind === 'running').length;
  const { locked } = totalsOf(jobs);
  return [
    summary.bytesOf(format.bytes(all * overallFraction(jobs)), format.bytes(all)),
    // A single file is the one that is being worked on.
    ...(running > 0 && jobs.length > 1 ? [summary.working(running)] : []),
    ...(locked > 0 ? [summary.needPasswordShort(locked)] : []),
    ...(leftMs === null ? [] : [summary.left(format.timeLeft(leftMs))]),
  ].join(' · ');
}

/** The line below the headline when idle. */
export function resultLine(jobs: readonly Job[]): string {
  const { before, after, results, locked, failed } = totalsOf(jobs);
  const fit = fitOf(jobs);
  const over = fit === null ? null : overText(fit.over);
  const parts: string[] = [];
  if (after < before) {
    const sizes = [format.bytes(before), format.bytes(after)] as const;
    const share = format.savedShare(before, after);
    parts.push(
      results > 1 ? summary.resultAcross(results, ...sizes, share) : summary.result(...sizes, share),
    );
  } else if (results > 0) {
    parts.push(summary.small(results));
  }
  if (over !== null && results > 1) parts.push(over);
  if (locked > 0 && (results > 0 || failed > 0)) parts.push(summary.needPassword(locked));
  if (failed > 0 && results > 0) parts.push(summary.needLook(failed));
  return parts.join(' · ');
}

/**
 * The tab's title: progress during work, the outcome afterwards.
 *
 * @param outcome the headline of an idle list; null until it is known
 */
export function pageTitle(jobs: readonly Job[], outcome: string | null): string {
  if (jobs.some(isActive)) return `${format.progress(overallFraction(jobs))} · Pagelight`;
  return jobs.length === 0 || outcome === null ? summary.title : `${outcome} · Pagelight`;
}

/** Announcement for screen readers during work, when `before` became `after`; null if not worth one. */
export function announcement(before: readonly Job[], after: readonly Job[]): string | null {
  const wasActive = before.some(isActive);
  const isNowActive = after.some(isActive);
  if (!wasActive && isNowActive) return summary.compressing(after.filter(isActive).length);
  if (!isNowActive) return null;
  const ended = after.length <= MAX_TOLD ? justEnded(before, after) : [];
  if (ended.length > 0) return ended.map(endOfFile).join(' ');
  return quarterPassed(overallFraction(before), overallFraction(after));
}

/** `64 pages, tagged, with a form, PDF/A-3b` */
export function documentText(document: DocumentFacts): string {
  return seriesText([
    plural(document.pages, 'page'),
    `PDF ${document.version}`,
    ...(document.encrypted ? [summary.locked] : []),
    ...(document.signed ? [summary.signed] : []),
    ...(document.tagged ? [summary.tagged] : []),
    ...(document.forms ? [summary.form] : []),
    ...(document.pdfA === undefined ? [] : [`PDF/A-${document.pdfA}`]),
  ]);
}

/** Rejected files, in one line. */
export function refusedLine({ names, inFolders }: RejectedFiles, hasJobs: boolean): string {
  const parts: string[] = [];
  if (names.length > 0) {
    const list = someNames(names);
    parts.push(names.length === 1 ? summary.notPdf(list) : summary.notPdfs(list));
  }
  if (inFolders.length > 0) {
    const told = hasJobs ? summary.skipped : summary.skippedAll;
    parts.push(told(inFolders.length, someNames(inFolders)));
  }
  return parts.join(' ');
}

/** Files without a result, which are in no ZIP; null if all have one. */
export function leftOutLine(jobs: readonly Job[]): string | null {
  const leftOut = jobs.filter((job) => resultOf(job) === null && !isActive(job));
  if (leftOut.length === 0 || leftOut.length === jobs.length) return null;
  return summary.leftOut(someNames(leftOut.map(({ file }) => file.name)));
}

/** `a.txt, b.txt and 3 more` */
function someNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return more > 0 ? summary.andMore(seriesText(names.slice(0, MAX_NAMES)), more) : listText(names);
}

function justEnded(before: readonly Job[], after: readonly Job[]): readonly Job[] {
  const active = new Set(before.filter(isActive).map((job) => job.id));
  return after.filter((job) => active.has(job.id) && !isActive(job));
}

function endOfFile(job: Job): string {
  switch (job.state.kind) {
    case 'done': {
      const { inputSize, outputSize, unchanged } = job.state.result.report;
      return unchanged
        ? summary.fileKept(job.file.name)
        : summary.fileSmaller(job.file.name, format.savedShare(inputSize, outputSize));
    }
    case 'cancelled':
      return summary.fileCancelled(job.file.name);
    default:
      return isLocked(job) ? summary.fileLocked(job.file.name) : summary.fileFailed(job.file.name);
  }
}

function quarterPassed(before: number, after: number): string | null {
  const passed = [0.75, 0.5, 0.25].find((quarter) => before < quarter && after >= quarter);
  return passed === undefined ? null : summary.quarter(format.progress(passed));
}

/** Ended files, except locked ones, which still need a password. */
function endedCount(jobs: readonly Job[]): number {
  return jobs.filter((job) => isWanted(job) && !isActive(job) && !isLocked(job)).length;
}

/** A canceled file is neither pending nor done. */
function isWanted(job: Job): boolean {
  return job.state.kind !== 'cancelled';
}

/** Whether its bytes are part of the work: a locked file's are not until it is unlocked. */
function isCounted(job: Job): boolean {
  return isWanted(job) && !isLocked(job);
}

/** An empty file has the minimum weight. */
function weight(job: Job): number {
  return Math.max(1, job.file.size);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
