import { type RefObject, useEffect } from 'react';

/** Scrolls the current page's link into view in a horizontally scrolling row. */
export function useScrollCurrentIntoView(links: RefObject<HTMLElement | null>, here: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another current link
  useEffect(() => {
    links.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [links, here]);
}
