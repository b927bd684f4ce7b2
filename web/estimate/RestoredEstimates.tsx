import { useEffect, useState } from 'react';
import type { Job } from '../jobs/job.ts';
import type { Settings } from '../options/settings.ts';
import { type Restorable, restoredJobs } from '../persistence/restore.ts';
import { useEstimates } from './use-estimates.ts';

/** Shows each preset's estimate for files restored from an earlier session, before the user resumes them. */
export function RestoredEstimates(props: { readonly restorable: Restorable; readonly settings: Settings }) {
  const { restorable } = props;
  const [held, setHeld] = useState<readonly Job[]>([]);
  useEffect(() => {
    let isWanted = true;
    void restoredJobs(restorable).then((jobs) => isWanted && setHeld(jobs));
    return () => {
      isWanted = false;
    };
  }, [restorable]);
  useEstimates(held, props.settings, true);
  return null;
}
