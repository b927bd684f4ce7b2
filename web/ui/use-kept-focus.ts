import { useEffect } from 'react';

/** The focused element and its ancestors, as they were before a removal. */
let path: readonly Element[] = [];

/**
 * Gives the focus to what stands around an element that vanished with it: its row, else the page's headline. Otherwise
 * the focus would fall to the body, and a keyboard user would begin at the top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let frame = 0;
    const remember = ({ target }: FocusEvent) => {
      // What is open over the page gives the focus back itself.
      if (target instanceof Element && target.closest('main') !== null) path = withAncestors(target);
    };
    // A press on nothing drops the focus on purpose.
    const forget = () => {
      path = [];
    };
    const check = () => {
      frame = 0;
      const { activeElement, body } = document;
      const isLost = activeElement === body || activeElement === path[0];
      if (path.length > 0 && isLost && !canHaveFocus(path[0])) focusAround();
    };
    // After the frame: effects may still choose a better place.
    const observer = new MutationObserver(() => {
      if (frame === 0) frame = requestAnimationFrame(check);
    });
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['inert', 'disabled', 'hidden'],
    });
    // What vanished with the page's former part.
    frame = requestAnimationFrame(check);
    addEventListener('focusin', remember);
    addEventListener('pointerdown', forget, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener('focusin', remember);
      removeEventListener('pointerdown', forget, { capture: true });
    };
  }, []);
}

function withAncestors(element: Element): readonly Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) found.push(at);
  return found;
}

function canHaveFocus(element: Element | undefined): boolean {
  return (
    element?.isConnected === true &&
    element.checkVisibility() &&
    !element.matches(':disabled') &&
    element.closest('[inert]') === null
  );
}

function focusAround(): void {
  const around = path.find((element) => element.matches('[tabindex]:not(main)') && canHaveFocus(element));
  const heading = [...document.querySelectorAll('main h1[tabindex]')].find(canHaveFocus);
  const place = around ?? heading ?? document.querySelector('main');
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
