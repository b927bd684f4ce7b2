import { useSyncExternalStore } from 'react';
import { words } from '../text/words.ts';
import { Note } from '../ui/Note.tsx';
import { offline } from './offline.ts';

/** Announces a new version, and opens it on request. */
export function UpdateNote() {
  const { hasUpdate } = useSyncExternalStore(offline.subscribe, offline.state);
  if (!hasUpdate) return null;
  return (
    <Note icon="info">
      <span role="status">{words.update.ready}</span>{' '}
      <button type="button" className="link" onClick={() => offline.update()}>
        {words.update.reload}
      </button>
    </Note>
  );
}
