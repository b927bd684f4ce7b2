import { WARNING_TEXTS, type Warning } from '../../shared/index.ts';

/** Alternatives to request, in the terms of the API and the command line. */
const ADVICE: Readonly<Partial<Record<Warning, string>>> = {
  'low-resolution-scan': 'Ask for minDpi 150 or a larger maxDimension.',
};

/** Explains a warning of a successful result. */
export function warningText(warning: Warning): string {
  return [WARNING_TEXTS[warning], ADVICE[warning]].filter((text) => text !== undefined).join(' ');
}
