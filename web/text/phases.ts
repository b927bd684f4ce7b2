import type { Phase, Progress } from '../../shared/index.ts';
import { t } from './i18n/catalog.ts';

/** Only images are counted; a number of parts or streams would not help a user. */
const COUNTED: ReadonlySet<Phase> = new Set<Phase>(['images']);

export const WAITING = t.phases.waiting;

/** `Images 12 of 40`, `Optimizing structure`. */
export function phaseText({ phase, done, total }: Progress): string {
  const name = t.phases[phase];
  if (!COUNTED.has(phase) || done === undefined || total === undefined || total === 0) return name;
  return t.phases.counted(name, done, total);
}
