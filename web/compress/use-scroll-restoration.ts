import { useLayoutEffect } from 'react';
import { saveListPosition, takeListPosition } from '../app/list-position.ts';

/**
 * Coming back from a file, the list stands where it was, and the focus is on that file's link. The list is hidden and not
 * taken away meanwhile, so these effects run when it comes into sight and when it goes.
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
    // Before the address changes: afterwards the page has the height of another one.
    addEventListener('click', remember, { capture: true });
    return () => removeEventListener('click', remember, { capture: true });
  }, []);
}
