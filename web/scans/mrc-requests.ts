import type { CompressOptions } from '../../shared/index.ts';
import type { Job } from '../jobs/job.ts';

/** A preview to show as soon as the file is opened. */
export interface FirstTry {
  readonly page: number;
  readonly options: CompressOptions;
}

/** Stored in the history entry of the file's page: a preview ends when that page is left. */
interface Asked {
  readonly separatedPage: number;
  readonly form: ScanForm;
}

/** Options of scans that the tab offers. */
export type ScanForm = 'mrc' | 'ink';

export function askForSeparation(page: number, form: ScanForm): { readonly state: Asked } {
  return { state: { separatedPage: page, form } };
}

/** The page (1-based) to preview in the offered form; null if not requested. */
export function separationAsked({ options }: Job): FirstTry | null {
  const { separatedPage, form = 'mrc' } = (history.state ?? {}) as Partial<Asked>;
  if (typeof separatedPage !== 'number') return null;
  return { page: separatedPage, options: { ...options, [form]: 'auto' } };
}
