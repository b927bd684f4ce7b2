import type { FaceRefusal } from '../../fonts/cff/refused-face.ts';
import type { SkipReason } from '../../report.ts';

/** Reported reasons for a CFF or Type 1 program that is not changed. */
const REASONS: Readonly<Record<FaceRefusal, SkipReason>> = {
  damaged: 'damaged-font',
  'too-complex': 'unsupported-font-structure',
  'odd-charstring': 'unsupported-font-structure',
  'unknown-othersubr': 'unsupported-font-structure',
  'multiple-master': 'multiple-master',
  'several-fonts': 'unsupported-font-structure',
  'odd-font-matrix': 'unsupported-font-structure',
  'odd-encoding': 'unsupported-font-structure',
  'odd-private': 'unsupported-font-structure',
  'odd-paint': 'unsupported-font-structure',
  'out-of-range': 'unsupported-font-structure',
  'not-equal': 'verification-failed',
};

export function refusalReason(refusal: FaceRefusal): SkipReason {
  return REASONS[refusal];
}
