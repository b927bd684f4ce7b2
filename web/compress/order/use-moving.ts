import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type Job, shownName } from '../../jobs/job.ts';
import type { JobsEvent } from '../../jobs/jobs-reducer.ts';
import type { Target } from '../../jobs/order.ts';
import { listWords } from '../../text/i18n/list-words.ts';

/** Moves files within the list, and says where they are. @param shown the visible ones, in their order */
export function useMoving(
  jobs: readonly Job[],
  shown: readonly Job[],
  tell: (event: JobsEvent) => void,
): {
  readonly moved: string;
  readonly move: (id: number, to: Target) => void;
  readonly moveBy: (id: number, by: -1 | 1) => void;
} {
  const [moved, setMoved] = useState<number | null>(null);
  const at = jobs.findIndex(({ id }) => id === moved);
  const move = (id: number, to: Target) => {
    const hadFocus = document.activeElement?.closest(`[data-job="${id}"]`) !== null;
    flushSync(() => tell({ type: 'job-moved', id, to }));
    setMoved(id);
    // A row that is moved in the document loses the focus.
    if (hadFocus) document.querySelector<HTMLElement>(`[data-job="${id}"]`)?.focus();
  };
  const movedJob = jobs[at];
  return {
    moved: movedJob === undefined ? '' : listWords.row.moved(shownName(movedJob), at + 1, jobs.length),
    move,
    moveBy: (id, by) => {
      const neighbor = shown[shown.findIndex((job) => job.id === id) + by];
      if (neighbor !== undefined) move(id, { neighbor: neighbor.id, side: by < 0 ? 'before' : 'after' });
    },
  };
}
