import type { DocumentProblem, JobResponse } from '../../../shared/api/dashboard-jobs.ts';
import { dashboard } from '../i18n/dashboard-words.ts';

/** Texts for jobs, their documents and deliveries. */
export const words = dashboard.jobs;

const { causes, reasons, states } = words;

const CAUSES: Readonly<Record<string, string>> = causes;
const REASONS: Readonly<Record<string, string | ((status: number) => string)>> = reasons;

/** Why a document failed and what to do; in English for codes of a newer server. */
export function causeText({ code, reason, remoteStatus, detail }: DocumentProblem): string {
  const text = (reason === null ? undefined : REASONS[reason]) ?? CAUSES[code] ?? detail;
  return typeof text === 'function' ? text(remoteStatus ?? 0) : text;
}

/** The state of a job in a word, or how it ended. */
export function stateText({ state, outcome, counts }: JobResponse): string {
  if (outcome === null) return states[state === 'queued' ? 'queued' : 'running'];
  return outcome === 'partial' ? states.partial(counts.failed) : states[outcome];
}
