import type { Host } from '../host.ts';
import { createWork } from '../passes/run-job.ts';
import { LOST, type WorkJob } from '../work/job.ts';
import type { WorkThreads } from '../work/threads.ts';
import { transferablesOf } from '../work/transferables.ts';

/** Outcome of a job instead of its result. */
export type Fault = 'lost' | 'hangs';

/**
 * Threads that run real jobs, some finishing out of order; buffers are transferred as through a port. If the
 * test watches jobs, all run there; else the document helps.
 */
export function jobThreads(
  host: Host,
  parallelism: number,
  onJob?: (job: WorkJob) => Fault | undefined,
): WorkThreads {
  let jobs = 0;
  return {
    parallelism,
    documentHelps: onJob === undefined,
    isWorth: ({ pixels }) => pixels > 0,
    open: () => ({
      run: async (given) => {
        const job = structuredClone(given, { transfer: transferablesOf(given) });
        const fault = onJob?.(job);
        if (fault === 'lost') return LOST;
        if (fault === 'hangs') return new Promise(() => {});
        jobs += 1;
        for (let turn = jobs % 3; turn > 0; turn -= 1) await new Promise((done) => setImmediate(done));
        const result = await createWork(host)(job);
        return structuredClone(result, { transfer: transferablesOf(result) });
      },
      close: () => {},
    }),
  };
}
