import type { PartReport } from '../../shared/index.ts';
import type { CoreQueries } from '../visual-diff/core-queries.ts';
import type { RunningTask, TaskOutcome } from '../worker/pool.ts';
import type { SplitRequest } from '../worker/wire.ts';
import { underLimit } from './under-limit.ts';

/** The queries needed to weigh parts. */
export type PartsAsked = Pick<CoreQueries, 'weighParts' | 'splitPlan'>;

/** The same parts that a split under this limit makes, without their bytes. */
export function weighedParts(
  coreQueries: PartsAsked,
  request: SplitRequest,
  endOf: <Value>(task: RunningTask<Value>) => Promise<TaskOutcome<Value>> = ({ outcome }) => outcome,
): Promise<TaskOutcome<readonly PartReport[]>> {
  return underLimit(
    request.limit,
    (how) => endOf(coreQueries.weighParts({ ...request, ...how })),
    () => endOf(coreQueries.splitPlan(request)),
  );
}
