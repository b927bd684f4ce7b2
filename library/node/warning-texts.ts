import { WARNING_TEXTS, type Warning } from '../../shared/index.ts';

/** What to ask for instead, by the names of the API and the commands. */
const ADVICE: Readonly<Partial<Record<Warning, string>>> = {
  'low-resolution-scan': 'Ask for minDpi 150 or a larger maxDimension.',
};

/** What a person should know about a result that did succeed. */
export function warningText(warning: Warning): string {
  return [WARNING_TEXTS[warning], ADVICE[warning]].filter((text) => text !== undefined).join(' ');
}
