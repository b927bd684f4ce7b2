import { useEffect, useRef, useState } from 'react';
import type { CompressOptions } from '../../shared/index.ts';
import type { Job } from '../jobs/job.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import { PresetEstimator } from './estimating.ts';

/** Estimated total bytes of all files with other options; null while unknown, impossible, or not asked for. */
export function useTotalEstimate(jobs: readonly Job[], options: CompressOptions | null): number | null {
  const { coreQueries } = useDiffs();
  const [known, setKnown] = useState<{ readonly asked: string; readonly bytes: number } | null>(null);
  const asked =
    options === null
      ? null
      : [JSON.stringify(options), ...jobs.map(({ id, attempt }) => `${id}.${attempt}`)].join(' ');
  const now = useRef({ jobs, options });
  now.current = { jobs, options };
  useEffect(() => {
    const { jobs, options } = now.current;
    if (asked === null || options === null) return;
    const work = new PresetEstimator(coreQueries, { total: options });
    void work.all(jobs).then((sizes) => sizes !== null && setKnown({ asked, bytes: sizes.total }));
    return () => work.stop();
  }, [coreQueries, asked]);
  return known !== null && known.asked === asked ? known.bytes : null;
}
