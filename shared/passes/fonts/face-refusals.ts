import type { FaceRefusal } from '../../fonts/cff/refused-face.ts';
import type { SkipReason } from '../../report.ts';

/** What people are told of a CFF or Type 1 program that stays as it is. */
const REASONS: Readonly<Record<FaceRefusal, SkipReason>> = {
  damaged: 'damaged-font',
  'too-complex': 'odd-font',
  'odd-charstring': 'odd-font',
  'unknown-othersubr': 'odd-font',
  'multiple-master': 'multiple-master',
  'several-fonts': 'odd-font',
  'odd-font-matrix': 'odd-font',
  'odd-encoding': 'odd-font',
  'odd-private': 'odd-font',
  'odd-paint': 'odd-font',
  'out-of-range': 'odd-font',
  'not-equal': 'not-proved',
};

export function refusalReason(refusal: FaceRefusal): SkipReason {
  return REASONS[refusal];
}
