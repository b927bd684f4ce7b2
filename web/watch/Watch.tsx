import { useState, useSyncExternalStore } from 'react';
import type { JobStore } from '../jobs/job-store.ts';
import { useJobStore } from '../jobs/use-jobs.ts';
import { optionsOf } from '../options/settings.ts';
import { canSaveToFolder, chooseFolder } from '../save/folder.ts';
import { sharedSettings } from '../settings/use-settings.ts';
import { plural } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { words } from '../text/words.ts';
import { FolderWatch } from './folder-watch.ts';
import { isBatteryLow } from './power.ts';

const { watch: text } = more;

/** Status of a watched folder, or its setup; only in browsers that support it. */
export function Watch() {
  const watch = watchOf(useJobStore());
  const [from, setFrom] = useState<FileSystemDirectoryHandle | null>(null);
  const state = useSyncExternalStore(watch.subscribe, watch.state);
  if (!canSaveToFolder()) return null;

  // Each folder needs its own click: browsers allow one prompt per user action.
  const chooseFrom = async () => setFrom(await chooseFolder('watched', 'read').catch(() => null));
  const chooseInto = async (watched: FileSystemDirectoryHandle) => {
    const into = await chooseFolder('watched-into', 'readwrite').catch(() => null);
    if (into === null) return;
    setFrom(null);
    void watch.begin({ from: watched, into });
  };

  if (from !== null) {
    return (
      <span className="watch" role="status">
        {text.ask(from.name)} <Press text={words.start.chooseFolder} onPress={() => chooseInto(from)} />{' '}
        <Press text={words.work.cancel} onPress={() => setFrom(null)} />
      </span>
    );
  }
  switch (state.kind) {
    case 'off':
      return (
        <span className="watch">
          <Press text={text.open} onPress={chooseFrom} />
        </span>
      );
    case 'lost':
      return (
        <span className="watch" role="alert">
          {text.lost} <Press text={text.open} onPress={chooseFrom} />
        </span>
      );
    default:
      return (
        <span className="watch" role="status">
          {state.kind === 'resting'
            ? text.resting(state.from)
            : text.watching(state.from, state.into, plural(state.done, 'file'))}{' '}
          <Press text={text.stop} onPress={watch.end} />
        </span>
      );
  }
}

const watches = new WeakMap<JobStore, FolderWatch>();

/** One for all pages: it continues while another page is shown. */
function watchOf(store: JobStore): FolderWatch {
  const watch = watches.get(store) ?? new FolderWatch(store, () => optionsOf(sharedSettings()), isBatteryLow);
  watches.set(store, watch);
  return watch;
}

function Press(props: { readonly text: string; readonly onPress: () => unknown }) {
  return (
    <button type="button" className="link" onClick={() => void props.onPress()}>
      {props.text}
    </button>
  );
}
