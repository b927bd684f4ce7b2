import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useEstimates } from '../estimate/use-estimates.ts';
import { useTotalEstimate } from '../estimate/use-total-estimate.ts';
import type { AllocationState } from '../jobs/allocation.ts';
import { isActive, isComparable, type Job, resultOf } from '../jobs/job.ts';
import type { JobsEvent } from '../jobs/jobs-reducer.ts';
import type { Target } from '../jobs/order.ts';
import { pendingParts } from '../jobs/pending-parts.ts';
import { useJobStore, useJobs } from '../jobs/use-jobs.ts';
import { isSharpest, optionsOf, type Settings, withPreset } from '../options/settings.ts';
import { SaveNote } from '../save/SaveButtons.tsx';
import { useSaving } from '../save/use-saving.ts';
import { useScanOffers } from '../scans/use-scan-offers.ts';
import { useRemedySizes } from '../suggestions/use-remedy-sizes.ts';
import { budgetAllocatorOf } from '../total-limit/budget-allocator.ts';
import { MailCards } from '../total-limit/MailCards.tsx';
import { leavesRoom, Together } from '../total-limit/Together.tsx';
import { useSharing } from '../total-limit/use-sharing.ts';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { PickedFile } from './intake.ts';
import { useMoving } from './order/use-moving.ts';
import { ListEnd } from './results/ListEnd.tsx';
import { OnlyFile } from './results/OnlyFile.tsx';
import { Overlays, useOverlays } from './results/Overlays.tsx';
import { ResultsHeader } from './results/ResultsHeader.tsx';
import { type JobSight, useJobFilter } from './results/use-job-filter.ts';
import { useKeysOfList, useListCommands, useListMenu } from './results/use-list-commands.ts';
import { leftBy, type Mailing, useMailing } from './results/use-mailing.ts';
import { useOutcome } from './results/use-outcome.ts';
import { FileList } from './rows/FileList.tsx';
import type { RowActions } from './rows/row-actions.ts';
import { type LineScale, lineScale } from './rows/WeightLine.tsx';
import { arePiled } from './rows/window/list-entries.ts';
import { useRowWork } from './use-row-work.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useWakeLock } from './use-wake-lock.ts';
import './results/head.css';

export { Watch } from '../watch/Watch.tsx';
export { PageNotes } from './PageNotes.tsx';
export { UndoBar } from './results/UndoBar.tsx';
export { RestorePanel } from './start/RestorePanel.tsx';

/** The headline, the list with its controls, and the side column. A chunk of its own, which the first load omits. */
export default function WorkSection(props: {
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
  readonly onFiles: (given: readonly PickedFile[]) => void;
  /** Called with the headline of an idle list; null during work. */
  readonly onOutcome: (text: string | null) => void;
  /** The side column. */
  readonly children: ReactNode;
}) {
  const { settings, onSettings } = props;
  const store = useJobStore();
  const { tell } = store;
  const { jobs } = useJobs();
  const headlineRef = useRef<HTMLHeadingElement>(null);
  const listRef = useRef<HTMLUListElement>(null);
  const saveAll = useSaving(
    async () => {
      await pendingParts.settled();
      return store.state().jobs;
    },
    store.storage,
    (ids) => tell({ type: 'results-saved', ids }),
  );
  const sight = useJobFilter(jobs);
  const overlays = useOverlays();
  const { moved, move, moveBy } = useMoving(jobs, sight.shown, tell);
  const actions = useRowWork(optionsOf(settings), saveAll, overlays.setDialog, headlineRef, {
    look: overlays.setLooked,
    moveBy,
  });
  const scale = useScale(jobs, sight.limit);
  const together = useSharing(budgetAllocatorOf(store), jobs);
  const commands = useListCommands(jobs, sight, tell);
  useBesideTheList(jobs, settings, headlineRef, listRef);
  useKeysOfList(listRef, saveAll, sight, actions, overlays.showKeys);
  const mailing = useMailing(jobs, together, saveAll);
  const outcome = useOutcome(jobs, together, mailing, props.onOutcome);
  const menu = useListMenu({ jobs, saveAll, commands, outcome, onHelp: overlays.showKeys });
  const header = {
    jobs,
    outcome,
    mailing: mailing.sorted && mailing,
    together,
    headlineRef,
    saveAll,
    sight,
    menu,
    ...commands.header,
  };
  const list = {
    listRef,
    jobs,
    sight: leftBy(mailing, sight),
    scale,
    actions,
    onMove: move,
    isNumbered: together !== null,
  };
  return (
    <>
      <SaveNote all={saveAll} />
      <ResultsHeader
        {...header}
        onSplit={actions.openSplit}
        limits={settings}
        onLimits={(limits) => onSettings({ ...settings, ...limits })}
      />
      <div className="split">
        <section aria-labelledby="work-headline">
          {mailing.sorted === null ? (
            <SharedLimit
              actions={actions}
              jobs={jobs}
              settings={settings}
              together={together}
              onSettings={onSettings}
              mailing={mailing}
            />
          ) : (
            <MailCards
              mails={mailing.sorted.mails}
              limit={mailing.limit}
              onSave={(files) => void saveAll.some(files.map(({ name }) => name))}
            />
          )}
          <OnlyPicture jobs={jobs} />
          <VisibleFiles {...list} />
          <ListEnd
            jobs={jobs}
            settings={settings}
            scale={scale}
            onSettings={onSettings}
            onFiles={props.onFiles}
            onStartOver={commands.onStartOver}
            onGoBack={commands.onGoBack}
          />
          <Overlays overlays={overlays} jobs={jobs} sight={sight} settings={settings} saveAll={saveAll} />
          <p className="sr" role="status">
            {moved}
          </p>
        </section>
        {props.children}
      </div>
    </>
  );
}

