import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { isActive, isWorthAgain, type Job } from '../jobs/job.ts';
import { useJobs } from '../jobs/use-jobs.ts';
import { offline } from '../offline/offline.ts';
import { SettingsPanel } from '../settings/SettingsPanel.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { pageTitle } from '../text/summary.ts';
import { usePreload } from '../visual-diff/use-proofs.ts';
import type { EngineSource } from '../worker/engine.ts';
import type { PickedFile } from './intake.ts';
import { loadWorkSection } from './load-work-section.ts';
import { usedSharpness } from './results/used-sharpness.ts';
import { DropOverlay, Dropzone } from './start/Dropzone.tsx';
import { FirstRows } from './start/FirstRows.tsx';
import { useAddFiles } from './use-add-files.ts';
import { useAnnouncer } from './use-announcer.ts';
import { useDropAndPaste } from './use-incoming.ts';
import { useLaunchQueue } from './use-launch-queue.ts';
import { useReadiness } from './use-readiness.ts';

const WorkSection = lazy(loadWorkSection);
const PageNotes = lazy(async () => ({ default: (await loadWorkSection()).PageNotes }));
const RestorePanel = lazy(async () => ({ default: (await loadWorkSection()).RestorePanel }));
const UndoBar = lazy(async () => ({ default: (await loadWorkSection()).UndoBar }));

/** One page with three states: start, working, results. Files are on the left, settings on the right. */
export function CompressPage({ engine }: { readonly engine: EngineSource }) {
  const control = useSettings();
  const { jobs, removed } = useJobs();
  const [isPasteEmpty, setIsPasteEmpty] = useState(false);
  const readiness = useReadiness(engine);
  const preload = usePreload();
  const { install } = useSyncExternalStore(offline.subscribe, offline.state);
  const [outcome, setOutcome] = useState<string | null>(null);
  const said = useAnnouncer(jobs, outcome);

  const addFiles = useAddFiles(control.settings);
  const add = (given: readonly PickedFile[]) => {
    setIsPasteEmpty(false);
    return addFiles(given);
  };
  const hovering = useDropAndPaste(
    (given) => void given.then(add),
    () => setIsPasteEmpty(true),
  );
  useLaunchQueue(add);
  useEffect(() => {
    document.title = pageTitle(jobs, outcome);
  }, [jobs, outcome]);

  const isEmpty = jobs.length === 0;
  const panel = (
    <SettingsPanel control={control} moment={momentOf(jobs)} used={usedSharpness(jobs, control.settings)} />
  );
  return (
    // For observers of network traffic: from `ready` on, the page sends no more requests.
    <div
      className={['compress', hovering && 'dropping', isEmpty && 'poster'].filter(Boolean).join(' ')}
      data-engine={readiness.engine}
      data-preview={preload}
      data-offline={install}
    >
      <p className="sr" role="status">
        {said}
      </p>
      <Suspense>
        <PageNotes
          readiness={readiness}
          isPasteEmpty={isPasteEmpty}
          onPasteRead={() => setIsPasteEmpty(false)}
        />
      </Suspense>
      {isEmpty ? (
        <div className="split fill">
          <div className="start">
            <Suspense fallback={null}>
              <RestorePanel settings={control.settings} />
            </Suspense>
            <Dropzone
              hovering={hovering}
              onFiles={add}
              limits={control.settings}
              onLimits={(limits) => control.change({ ...control.settings, ...limits })}
            />
          </div>
          {panel}
        </div>
      ) : (
        <Suspense fallback={<FirstRows jobs={jobs}>{panel}</FirstRows>}>
          <WorkSection
            settings={control.settings}
            onSettings={control.change}
            onFiles={add}
            onOutcome={setOutcome}
          >
            {panel}
          </WorkSection>
        </Suspense>
      )}
      {removed && (
        <Suspense>
          <UndoBar removed={removed} />
        </Suspense>
      )}
      {!isEmpty && <DropOverlay hovering={hovering} />}
    </div>
  );
}

function momentOf(jobs: readonly Job[]) {
  if (jobs.some(isActive)) return 'working';
  return jobs.some(isWorthAgain) ? 'results' : 'start';
}
