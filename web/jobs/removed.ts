import { isActive, type Job, resultOf } from './job.ts';

/** Jobs that were just removed and can still be restored. */
export interface Removed {
  readonly jobs: readonly Job[];
  /** Ids of all jobs in their order before the removal. */
  readonly order: readonly number[];
}

interface List {
  readonly jobs: readonly Job[];
  /** The last removal, until it can no longer be undone. */
  readonly removed: Removed | null;
}

/** Takes jobs out of the list. Removals of the same moment are undone together. */
export function withRemoved<State extends List>(state: State, isGone: (job: Job) => boolean): State {
  const gone = state.jobs.filter(isGone);
  if (gone.length === 0) return state;
  const order = state.removed?.order ?? [];
  return {
    ...state,
    jobs: state.jobs.filter((job) => !isGone(job)),
    removed: {
      jobs: [...(state.removed?.jobs ?? []), ...gone],
      order: [...order, ...state.jobs.map(({ id }) => id).filter((id) => !order.includes(id))],
    },
  };
}

/** Puts removed jobs back into their places. What was in work starts anew. */
export function withRestored<State extends List>(state: State): State {
  if (state.removed === null) return state;
  const { jobs, order } = state.removed;
  const placeOf = ({ id }: Job) => (order.includes(id) ? order.indexOf(id) : Number.POSITIVE_INFINITY);
  const all = [...jobs.map(revived), ...state.jobs];
  return { ...state, removed: null, jobs: all.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)) };
}

/** The worker of a removed job has ended. */
function revived(job: Job): Job {
  const attempt = job.attempt + 1;
  return isActive(job)
    ? { ...job, attempt, state: { kind: 'waiting', kept: resultOf(job) } }
    : { ...job, attempt };
}
