import { type RefObject, useEffect } from 'react';

/** In a row of links that scrolls sideways, the one for the page that is shown comes into sight. */
export function useScrollCurrentIntoView(links: RefObject<HTMLElement | null>, here: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another current link
  useEffect(() => {
    links.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [links, here]);
}
