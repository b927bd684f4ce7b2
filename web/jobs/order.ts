import type { Job } from './job.ts';

/** A place in the list, beside another job. */
export interface Target {
  readonly neighbor: number;
  readonly side: 'before' | 'after';
}

/** Appends jobs, whose rank is above all others even if some were moved to the end. */
export function withAdded(jobs: readonly Job[], added: readonly Job[]): readonly Job[] {
  const highest = jobs.reduce((most, job) => Math.max(most, rankOf(job)), 0);
  const ranked = added.map((job, at) => (job.id > highest ? job : { ...job, place: highest + 1 + at }));
  return [...jobs, ...ranked];
}

/** Moves one job. Only its own rank changes, unless there is no number between those of its neighbors. */
export function withMoved(jobs: readonly Job[], id: number, { neighbor, side }: Target): readonly Job[] {
  const moved = jobs.find((job) => job.id === id);
  const others = jobs.filter((job) => job.id !== id);
  const at = others.findIndex((job) => job.id === neighbor);
  if (moved === undefined || at === -1) return jobs;
  const to = side === 'before' ? at : at + 1;
  const [above, below] = [others.at(to - 1), others.at(to)];
  const low = to === 0 || above === undefined ? null : rankOf(above);
  const high = below === undefined ? null : rankOf(below);
  const place = between(low, high);
  const placed = others.toSpliced(to, 0, { ...moved, place });
  const fits = (low === null || low < place) && (high === null || place < high);
  return fits ? placed : placed.map((job, index) => ({ ...job, place: index + 1 }));
}

/** Jobs in the order of their ranks. */
export function inOrder<Ranked extends Pick<Job, 'id' | 'place'>>(
  jobs: readonly Ranked[],
): readonly Ranked[] {
  return jobs.toSorted((a, b) => rankOf(a) - rankOf(b) || a.id - b.id);
}

function rankOf({ id, place }: Pick<Job, 'id' | 'place'>): number {
  return place ?? id;
}

function between(low: number | null, high: number | null): number {
  if (low === null) return (high ?? 1) - 1;
  return high === null ? low + 1 : (low + high) / 2;
}
