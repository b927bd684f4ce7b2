import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useEstimates } from '../estimate/use-estimates.ts';
import { isActive, isKeptForSignature, type Job, type Result, resultOf } from '../jobs/job.ts';
import { resultNames } from '../jobs/result-names.ts';
import { useJobStore, useJobs } from '../jobs/use-jobs.ts';
import { SaveNote } from '../save/SaveButtons.tsx';
import { useSaving } from '../save/use-saving.ts';
import { useScanOffers } from '../scans/use-scan-offers.ts';
import {
  budgetOf,
  isSharpest,
  optionsOf,
  type Settings,
  settingsOf,
  withPreset,
} from '../settings/settings.ts';
import { SplitDialog } from '../split/SplitDialog.tsx';
import { splits } from '../split/splits.ts';
import { withoutPages } from '../suggestions/remedy-sizes.ts';
import { useRemedySizes } from '../suggestions/use-remedy-sizes.ts';
import { budgetAllocatorOf } from '../total-limit/budget-allocator.ts';
import { Together } from '../total-limit/Together.tsx';
import { useSharing } from '../total-limit/use-sharing.ts';
import { TOUCH, useMedia } from '../ui/use-media.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { SplitRequest } from '../worker/wire.ts';
import { CodePanel } from './CodePanel.tsx';
import type { PickedFile } from './intake.ts';
import { ListFooter } from './ListFooter.tsx';
import { ChangedBar } from './results/ChangedBar.tsx';
import { FIND_INPUT } from './results/Filters.tsx';
import { KeysSheet } from './results/KeysSheet.tsx';
import { listMenu } from './results/list-menu.ts';
import { OnlyFile } from './results/OnlyFile.tsx';
import { ResultsHeader } from './results/ResultsHeader.tsx';
import { useAffectedJobs, useAgainDone } from './results/use-changed.ts';
import { useJobFilter } from './results/use-job-filter.ts';
import { FileList } from './rows/FileList.tsx';
import { OwnSettings } from './rows/OwnSettings.tsx';
import { useRowActions } from './rows/row-actions.ts';
import { SignatureDialog } from './rows/SignatureDialog.tsx';
import { useListKeys } from './rows/use-list-keys.ts';
import { lineScale } from './rows/WeightLine.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useWakeLock } from './use-wake-lock.ts';
import './results/head.css';

export { RestoredEstimates } from '../estimate/RestoredEstimates.tsx';
export { Watch } from '../watch/Watch.tsx';
export { UndoBar } from './results/UndoBar.tsx';

/** The open dialog about one file. */
type Asked = { readonly kind: 'signature' | 'settings' | 'split'; readonly id: number } | null;

