import { useEffect, useRef, useState } from 'react';
import { isActive, isKeptForSignature, resultOf } from '../jobs/job.ts';
import { useJobStore, useJobs } from '../jobs/use-jobs.ts';
import { SaveNote } from '../save/SaveButtons.tsx';
import { useSaving } from '../save/use-saving.ts';
import { optionsOf, type Settings } from '../settings/settings.ts';
import { CodePanel } from './CodePanel.tsx';
import type { Given } from './intake.ts';
import { ListFoot } from './ListFoot.tsx';
import { FileList } from './rows/FileList.tsx';
import { OwnSettings } from './rows/OwnSettings.tsx';
import { useRowActions } from './rows/row-actions.ts';
import { SignatureDialog } from './rows/SignatureDialog.tsx';
import { WorkHead } from './WorkHead.tsx';

/** What is asked over the list, about one file. */
type Asked = { readonly kind: 'signature' | 'settings'; readonly id: number } | null;

/** The list with all that belongs to it. A chunk of its own: the first load does without it. */
export default function WorkSection(props: {
  readonly settings: Settings;
  readonly onFiles: (given: readonly Given[]) => void;
}) {
  const { settings } = props;
  const store = useJobStore();
  const { tell } = store;
  const { jobs } = useJobs();
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
  });

  const isWorking = jobs.some(isActive);
  const first = jobs.find((job) => resultOf(job) !== null);
  useEffect(() => {
    if (isWorking) headlineRef.current?.focus();
  }, [isWorking]);

  return (
    <section aria-labelledby="work-headline">
      <SaveNote all={saveAll} />
      <WorkHead
        jobs={jobs}
        headlineRef={headlineRef}
        saveAll={saveAll}
        onSaved={markSaved}
        onCancelAll={() => tell({ type: 'all-cancelled' })}
        onStartOver={() => tell({ type: 'started-over' })}
      />
      <FileList jobs={jobs} actions={actions} />
      <ListFoot isWorking={isWorking} hasLines={first !== undefined} onFiles={props.onFiles} />
      {!isWorking && first && (
        <CodePanel
          options={{ ...options, breakSignatures: first.options.breakSignatures }}
          fileName={first.file.name}
        />
      )}
      <SignatureDialog
        id={asked?.kind === 'signature' ? asked.id : null}
        signed={jobs.filter(isKeptForSignature).map(({ id }) => id)}
        onAnswer={(ids) => {
          setAsked(null);
          if (ids.length > 0) tell({ type: 'signatures-waived', ids });
        }}
      />
      <OwnSettings
        job={(asked?.kind === 'settings' && jobs.find(({ id }) => id === asked.id)) || null}
        shared={settings}
        tell={tell}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}

/** Focus goes to the row that takes the removed one's place, else to the headline. */
function focusAfterRemoval(id: number, heading: HTMLElement | null): void {
  const removed = document.querySelector(`[data-job="${id}"]`);
  const next = removed?.nextElementSibling ?? heading;
  if (next instanceof HTMLElement) next.focus();
}
