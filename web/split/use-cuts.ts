import { useMemo, useState } from 'react';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import type { Job, Result } from '../jobs/job.ts';
import { typedLimit } from '../settings/typed-sizes.ts';
import { type Cuts, chapterCuts, regularCuts } from './cuts.ts';
import type { Wanted } from './use-split-choice.ts';

/** How a file is split: below a size, at chapters, after a number of pages, or where the user drags the cuts. */
export type SplitWay = 'size' | 'chapters' | 'pages' | 'hand';

export type CutChoice = ReturnType<typeof useCuts>;

/** The chosen way with its values, and the split that follows from them. */
export function useCuts(job: Job, result: Result, plan: SplitPlan) {
  const [way, setWay] = useState<SplitWay>('size');
  const [limit, setLimit] = useState(() => initialLimit(job, result));
  const [each, setEach] = useState(() => Math.ceil(plan.pageBytes.length / 2));
  const [byHand, setByHand] = useState<Cuts>([]);
  const wanted = useMemo((): Wanted => {
    switch (way) {
      case 'size':
        return { kind: 'size', limit };
      case 'chapters':
        return { kind: 'cuts', cuts: chapterCuts(plan) };
      case 'pages':
        return { kind: 'cuts', cuts: regularCuts(plan, each) };
      case 'hand':
        return { kind: 'cuts', cuts: byHand };
    }
  }, [way, limit, each, byHand, plan]);
  const setCuts = (next: Cuts) => {
    setByHand(next);
    setWay('hand');
  };
  return { way, setWay, limit, setLimit, each, setEach, wanted, setCuts };
}

/** The limit that was missed, of the file or of all together, else about half of the file. */
function initialLimit({ options, budget = 0 }: Job, { blob }: Result): number {
  const missed = options.targetSize > 0 ? options.targetSize : budget;
  if (missed > 0 && missed < blob.size) return missed;
  return typedLimit(`${Math.ceil(blob.size / 1600)} KB`) ?? blob.size;
}