/** How one size is shared among all files. */
function SharedLimit(props: {
  readonly jobs: readonly Job[];
  readonly settings: Settings;
  readonly together: AllocationState | null;
  readonly onSettings: (settings: Settings) => void;
  readonly mailing: Mailing;
  readonly actions: Pick<RowActions, 'split'>;
}) {
  const store = useJobStore();
  const { tell } = store;
  const { jobs, settings } = props;
  const run = sharperRun(settings, props.onSettings, tell);
  const isOffered = run !== null && leavesRoom(props.together, jobs);
  const bytes = useTotalEstimate(jobs, isOffered ? run.options : null);
  return (
    <Together
      jobs={jobs}
      sharer={budgetAllocatorOf(store)}
      sent={props.mailing.sent}
      onMails={props.mailing.begin}
      onSplit={props.actions.split}
      onLeaveOut={(id) => tell({ type: 'job-left-out', id, isLeftOut: true })}
      sharper={isOffered ? { bytes, onUse: run.onUse } : null}
    />
  );
}

/** The only file as a picture, where it is smaller and can be drawn. */
function OnlyPicture({ jobs }: { readonly jobs: readonly Job[] }) {
  const { background } = useDiffs();
  const [first] = jobs;
  const result = first !== undefined && jobs.length === 1 ? resultOf(first) : null;
  return result !== null && isComparable(result) && background.draws(result) ? (
    <OnlyFile result={result} />
  ) : null;
}

/** The rows, in the chosen order. */
function VisibleFiles(props: {
  readonly listRef: RefObject<HTMLUListElement | null>;
  readonly jobs: readonly Job[];
  readonly sight: JobSight;
  readonly scale: LineScale;
  readonly actions: RowActions;
  readonly onMove: (id: number, to: Target) => void;
  readonly isNumbered: boolean;
}) {
  const { sight, ...list } = props;
  const { jobs } = list;
  const { background, pictures } = useDiffs();
  return (
    <FileList
      {...list}
      shown={sight.shown}
      limit={sight.limit}
      isPiled={sight.filter === 'all' && sight.sort === 'added' && arePiled(jobs) && !jobs.some(isActive)}
      canMove={jobs.length > 1 && sight.sort === 'added'}
      needsAsking={background.needsAsking}
      hasPictures={pictures !== null && (jobs.length > 1 || jobs.every(isShownInRow))}
    />
  );
}

/** A single file that can be compared has a large picture of its own. */
function isShownInRow(only: Job): boolean {
  const result = resultOf(only);
  return result !== null && !isComparable(result);
}

/** A stable object, so that no row re-renders because of it. */
function useScale(jobs: readonly Job[], limit: number | null) {
  return useMemo(
    () =>
      lineScale(
        jobs.map(({ file }) => file.size),
        limit,
      ),
    [jobs, limit],
  );
}

/** Effects while the list is shown: offers, estimates, the lit screen, focus and scroll position. */
function useBesideTheList(
  jobs: readonly Job[],
  settings: Settings,
  headline: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): void {
  const isWorking = jobs.some(isActive);
  useScanOffers(jobs);
  useScrollRestoration(list);
  useKeptFocus();
  useEstimates(jobs, settings, !isWorking);
  useRemedySizes(jobs, !isWorking);
  useWakeLock(isWorking);
  useEffect(() => {
    // The list keeps its scroll position: the user may be in the middle of it.
    if (isWorking) headline.current?.focus({ preventScroll: true });
  }, [isWorking, headline]);
}

/** Compresses all files again with sharper images; null if they are as sharp as a preset makes them. */
function sharperRun(
  settings: Settings,
  onSettings: (settings: Settings) => void,
  tell: (event: JobsEvent) => void,
) {
  if (isSharpest(settings)) return null;
  const sharper = withPreset(settings, 'sharp');
  const options = optionsOf(sharper);
  return {
    options,
    onUse: () => {
      onSettings(sharper);
      tell({ type: 'compressed-again', options, budget: sharper.totalSize });
    },
  };
}
