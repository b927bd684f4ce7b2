import { useEffect, useRef, useState } from 'react';
import { download } from '../device/download.ts';
import type { Job, Result } from '../jobs/job.ts';
import { resultNames } from '../jobs/result-names.ts';
import { useJobStore } from '../jobs/use-jobs.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { RunningTask } from '../worker/pool.ts';

export interface ReceiptSaving {
  readonly kind: 'idle' | 'writing' | 'failed';
  readonly save: () => void;
}

/** Issues the receipt of a result in a worker, which reads both files again, and downloads it. */
export function useReceiptSaving(job: Job, { blob, report }: Result): ReceiptSaving {
  const { coreQueries } = useDiffs();
  const store = useJobStore();
  const [kind, setKind] = useState<ReceiptSaving['kind']>('idle');
  const task = useRef<RunningTask<unknown> | null>(null);
  useEffect(() => () => task.current?.cancel(), []);

  const save = async () => {
    if (kind === 'writing') return;
    setKind('writing');
    const { imageOverrides, password } = job;
    const running = coreQueries.receipt({
      input: job.file,
      output: blob,
      report,
      ...(imageOverrides === undefined ? {} : { imageOverrides }),
      ...(password === undefined ? {} : { password }),
    });
    task.current = running;
    const end = await running.outcome;
    if (end.kind === 'cancelled') return;
    setKind(end.kind === 'failed' ? 'failed' : 'idle');
    if (end.kind === 'failed') return;
    const name = resultNames(store.state().jobs).get(job.id) ?? job.file.name;
    const text = `${JSON.stringify(end.value, null, 2)}\n`;
    download(new Blob([text], { type: 'application/json' }), `${name.replace(/\.pdf$/i, '')}.receipt.json`);
  };
  return { kind, save: () => void save() };
}
