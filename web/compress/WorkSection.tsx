import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
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
import { savedOf } from '../save/saved-files.ts';
import { type SaveAll, useSaving } from '../save/use-saving.ts';
import { useScanOffers } from '../scans/use-scan-offers.ts';
import { useRemedySizes } from '../suggestions/use-remedy-sizes.ts';
import { more } from '../text/i18n/more-words.ts';
import { type Mailed, type Outcome, outcomeOf, outcomeText } from '../text/outcome/outcome.ts';
import { totalsOf } from '../text/summary.ts';
import { budgetAllocatorOf } from '../total-limit/budget-allocator.ts';
import { MailCards } from '../total-limit/MailCards.tsx';
import { bytesOf, mailsOf } from '../total-limit/mails.ts';
import { leavesRoom, Together } from '../total-limit/Together.tsx';
import { useSharing } from '../total-limit/use-sharing.ts';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { TOUCH, useMedia } from '../ui/use-media.ts';
import { useDiffs, useProof } from '../visual-diff/use-proofs.ts';
import type { PickedFile } from './intake.ts';
import { useMoving } from './order/use-moving.ts';
import { QuickLook } from './quick-look/QuickLook.tsx';
import { type FileDialog, FileDialogs } from './results/FileDialogs.tsx';
import { KeysSheet } from './results/KeysSheet.tsx';
import { ListEnd, typicalJob } from './results/ListEnd.tsx';
import { listMenu } from './results/list-menu.ts';
import { OnlyFile } from './results/OnlyFile.tsx';
import { ResultsHeader } from './results/ResultsHeader.tsx';
import { useJobFilter } from './results/use-job-filter.ts';
import { FileList } from './rows/FileList.tsx';
import type { RowActions } from './rows/row-actions.ts';
import { useListKeys } from './rows/use-list-keys.ts';
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
  const menu = useMenu({ jobs, saveAll, commands, outcome, onHelp: overlays.showKeys });
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
  const result = jobs.length === 1 ? resultOf(jobs[0]) : null;
  return result !== null && isComparable(result) && background.draws(result) ? (
    <OnlyFile result={result} />
  ) : null;
}

/** The rows, in the chosen order. */
function VisibleFiles(props: {
  readonly listRef: RefObject<HTMLUListElement | null>;
  readonly jobs: readonly Job[];
  readonly sight: Sight;
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
      hasPictures={pictures !== null && (jobs.length > 1 || isShownInRow(jobs[0]))}
    />
  );
}

/** What is open over the list: a file's dialog, a quick look, or the sheet of keys. */
function useOverlays() {
  const [dialog, setDialog] = useState<FileDialog | null>(null);
  const [looked, setLooked] = useState<number | null>(null);
  const [areKeysShown, setAreKeysShown] = useState(false);
  const showKeys = () => setAreKeysShown(true);
  return { dialog, setDialog, looked, setLooked, areKeysShown, setAreKeysShown, showKeys };
}

function Overlays(props: {
  readonly overlays: ReturnType<typeof useOverlays>;
  readonly jobs: readonly Job[];
  readonly sight: Sight;
  readonly settings: Settings;
  readonly saveAll: SaveAll;
}) {
  const { dialog, setDialog, looked, setLooked, areKeysShown, setAreKeysShown } = props.overlays;
  return (
    <>
      <FileDialogs
        dialog={dialog}
        jobs={props.jobs}
        settings={props.settings}
        onClose={() => setDialog(null)}
      />
      <QuickLook
        id={looked}
        jobs={props.sight.shown}
        onLook={setLooked}
        onSave={(id) => void props.saveAll.one(id)}
      />
      <KeysSheet isOpen={areKeysShown} onOpen={setAreKeysShown} />
    </>
  );
}

type Sight = ReturnType<typeof useJobFilter>;
type Tell = (event: JobsEvent) => void;

/** A single file that can be compared has a large picture of its own. */
function isShownInRow(only: Job): boolean {
  const result = resultOf(only);
  return result !== null && !isComparable(result);
}

