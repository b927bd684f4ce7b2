import type { RefObject } from 'react';
import { useLocation } from 'wouter';
import type { CompressOptions } from '../../shared/index.ts';
import { type Job, type Result, resultOf } from '../jobs/job.ts';
import { useJobStore } from '../jobs/use-jobs.ts';
import type { SaveAll } from '../save/use-saving.ts';
import { splits } from '../split/splits.ts';
import { withoutPages } from '../suggestions/remedy-sizes.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { SplitRequest } from '../worker/wire.ts';
import type { FileDialog } from './results/FileDialogs.tsx';
import { type RowActions, useRowActions } from './rows/row-actions.ts';

/**
 * Actions of the rows, with all that they need from the list around them.
 *
 * @param options those in the panel
 * @param heading gets the focus when the last row is removed
 */
export function useRowWork(
  options: CompressOptions,
  saveAll: SaveAll,
  open: (dialog: FileDialog) => void,
  heading: RefObject<HTMLElement | null>,
  list: Pick<RowActions, 'look' | 'moveBy'>,
): RowActions {
  const store = useJobStore();
  const { tell } = store;
  const [, navigate] = useLocation();
  const { background, coreQueries } = useDiffs();
  return useRowActions(store, {
    options,
    remove: (id) => {
      focusAfterRemoval(id, heading.current);
      tell({ type: 'job-removed', id });
    },
    askSignature: (id) => open({ kind: 'signature', id }),
    // A file with a result to look at has its settings beside it.
    openSettings: (id) => {
      const job = store.state().jobs.find((one) => one.id === id);
      if (job !== undefined && resultOf(job)?.report.unchanged === false) navigate(`/f/${id}#settings`);
      else open({ kind: 'settings', id });
    },
    openSplit: (id) => open({ kind: 'split', id }),
    ...list,
    share: saveAll.share,
    sharePart: saveAll.sharePart,
    split: (job, limit = job.options.targetSize) => {
      const result = resultOf(job);
      if (result === null) return;
      void splits.begin(coreQueries, splitRequest(job, result, limit), (parts) =>
        tell({ type: 'result-split', id: job.id, result: result.blob, parts }),
      );
    },
    leaveOutPages: (job) => {
      const result = resultOf(job);
      if (result?.report.damage === undefined) return;
      const request = withoutPages(job, result.report.damage.pages);
      void splits.leaveOut(coreQueries, result.blob, request, (parts) =>
        tell({ type: 'result-split', id: job.id, result: result.blob, parts }),
      );
    },
    save: saveAll.one,
    compare: (results) => background.ask(results),
  });
}

/** A locked file's result has the same password. */
function splitRequest({ options, password }: Job, { blob }: Result, limit: number): SplitRequest {
  const { breakSignatures } = options;
  return {
    input: blob,
    limit,
    breakSignatures,
    ...(password === undefined ? {} : { password }),
  };
}

/** Moves focus to the row after the removed one, else to the headline. */
function focusAfterRemoval(id: number, heading: HTMLElement | null): void {
  const removed = document.querySelector(`[data-job="${id}"]`);
  const next = removed?.nextElementSibling ?? heading;
  // After the frame in which the row's menu, which closes with it, gives the focus back.
  if (next instanceof HTMLElement) requestAnimationFrame(() => next.focus());
}
