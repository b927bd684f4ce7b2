import { useSyncExternalStore } from 'react';

/** Whether a media query currently matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Two columns: settings beside the files. The same width as in frame.css. */
export const WIDE = '(min-width: 1041px)';

/** Touch only: no dragging, and no code to copy. */
export const TOUCH = '(pointer: coarse) and (hover: none)';
