import { useEffect, useState } from 'react';
import type { Removed } from '../../jobs/removed.ts';
import { useJobStore } from '../../jobs/use-jobs.ts';
import { plural } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { isTextField } from '../../ui/single-keys.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import './changed-bar.css';

/** How long a removal can be undone. Then the device's copies of the files are deleted. */
const UNDO_MS = 10_000;

/** Offers to restore what was removed, in place of a question before. It waits under the pointer and the focus. */
export function UndoBar({ removed }: { readonly removed: Removed }) {
  const { tell } = useJobStore();
  const [isHeld, setIsHeld] = useState(false);
  // After *Start over* the list and its headline are gone.
  useKeptFocus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another removal starts the time anew
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => tell({ type: 'removal-settled' }), UNDO_MS);
    return () => clearTimeout(timer);
  }, [isHeld, removed, tell]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTextField(event.target)) return;
      event.preventDefault();
      tell({ type: 'removal-undone' });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [tell]);
  const { jobs } = removed;
  const [first, ...others] = jobs;
  const what = first !== undefined && others.length === 0 ? first.file.name : plural(jobs.length, 'file');
  return (
    <section
      className="changed undo"
      aria-label={listWords.changed.undo}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <p role="status">{listWords.head.removed(what)}</p>
      <button type="button" className="btn" onClick={() => tell({ type: 'removal-undone' })}>
        {listWords.changed.undo}
      </button>
    </section>
  );
}
