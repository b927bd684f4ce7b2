import { useEffect, useRef, useState } from 'react';
import { usePreload } from '../proof/use-proofs.ts';
import { SettingsPanel } from '../settings/SettingsPanel.tsx';
import { optionsOf } from '../settings/settings.ts';
import { useSettings } from '../settings/use-settings.ts';
import { pageTitle, refusedLine } from '../text/summary.ts';
import { words } from '../text/words.ts';
import { Note } from '../ui/Note.tsx';
import type { EngineSource } from '../worker/engine.ts';
import { CodePanel } from './CodePanel.tsx';
import { DropSheet, DropVeil } from './DropSheet.tsx';
import { FileInput } from './FileInput.tsx';
import { FileList } from './FileList.tsx';
import { type Given, sortGiven } from './intake.ts';
import { isActive, isWorthAgain, resultOf } from './job.ts';
import { useAnnouncer } from './use-announcer.ts';
import { useIncoming } from './use-incoming.ts';
import { useJobStore, useJobs } from './use-jobs.ts';
import { useReadiness } from './use-readiness.ts';
import { WorkHead } from './WorkHead.tsx';

/** One page, three moments: start, working, results. Files on the left, settings on the right. */
export function CompressPage({ engine }: { readonly engine: EngineSource }) {
  const control = useSettings();
  const options = optionsOf(control.settings);
  const store = useJobStore();
  const { tell: dispatch } = store;
  const { jobs, refused } = useJobs();
  const [isPasteEmpty, setIsPasteEmpty] = useState(false);
  const headlineRef = useRef<HTMLHeadingElement>(null);
  const readiness = useReadiness(engine);
  const preload = usePreload();
  const said = useAnnouncer(jobs);

  const add = async (given: readonly Given[]) => {
    setIsPasteEmpty(false);
    if (given.length === 0) return;
    const sorted = await sortGiven(given);
    const added = sorted.pdfs.map((pdf) => ({ id: store.newId(), ...pdf }));
    dispatch({ type: 'files-added', added, refused: sorted.refused, options });
  };
  const hovering = useIncoming(
    (given) => void given.then(add),
    () => setIsPasteEmpty(true),
  );

  const isEmpty = jobs.length === 0;
  const isWorking = jobs.some(isActive);
  const firstWithResult = jobs.find((job) => resultOf(job) !== null);
  useEffect(() => {
    if (isWorking) headlineRef.current?.focus();
  }, [isWorking]);
  useEffect(() => {
    document.title = pageTitle(jobs);
  }, [jobs]);

  const remove = (id: number) => {
    focusAfterRemoval(id, headlineRef.current);
    dispatch({ type: 'job-removed', id });
  };

  return (
    // For whoever watches the network: from `ready` on, the page asks for nothing more.
    <div
      className={hovering ? 'compress dropping' : 'compress'}
      data-engine={readiness.engine}
      data-preview={preload}
    >
      <p className="sr" role="status">
        {said}
      </p>
      {!readiness.isOnline && (
        <Note icon="offline">
          <b>{words.offline.title}</b>{' '}
          {readiness.engine === 'ready' ? words.offline.ready : words.offline.notReady}
        </Note>
      )}
      {isPasteEmpty && (
        <Note icon="info" onDismiss={() => setIsPasteEmpty(false)}>
          <span role="alert">{words.work.nothingInClipboard}</span>
        </Note>
      )}
      {refused && (
        <Note icon="info" onDismiss={() => dispatch({ type: 'refusal-read' })}>
          <span role="alert">{refusedLine(refused, !isEmpty)}</span>
        </Note>
      )}
      <div className={isEmpty ? 'split fill' : 'split'}>
        {isEmpty ? (
          <DropSheet hovering={hovering} onFiles={add} />
        ) : (
          <section aria-labelledby="work-headline">
            <WorkHead
              jobs={jobs}
              headlineRef={headlineRef}
              onCancelAll={() => dispatch({ type: 'all-cancelled' })}
              onStartOver={() => dispatch({ type: 'started-over' })}
            />
            <FileList jobs={jobs} options={options} dispatch={dispatch} onRemove={remove} />
            <ListFoot isWorking={isWorking} hasLines={firstWithResult !== undefined} onFiles={add} />
            {!isWorking && firstWithResult && (
              <CodePanel settings={control.settings} fileName={firstWithResult.file.name} />
            )}
          </section>
        )}
        <SettingsPanel
          control={control}
          moment={isWorking ? 'working' : jobs.some(isWorthAgain) ? 'results' : 'start'}
          onCompressAgain={() => dispatch({ type: 'compressed-again', options })}
        />
      </div>
      {!isEmpty && <DropVeil hovering={hovering} />}
    </div>
  );
}

/** Under the list: what its lines mean, and the way to add more. */
function ListFoot(props: {
  readonly isWorking: boolean;
  readonly hasLines: boolean;
  readonly onFiles: (given: readonly Given[]) => void;
}) {
  const { work } = words;
  return (
    <div className="list-foot">
      {props.hasLines && (
        <p className="key">
          <span>
            <i className="left" />
            {work.keyLeft}
          </span>
          <span>
            <i className="saved" />
            {work.keySaved}
          </span>
          <span>{work.keyScale}</span>
        </p>
      )}
      <div className="more">
        <FileInput label={words.start.choose} labelClass="btn" onFiles={props.onFiles} />
        <p className="hint">
          <span className="only-wide">{work.more} </span>
          {props.isWorking && work.keepOpen}
        </p>
      </div>
    </div>
  );
}

/** Focus goes to the row that takes the removed one's place, else to the headline. */
function focusAfterRemoval(id: number, heading: HTMLElement | null): void {
  const removed = document.querySelector(`[data-job="${id}"]`);
  const next = removed?.nextElementSibling ?? heading;
  if (next instanceof HTMLElement) next.focus();
}