type Mailing = ReturnType<typeof useMailing>;

/** Files that do not fit together, sent in several mails if the user chose that. */
function useMailing(jobs: readonly Job[], together: AllocationState | null, saveAll: SaveAll) {
  const [isMailed, setIsMailed] = useState(false);
  const limit = together?.kind === 'impossible' ? together.budget : 0;
  const sent = [...savedOf(jobs)].flatMap(([id, files]) =>
    files.map(({ path, blob }) => ({ id, name: path, bytes: blob.size })),
  );
  const sorted = isMailed && limit > 0 ? mailsOf(sent, limit) : null;
  return {
    sent,
    limit,
    sorted,
    begin: () => setIsMailed(true),
    undo: () => setIsMailed(false),
    save: () =>
      void saveAll.folders(
        (sorted?.mails ?? []).map((mail, at) => ({
          name: more.together.mail(at + 1),
          paths: mail.map(({ name }) => name),
        })),
      ),
  };
}

/** Beside the cards of mails, only the files that no mail can carry. */
function leftBy({ sorted }: Mailing, sight: Sight): Sight {
  if (sorted === null) return sight;
  const left = new Set(sorted.tooLarge.map(({ id }) => id));
  return { ...sight, shown: sight.shown.filter(({ id }) => left.has(id)) };
}

/** The mails as the headline needs them; null if there are none. */
function mailedOf({ sorted, limit }: Mailing): Mailed | null {
  if (sorted === null) return null;
  const files = sorted.mails.flat();
  return {
    mails: sorted.mails.length,
    left: new Set(sorted.tooLarge.map(({ id }) => id)).size,
    ids: [...new Set(files.map(({ id }) => id))],
    bytes: bytesOf(files),
    limit,
  };
}

/** What the list came to, which is also said and shown in the title; null during work. */
function useOutcome(
  jobs: readonly Job[],
  together: AllocationState | null,
  mailing: Mailing,
  onOutcome: (text: string | null) => void,
): Outcome | null {
  const { background } = useDiffs();
  const only = jobs.length === 1 ? resultOf(jobs[0]) : null;
  const proof = useProof(only?.blob ?? null);
  const isIdle = !jobs.some(isActive) && together?.kind !== 'working';
  const outcome = isIdle
    ? outcomeOf(
        jobs,
        together,
        only && { proof, needsAsking: background.needsAsking(only) },
        mailedOf(mailing),
      )
    : null;
  const said = outcome && outcomeText(outcome);
  useEffect(() => onOutcome(said), [said, onOutcome]);
  return outcome;
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

/** Commands for the whole list. */
function useListCommands(jobs: readonly Job[], { uncompared }: Sight, tell: Tell) {
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

function useMenu(list: {
  readonly jobs: readonly Job[];
  readonly saveAll: SaveAll;
  readonly commands: ReturnType<typeof useListCommands>;
  readonly outcome: Outcome | null;
  readonly onHelp: () => void;
}) {
  const isTouched = useMedia(TOUCH);
  return listMenu({
    ...list.commands,
    save: list.saveAll,
    others: othersOf(list),
    isWorking: list.jobs.some(isActive),
    hasCode: !isTouched && typicalJob(list.jobs) !== undefined,
    onKeys: isTouched ? null : list.onHelp,
  });
}

/** All results, where the head's button saves only those that fit. */
function othersOf({
  jobs,
  outcome,
  saveAll,
}: Pick<Parameters<typeof useMenu>[0], 'jobs' | 'outcome' | 'saveAll'>) {
  if (outcome === null || outcome.download.over === 0) return null;
  const { over, ids } = outcome.download;
  return { files: ids.length + over, bytes: totalsOf(jobs).after, over, onSave: () => void saveAll.asZip() };
}

function useKeysOfList(
  list: RefObject<HTMLElement | null>,
  saveAll: SaveAll,
  sight: Sight,
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
function sharperRun(settings: Settings, onSettings: (settings: Settings) => void, tell: Tell) {
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
