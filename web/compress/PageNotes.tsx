import { useState } from 'react';
import { useJobStore, useJobs } from '../jobs/use-jobs.ts';
import { UpdateNote } from '../offline/UpdateNote.tsx';
import { usePersistence } from '../persistence/use-persistence.ts';
import { refusedLine } from '../text/summary.ts';
import { words } from '../text/words.ts';
import { Note } from '../ui/Note.tsx';
import { forgetLostFiles, wereSharedFilesLost } from './shared-files.ts';
import type { Readiness } from './use-readiness.ts';

/** Notes about the page rather than one file. */
export function PageNotes(props: {
  readonly readiness: Readiness;
  readonly isPasteEmpty: boolean;
  readonly onPasteRead: () => void;
}) {
  const { readiness } = props;
  const { tell } = useJobStore();
  const { jobs, refused } = useJobs();
  const [{ keep }] = usePersistence();
  const [isFullRead, setIsFullRead] = useState(false);
  const [areSharedLost, setAreSharedLost] = useState(wereSharedFilesLost);
  return (
    <>
      <UpdateNote />
      {!readiness.isOnline && (
        <Note icon="offline">
          <b>{words.offline.title}</b>{' '}
          {readiness.engine === 'ready' ? words.offline.ready : words.offline.notReady}
        </Note>
      )}
      {keep === 'full' && !isFullRead && (
        <Note icon="info" onDismiss={() => setIsFullRead(true)}>
          <span role="alert">{words.restore.full}</span>
        </Note>
      )}
      {areSharedLost && (
        <Note
          icon="info"
          onDismiss={() => {
            forgetLostFiles();
            setAreSharedLost(false);
          }}
        >
          <span role="alert">{words.work.sharedLost}</span>
        </Note>
      )}
      {props.isPasteEmpty && (
        <Note icon="info" onDismiss={props.onPasteRead}>
          <span role="alert">{words.work.nothingInClipboard}</span>
        </Note>
      )}
      {refused && (
        <Note icon="info" onDismiss={() => tell({ type: 'rejection-dismissed' })}>
          <span role="alert">{refusedLine(refused, jobs.length > 0)}</span>
        </Note>
      )}
    </>
  );
}
