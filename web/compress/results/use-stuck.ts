import { type RefObject, useEffect, useState } from 'react';

/** Whether the page is scrolled past a mark, so that the sticky element below it becomes compact. */
export function useStuck(mark: RefObject<HTMLElement | null>): boolean {
  const [isStuck, setIsStuck] = useState(false);
  useEffect(() => {
    if (mark.current === null) return;
    // A list that an undo brings back appears scrolled: its head is compact in the first frame.
    if (mark.current.getBoundingClientRect().bottom < 0) setIsStuck(true);
    const observer = new IntersectionObserver((entries) => {
      // Scrolled past at the top, and not because the page is hidden.
      for (const entry of entries) setIsStuck(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [mark]);
  return isStuck;
}
