import { type RefObject, useEffect, useState } from 'react';
import type { StageSize } from './view.ts';

/** More device pixels per CSS pixel make no visible difference. */
const MAX_PIXEL_RATIO = 2;

/** Current size of an element in CSS pixels; null before it is known. */
export function useElementSize(element: RefObject<HTMLElement | null>): StageSize | null {
  const [size, setSize] = useState<StageSize | null>(null);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver((entries) => {
      for (const { contentRect } of entries) {
        const { width, height } = contentRect;
        if (width > 0 && height > 0) setSize({ width, height });
      }
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

export function pixelRatio(): number {
  return Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1);
}
