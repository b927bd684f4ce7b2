import type { ClassCounts, Estimate, Prediction, SizeClass } from '../archive-files.ts';

/** Result of a sampled document. */
export interface Measured {
  readonly bytes: number;
  /** 0 if it was refused. */
  readonly savedBytes: number;
  readonly cpuMs: number;
  /** Processor time if its contents were compressed before. */
  readonly repeatMs: number;
  /** Code of its problem, if it can't be compressed. */
  readonly refused?: string;
}

export interface MeasuredClass extends ClassCounts {
  readonly documents: readonly Measured[];
}

const RESAMPLES = 1000;
/** Nine of ten resamples lie between these quantiles. */
const [LOW, HIGH] = [0.05, 0.95];

/**
 * Extrapolates from a stratified sample: bytes saved in proportion to the bytes of each class, processor time in
 * proportion to its objects, plus what a process takes once. Ranges are a bootstrap within the classes, narrower where much was sampled.
 */
export function predict(classes: readonly MeasuredClass[], warmUpMs = 0): Prediction {
  const documents = classes.flatMap((each) => each.documents);
  const refused: Record<string, number> = {};
  for (const { refused: code } of documents) if (code !== undefined) refused[code] = (refused[code] ?? 0) + 1;
  return {
    sampled: documents.length,
    refused,
    savedBytes: estimate(classes, savedOf, 0),
    cpuSeconds: estimate(classes, cpuSecondsOf, warmUpMs / 1000),
    classes: classes.map(
      ({ documents: sample, ...counts }): SizeClass => ({
        ...counts,
        sampled: sample.length,
        sampledSize: sumOf(sample, 'bytes'),
        savedBytes: sumOf(sample, 'savedBytes'),
        cpuMs: Math.round(sumOf(sample, 'cpuMs')),
      }),
    ),
  };
}

type ClassTotal = (of: MeasuredClass, documents: readonly Measured[]) => number;

const savedOf: ClassTotal = ({ size }, documents) =>
  (size * sumOf(documents, 'savedBytes')) / Math.max(1, sumOf(documents, 'bytes'));

const cpuSecondsOf: ClassTotal = ({ objects, repeats }, documents) =>
  ((objects - repeats) * sumOf(documents, 'cpuMs') + repeats * sumOf(documents, 'repeatMs')) /
  Math.max(1, documents.length) /
  1000;

function estimate(classes: readonly MeasuredClass[], total: ClassTotal, once: number): Estimate {
  const sampled = classes.filter(({ documents }) => documents.length > 0);
  const likely = sampled.reduce((sum, each) => sum + total(each, each.documents), once);
  const random = randomNumbers();
  const sums = Array.from({ length: RESAMPLES }, () =>
    sampled.reduce((sum, each) => {
      const { documents, objects } = each;
      const again = documents.map(() => documents[Math.floor(random() * documents.length)]!);
      // Nothing is uncertain in a class that was sampled whole.
      const unknown = Math.sqrt(Math.max(0, 1 - documents.length / objects));
      const known = total(each, documents);
      return sum + known + (total(each, again) - known) * unknown;
    }, once),
  ).sort((a, b) => a - b);
  const at = (quantile: number) => sums[Math.round(quantile * (RESAMPLES - 1))] ?? likely;
  return { likely: rounded(likely), low: rounded(at(LOW)), high: rounded(at(HIGH)) };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function sumOf(documents: readonly Measured[], of: 'bytes' | 'savedBytes' | 'cpuMs' | 'repeatMs'): number {
  return documents.reduce((sum, each) => sum + each[of], 0);
}

/** The same numbers in every run (mulberry32), so that a plan can be made again. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
