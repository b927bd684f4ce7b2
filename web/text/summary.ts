import type { DocumentFacts } from '../../shared/index.ts';
import { fitOf } from '../jobs/fit.ts';
import { fractionOf, isActive, isLocked, type Job, resultOf } from '../jobs/job.ts';
import type { Refused } from '../jobs/jobs-reducer.ts';
import { fitHeadline, overText } from './fit.ts';
import { format, plural } from './format.ts';

/** Above this many, a page names no more files one by one. */
const MOST_NAMES = 5;
/** A screen reader hears of each finished file only when there are few. */
const MOST_TOLD = 10;

export interface Totals {
  readonly before: number;
  readonly after: number;
  /** Files that have a result, gained or not. */
  readonly results: number;
  readonly locked: number;
  readonly failed: number;
}

export function totalsOf(jobs: readonly Job[]): Totals {
  const results = jobs.flatMap((job) => resultOf(job) ?? []);
  const locked = jobs.filter(isLocked).length;
  return {
    before: sum(results.map(({ report }) => report.inputBytes)),
    after: sum(results.map(({ report }) => report.outputBytes)),
    results: results.length,
    locked,
    failed: jobs.filter((job) => job.state.kind === 'failed').length - locked,
  };
}

/** How far all of it is, by bytes: a large file is a large part of the bar. */
export function overallFraction(jobs: readonly Job[]): number {
  const counted = jobs.filter(isCounted);
  const all = sum(counted.map(weight));
  return all === 0 ? 0 : sum(counted.map((job) => weight(job) * fractionOf(job))) / all;
}

/** The headline, with the part that shines apart from the rest. */
export interface Headline {
  readonly lit?: string;
  readonly text: string;
}

/** Of one file there is nothing to count. */
const AT_WORK = 'Making it lighter';

export function headline(jobs: readonly Job[]): Headline {
  if (jobs.some(isActive)) {
    const wanted = jobs.filter(isWanted).length;
    return {
      text: wanted === 1 ? AT_WORK : `${format.count(endedCount(jobs))} of ${format.count(wanted)} done`,
    };
  }
  const fit = fitOf(jobs);
  if (fit !== null) return fitHeadline(fit);
  const { before, after, results, locked, failed } = totalsOf(jobs);
  if (after < before) return { lit: format.bytes(before - after), text: ' lighter' };
  if (results > 0) return { text: 'Nothing to save here' };
  if (failed > 0)
    return { text: failed === 1 ? '1 file needs a look' : `${format.count(failed)} files need a look` };
  if (locked > 0) return { text: passwordsNeeded(locked) };
  return { text: 'Nothing was changed' };
}

/** The line under the headline while files are being worked on; what is left in milliseconds, where that is known. */
export function workingLine(jobs: readonly Job[], leftMs: number | null): string {
  const all = sum(jobs.filter(isCounted).map((job) => job.file.size));
  const running = jobs.filter((job) => job.state.kind === 'running').length;
  const { locked } = totalsOf(jobs);
  return [
    `${format.bytes(all * overallFraction(jobs))} of ${format.bytes(all)}`,
    ...(running > 0 ? [`${format.count(running)} working`] : []),
    ...(locked > 0 ? [passwordsNeeded(locked, 'short')] : []),
    ...(leftMs === null ? [] : [`${format.timeLeft(leftMs)} left`]),
  ].join(' · ');
}

/** The line under the headline when nothing is being worked on. */
export function resultLine(jobs: readonly Job[]): string {
  const { before, after, results, locked, failed } = totalsOf(jobs);
  const fit = fitOf(jobs);
  const over = fit === null ? null : overText(fit);
  const parts: string[] = [];
  if (after < before) {
    const share = format.savedShare(before, after);
    const across = results > 1 ? ` across ${plural(results, 'file')}` : '';
    parts.push(`${format.bytes(before)} → ${format.bytes(after)}${across}, ${share} smaller`);
  } else if (results > 0) {
    parts.push(
      results === 1
        ? 'Your file is already small. You have the original, unchanged.'
        : 'Your files are already small. You have the originals, unchanged.',
    );
  } else if (failed > 0) {
    parts.push(failed === 1 ? 'The message below says what happened.' : 'Each message says what happened.');
  }
  if (over !== null && results > 1) parts.push(over);
  if (locked > 0 && (results > 0 || failed > 0)) parts.push(passwordsNeeded(locked));
  if (failed > 0 && results > 0)
    parts.push(failed === 1 ? '1 file needs a look' : `${format.count(failed)} files need a look`);
  return parts.join(' · ');
}

/** The tab's title: how far it is while working, what came of it afterwards. */
export function pageTitle(jobs: readonly Job[]): string {
  if (jobs.length === 0) return 'Make PDFs lighter · Pagelight';
  if (jobs.some(isActive)) return `${format.progress(overallFraction(jobs))} · Pagelight`;
  const { lit = '', text } = headline(jobs);
  return `${lit}${text} · Pagelight`;
}