/** The headline, the list with its controls, and the side column. A chunk of its own, which the first load omits. */
export default function WorkSection(props: {
  readonly settings: Settings;
  readonly onSettings: (settings: Settings) => void;
  readonly onFiles: (given: readonly PickedFile[]) => void;
  /** The side column. */
  readonly children: ReactNode;
}) {
  const { settings } = props;
  const store = useJobStore();
  const { tell } = store;
  const { jobs } = useJobs();
  const { background, coreQueries, pictures } = useDiffs();
  const [asked, setAsked] = useState<Asked>(null);
  const headlineRef = useRef<HTMLHeadingElement>(null);
  const markSaved = (ids: readonly number[]) => tell({ type: 'results-saved', ids });
  const saveAll = useSaving(jobs, store.storage, markSaved);
  const options = optionsOf(settings);
  const actions = useRowActions(store, {
    options,
    remove: (id) => {
      focusAfterRemoval(id, headlineRef.current);
      tell({ type: 'job-removed', id });
    },
    askSignature: (id) => setAsked({ kind: 'signature', id }),
    openSettings: (id) => setAsked({ kind: 'settings', id }),
    openSplit: (id) => setAsked({ kind: 'split', id }),
    share: saveAll.share,
    sharePart: saveAll.sharePart,
    split: (job) => {
      const result = resultOf(job);
      if (result === null) return;
      void splits.begin(coreQueries, splitRequest(job, result), (parts) =>
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
  const sight = useJobFilter(jobs);
  const budget = budgetOf(settings);
  const concerned = useAffectedJobs(jobs, options, budget);
  const again = useAgainDone(jobs);
  useScanOffers(jobs);
  const sharer = budgetAllocatorOf(store);
  const together = useSharing(sharer, jobs);
  useScrollRestoration();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useListKeys({
    download: (id) => void saveAll.one(id),
    downloadAll: () => void saveAll.asZip(),
    find: () => {
      flushSync(() => sight.onQuery(sight.query ?? ''));
      document.getElementById(FIND_INPUT)?.focus();
    },
    help: () => setIsHelpOpen(true),
  });
  const onCompareAll = () => background.ask(sight.uncompared.map(({ blob }) => blob));
  const onStartOver = () => tell({ type: 'list-cleared' });
  const onGoBack = jobs.some(({ previous }) => previous !== null)
    ? () => tell({ type: 'run-reverted' })
    : null;

  const isWorking = jobs.some(isActive);
  const only = jobs.length === 1 ? jobs[0] : null;
  const onlyResult = only === null ? null : comparableResult(only);
  useEstimates(jobs, settings, !isWorking);
  useRemedySizes(jobs, !isWorking);
  const isTouched = useMedia(TOUCH);
  useWakeLock(isWorking);
  const first = jobs.find((job) => resultOf(job) !== null && !job.hasOwnOptions) ?? jobs.find(resultOf);
  useEffect(() => {
    // The list keeps its scroll position: the user may be in the middle of it.
    if (isWorking) headlineRef.current?.focus({ preventScroll: true });
  }, [isWorking]);
  const scale = useMemo(
    () =>
      lineScale(
        jobs.map(({ file }) => file.size),
        sight.limit,
      ),
    [jobs, sight.limit],
  );

  return (
    <>
      <SaveNote all={saveAll} />
      <ResultsHeader
        jobs={jobs}
        together={together}
        headlineRef={headlineRef}
        saveAll={saveAll}
        sight={sight}
        onCompareAll={onCompareAll}
        onCancelAll={() => tell({ type: 'all-cancelled' })}
        menu={listMenu({
          save: saveAll,
          uncompared: sight.uncompared.length,
          isWorking,
          hasCode: !isTouched && first !== undefined,
          onCompareAll,
          onKeys: isTouched ? null : () => setIsHelpOpen(true),
          onGoBack,
          onStartOver,
        })}
      />
      <div className="split">
        <section aria-labelledby="work-headline">
          <Together
            jobs={jobs}
            sharer={sharer}
            onSave={(ids) => void saveAll.asZip(ids)}
            onLeaveOut={(id) => tell({ type: 'job-left-out', id, isLeftOut: true })}
            onSharper={
              isSharpest(settings)
                ? null
                : () => {
                    const sharper = withPreset(settings, 'sharp');
                    props.onSettings(sharper);
                    tell({
                      type: 'compressed-again',
                      options: optionsOf(sharper),
                      budget: budgetOf(sharper),
                    });
                  }
            }
          />
          <FileList
            jobs={jobs}
            shown={sight.shown}
            scale={scale}
            isNumbered={together !== null}
            needsAsking={background.needsAsking}
            hasPictures={pictures !== null && jobs.length > 1}
            actions={actions}
          />
          {only && onlyResult && background.draws(onlyResult) && <OnlyFile job={only} result={onlyResult} />}
          <ListFooter
            isWorking={isWorking}
            scale={first === undefined ? null : scale}
            onFiles={props.onFiles}
            onStartOver={onStartOver}
            onGoBack={onGoBack}
          />
          <ChangedBar
            concerned={concerned.length}
            staying={jobs.filter((job) => resultOf(job) !== null && !concerned.includes(job)).length}
            isUnderLimit={options.targetSize > 0}
            done={again.done}
            onUndo={() => first && props.onSettings(settingsOfJob(first))}
            onGo={() => {
              again.begin();
              tell({ type: 'compressed-again', options, budget });
            }}
          />
          {!isWorking && !isTouched && first && (
            <CodePanel options={first.options} fileName={first.file.name} />
          )}
          <SignatureDialog
            id={asked?.kind === 'signature' ? asked.id : null}
            signed={jobs.filter(isKeptForSignature).map(({ id }) => id)}
            onAnswer={(ids) => {
              setAsked(null);
              if (ids.length > 0) tell({ type: 'signatures-waived', ids });
            }}
          />
          <KeysSheet isOpen={isHelpOpen} onOpen={setIsHelpOpen} />
          <SplitDialog
            job={(asked?.kind === 'split' && jobs.find(({ id }) => id === asked.id)) || null}
            resultName={asked === null ? undefined : resultNames(jobs).get(asked.id)}
            tell={tell}
            onClose={() => setAsked(null)}
          />
          <OwnSettings
            job={(asked?.kind === 'settings' && jobs.find(({ id }) => id === asked.id)) || null}
            shared={settings}
            tell={tell}
            onClose={() => setAsked(null)}
          />
        </section>
        {props.children}
      </div>
    </>
  );
}

/** A result that has a difference to look at. */
function comparableResult(job: Job): Result | null {
  const result = resultOf(job);
  return result === null || result.report.unchanged ? null : result;
}

/** The settings with which a file was compressed, for all files. */
function settingsOfJob({ options, budget, hasAllocatedBudget }: Job): Settings {
  if (budget !== undefined) return { ...settingsOf(options), targetSize: budget, isTotalLimit: true };
  return hasAllocatedBudget === true ? { ...settingsOf(options), targetSize: 0 } : settingsOf(options);
}

/** Splits by the limit of the result. A locked file's result has the same password. */
function splitRequest({ options, password }: Job, { blob }: Result): SplitRequest {
  const { targetSize, breakSignatures } = options;
  return {
    input: blob,
    limit: targetSize,
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
