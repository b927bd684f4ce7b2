import { useLayoutEffect } from 'react';
import { saveListPosition, takeListPosition } from '../ui/list-position.ts';

/**
 * Restores the list's scroll position and focuses the file's link on return from a file. The list is hidden, not
 * removed, so these effects run when it is shown and hidden.
 */
export function useScrollRestoration(): void {
  useLayoutEffect(() => {
    const place = takeListPosition();
    if (place !== null) {
      scrollTo(0, place.scrollY);
      const row = document.querySelector(`[data-job="${place.file}"]`);
      const link = row?.querySelector('.compare') ?? row;
      if (link instanceof HTMLElement) link.focus({ preventScroll: true });
    }
    const remember = () => saveListPosition(scrollY);
    // Before the URL changes: afterwards the page has another height.
    addEventListener('click', remember, { capture: true });
    return () => removeEventListener('click', remember, { capture: true });
  }, []);
}
