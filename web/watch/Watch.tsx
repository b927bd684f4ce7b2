import { useState, useSyncExternalStore } from 'react';
import type { JobStore } from '../jobs/job-store.ts';
import { useJobStore } from '../jobs/use-jobs.ts';
import { canSaveToFolder, chooseFolder } from '../save/folder.ts';
import { optionsOf } from '../settings/settings.ts';
import { settingsOfAddress } from '../settings/use-settings.ts';
import { plural } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { words } from '../text/words.ts';
import { FolderWatch } from './folder-watch.ts';
import { isBatteryLow } from './power.ts';

const { watch: text } = more;

/** A folder that is watched, where the browser lets a page do that: what it does now, or the way to it. */
export function Watch() {
  const watch = watchOf(useJobStore());
  const [from, setFrom] = useState<FileSystemDirectoryHandle | null>(null);
  const state = useSyncExternalStore(watch.subscribe, watch.state);
  if (!canSaveToFolder()) return null;

  // Each folder is asked for by a press of its own: browsers allow one question for each.
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

/** One for all pages: it goes on while another one is looked at. */
function watchOf(store: JobStore): FolderWatch {
  const watch =
    watches.get(store) ?? new FolderWatch(store, () => optionsOf(settingsOfAddress()), isBatteryLow);
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
