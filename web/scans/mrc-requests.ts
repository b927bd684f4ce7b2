import type { FirstTry } from '../file/live-preview/use-live.ts';
import type { Job } from '../jobs/job.ts';

/** Carried by the entry of the history that opens a file's page: a trial is over when that page is left. */
interface Asked {
  readonly separatedPage: number;
}

export function askForSeparation(page: number): { readonly state: Asked } {
  return { state: { separatedPage: page } };
}

/** The page, from 1, on which text is to be separated before anybody says so of the file; null where that was not asked. */
export function separationAsked({ options }: Job): FirstTry | null {
  const { separatedPage } = (history.state ?? {}) as Partial<Asked>;
  if (typeof separatedPage !== 'number') return null;
  return { page: separatedPage, options: { ...options, mrc: 'auto' } };
}
