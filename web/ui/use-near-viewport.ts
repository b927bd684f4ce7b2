import { type RefObject, useEffect, useState } from 'react';

/** Distance from the viewport that counts as near: about a page of scrolling. */
const MARGIN = '900px 0px';

type Heard = (entry: IntersectionObserverEntry) => void;
const heard = new Map<Element, Heard>();
let observer: IntersectionObserver | undefined;

export interface Nearness {
  readonly isNear: boolean;
  /** Last height in pixels, which keeps its place while it is not rendered. */
  readonly height: number | null;
}

/** Whether an element is in or near the viewport; others need no contents. All elements share one observer. */
export function useNearViewport(ref: RefObject<HTMLElement | null>, isAlways: boolean): Nearness {
  const [nearness, setNearness] = useState<Nearness>({ isNear: isAlways, height: null });
  useEffect(() => {
    const element = ref.current;
    if (isAlways || element === null) return;
    heard.set(element, ({ isIntersecting, boundingClientRect }) =>
      // An element with focus stays rendered.
      setNearness((before) =>
        isIntersecting || element.contains(document.activeElement)
          ? { isNear: true, height: null }
          : { isNear: false, height: before.isNear ? boundingClientRect.height : before.height },
      ),
    );
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) heard.get(entry.target)?.(entry);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      heard.delete(element);
    };
  }, [ref, isAlways]);
  return isAlways ? ALWAYS : nearness;
}

const ALWAYS: Nearness = { isNear: true, height: null };
