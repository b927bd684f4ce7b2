import { type RefObject, useEffect, useState } from 'react';

/** Whether the page is scrolled past a mark: what sticks below it then makes itself small. */
export function useStuck(mark: RefObject<HTMLElement | null>): boolean {
  const [isStuck, setIsStuck] = useState(false);
  useEffect(() => {
    if (mark.current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      // Out of sight above, and not because the page is hidden.
      setIsStuck(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [mark]);
  return isStuck;
}
