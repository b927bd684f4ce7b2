import { type RefObject, useLayoutEffect } from 'react';
import { useJobStore } from '../jobs/use-jobs.ts';
import { saveListPosition, takeListPosition } from '../ui/list-position.ts';
import { linkIn, rowOf } from './rows/row-elements.ts';

/**
 * Restores the scroll position of a list, and focuses the file's link on return from a file. The list is hidden, not
 * removed, so these effects run when it is shown and hidden, and when an undo brings all of it back.
 */
export function useScrollRestoration(list: RefObject<HTMLElement | null>): void {
  const store = useJobStore();
  useLayoutEffect(() => {
    const ids = () => store.state().jobs.map(({ id }) => id);
    const place = takeListPosition(ids());
    if (place !== null) {
      scrollTo(0, place.scrollY);
      const row = place.file === null ? null : rowOf(list, place.file);
      (linkIn(row) ?? row)?.focus({ preventScroll: true });
    }
    const remember = () => saveListPosition({ scrollY, jobs: ids() });
    // Before the URL changes: afterwards the page has another height.
    addEventListener('click', remember, { capture: true });
    return () => removeEventListener('click', remember, { capture: true });
  }, [list, store]);
}
