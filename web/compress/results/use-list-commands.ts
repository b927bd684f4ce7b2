import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isActive, type Job } from '../../jobs/job.ts';
import type { JobsEvent } from '../../jobs/jobs-reducer.ts';
import type { SaveAll } from '../../save/use-saving.ts';
import type { Outcome } from '../../text/outcome/outcome.ts';
import { totalsOf } from '../../text/summary.ts';
import { TOUCH, useMedia } from '../../ui/use-media.ts';
import { useDiffs } from '../../visual-diff/use-proofs.ts';
import type { RowActions } from '../rows/row-actions.ts';
import { useListKeys } from '../rows/use-list-keys.ts';
import { typicalJob } from './ListEnd.tsx';
import { listMenu } from './list-menu.ts';
import type { JobSight } from './use-job-filter.ts';

/** Commands for the whole list. */
export function useListCommands(
  jobs: readonly Job[],
  { uncompared }: JobSight,
  tell: (event: JobsEvent) => void,
) {
  const { background } = useDiffs();
  const onCompareAll = () => background.ask(uncompared.map(({ blob }) => blob));
  return {
    uncompared: uncompared.length,
    onStartOver: () => tell({ type: 'list-cleared' }),
    /** Null if there is no earlier run to restore. */
    onGoBack: jobs.some(({ previous }) => previous !== null) ? () => tell({ type: 'run-reverted' }) : null,
    onCompareAll,
    header: { onCompareAll, onCancelAll: () => tell({ type: 'all-cancelled' }) },
  };
}

/** Entries of the list's menu. */
export function useListMenu(list: {
  readonly jobs: readonly Job[];
  readonly saveAll: SaveAll;
  readonly commands: ReturnType<typeof useListCommands>;
  readonly outcome: Outcome | null;
  readonly onHelp: () => void;
}) {
  const isTouched = useMedia(TOUCH);
  return listMenu({
    ...list.commands,
    save: { ...list.saveAll, toFolder: () => list.saveAll.toFolder(fittingOf(list.outcome)) },
    others: othersOf(list),
    isWorking: list.jobs.some(isActive),
    hasCode: !isTouched && typicalJob(list.jobs) !== undefined,
    onKeys: isTouched ? null : list.onHelp,
  });
}

/** Jobs that the head's button saves; undefined for all. */
function fittingOf(outcome: Outcome | null): readonly number[] | undefined {
  return outcome === null || outcome.download.over === 0 ? undefined : outcome.download.ids;
}

/** All results, where the head's button saves only those that fit. */
function othersOf({
  jobs,
  outcome,
  saveAll,
}: Pick<Parameters<typeof useListMenu>[0], 'jobs' | 'outcome' | 'saveAll'>) {
  if (outcome === null || outcome.download.over === 0) return null;
  const { over, ids } = outcome.download;
  return { files: ids.length + over, bytes: totalsOf(jobs).after, over, onSave: () => void saveAll.asZip() };
}

/** Single keys and shortcuts of the list. */
export function useKeysOfList(
  list: RefObject<HTMLElement | null>,
  saveAll: SaveAll,
  sight: JobSight,
  actions: RowActions,
  help: () => void,
): void {
  useListKeys(list, {
    filter: () => {
      const chosen = sight.filtersRef.current?.querySelector<HTMLElement>(
        '[role="radio"][aria-checked="true"]',
      );
      chosen?.focus();
      return chosen != null;
    },
    look: actions.look,
    moveBy: (id, by) => sight.sort === 'added' && actions.moveBy(id, by),
    download: (id) => void saveAll.one(id),
    downloadAll: () => void saveAll.asZip(),
    find: () => {
      flushSync(() => sight.onQuery(sight.query ?? ''));
      sight.findRef.current?.focus();
    },
    help,
  });
}
