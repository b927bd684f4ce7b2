import type { Phase, Progress } from '../../shared/index.ts';
import { format } from './format.ts';

const PHASES: Readonly<Record<Phase, string>> = {
  reading: 'Reading',
  images: 'Images',
  structure: 'Tidying up',
  writing: 'Writing',
  checking: 'Checking',
};

/** Only images are counted aloud; a number of parts or streams would tell nobody anything. */
const COUNTED: ReadonlySet<Phase> = new Set<Phase>(['images']);

export const WAITING = 'Waiting';

/** `Images 12 of 40`, `Tidying up`. */
export function phaseText({ phase, done, total }: Progress): string {
  const name = PHASES[phase];
  if (!COUNTED.has(phase) || done === undefined || total === undefined || total === 0) return name;
  return `${name} ${format.count(done)} of ${format.count(total)}`;
}