/** What a screen reader is told when `before` became `after`; null when it is not worth a word. */
export function announcement(before: readonly Job[], after: readonly Job[]): string | null {
  const wasActive = before.some(isActive);
  const isNowActive = after.some(isActive);
  if (!wasActive && isNowActive) return `Compressing ${plural(after.filter(isActive).length, 'file')}.`;
  if (wasActive && !isNowActive) return endAnnouncement(after);
  if (!isNowActive) return null;
  const ended = after.length <= MOST_TOLD ? justEnded(before, after) : [];
  if (ended.length > 0) return ended.map(endOfFile).join(' ');
  return quarterPassed(overallFraction(before), overallFraction(after));
}

/** `64 pages, tagged, with a form, PDF/A-3b` */
export function documentText(document: DocumentFacts): string {
  return [
    plural(document.pages, 'page'),
    `PDF ${document.version}`,
    ...(document.encrypted ? ['locked'] : []),
    ...(document.signed ? ['signed'] : []),
    ...(document.tagged ? ['tagged'] : []),
    ...(document.forms ? ['with a form'] : []),
    ...(document.pdfA === undefined ? [] : [`PDF/A-${document.pdfA}`]),
  ].join(', ');
}

/** What was given but not taken, in one line. */
export function refusedLine({ names, inFolders }: Refused, hasJobs: boolean): string {
  const parts: string[] = [];
  if (names.length > 0) {
    const list = someNames(names);
    parts.push(
      names.length === 1 ? `${list} is not a PDF. Nothing was changed.` : `Not PDFs, so left alone: ${list}.`,
    );
  }
  if (inFolders.length > 0) {
    const were = `${plural(inFolders.length, 'other file')} ${inFolders.length === 1 ? 'was' : 'were'} skipped`;
    const named = `${were}: ${someNames(inFolders)}.`;
    parts.push(hasJobs ? `In folders, ${named}` : `No PDFs in that folder. ${named}`);
  }
  return parts.join(' ');
}

/** Files that have no result, and so are in no ZIP; null where all have one. */
export function leftOutLine(jobs: readonly Job[]): string | null {
  const leftOut = jobs.filter((job) => resultOf(job) === null && !isActive(job));
  if (leftOut.length === 0 || leftOut.length === jobs.length) return null;
  return `Not in the download: ${someNames(leftOut.map(({ file }) => file.name))}.`;
}

/** `a.txt, b.txt and 3 more` */
function someNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${shown} and ${format.count(more)} more` : shown;
}

function endAnnouncement(jobs: readonly Job[]): string {
  const { before, after, results, locked, failed } = totalsOf(jobs);
  const outcome = after < before ? `${format.bytes(before - after)} lighter` : 'nothing to save';
  const fit = fitOf(jobs);
  const { lit, text } = fit === null ? { lit: '', text: '' } : fitHeadline(fit);
  return [
    ...(fit === null ? [] : [`${lit}${text}.`]),
    results > 0 ? `Done. ${format.count(results)} of ${plural(jobs.length, 'file')}, ${outcome}.` : 'Done.',
    ...(locked > 0 ? [`${passwordsNeeded(locked)}.`] : []),
    ...(failed > 0 ? [`${plural(failed, 'file')} could not be compressed.`] : []),
  ].join(' ');
}

function justEnded(before: readonly Job[], after: readonly Job[]): readonly Job[] {
  const active = new Set(before.filter(isActive).map((job) => job.id));
  return after.filter((job) => active.has(job.id) && !isActive(job));
}

function endOfFile(job: Job): string {
  switch (job.state.kind) {
    case 'done': {
      const { inputBytes, outputBytes, unchanged } = job.state.result.report;
      return unchanged
        ? `${job.file.name}: original kept.`
        : `${job.file.name}: ${format.savedShare(inputBytes, outputBytes)} smaller.`;
    }
    case 'cancelled':
      return `${job.file.name}: cancelled.`;
    default:
      return isLocked(job)
        ? `${job.file.name} needs its password.`
        : `${job.file.name} could not be compressed.`;
  }
}

function quarterPassed(before: number, after: number): string | null {
  const passed = [0.75, 0.5, 0.25].find((quarter) => before < quarter && after >= quarter);
  return passed === undefined ? null : `${format.progress(passed)} done.`;
}

function passwordsNeeded(count: number, length: 'short' | 'long' = 'long'): string {
  const who = length === 'short' ? format.count(count) : plural(count, 'file');
  return count === 1 ? `${who} needs a password` : `${who} need a password`;
}

/** Files that ended, apart from the locked ones, which still wait for somebody. */
function endedCount(jobs: readonly Job[]): number {
  return jobs.filter((job) => isWanted(job) && !isActive(job) && !isLocked(job)).length;
}

/** A cancelled file is not waited for, but it is not done either. */
function isWanted(job: Job): boolean {
  return job.state.kind !== 'cancelled';
}

/** Whether its bytes are part of the work: those of a locked file are only once it is open. */
function isCounted(job: Job): boolean {
  return isWanted(job) && !isLocked(job);
}

/** An empty file still counts for something. */
function weight(job: Job): number {
  return Math.max(1, job.file.size);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
