import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Drag {
  /** CSS pixels since the last call. */
  readonly onDrag: (by: Point) => void;
  /** Zoom factor since the last call, by pinch or Ctrl with the wheel. */
  readonly onZoom: (by: number) => void;
}

/** Zoom per wheel pixel: one notch of 100 pixels is about a fifth. */
const ZOOM_PER_WHEEL_PIXEL = 0.002;

/** Pans with one pointer, zooms with two or with the wheel. */
export function useDrag(element: RefObject<HTMLElement | null>, { onDrag, onZoom }: Drag) {
  const pointers = useRef(new Map<number, Point>());
  const zoom = useRef(onZoom);
  zoom.current = onZoom;

  useEffect(() => {
    const target = element.current;
    // React's wheel listeners are passive and cannot prevent the page from zooming.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom.current(1 - Math.max(-200, Math.min(200, event.deltaY)) * ZOOM_PER_WHEEL_PIXEL);
    };
    target?.addEventListener('wheel', onWheel, { passive: false });
    return () => target?.removeEventListener('wheel', onWheel);
  }, [element]);

  const forget = (event: PointerEvent) => pointers.current.delete(event.pointerId);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      pointers.current.set(event.pointerId, now);
      const [other] = others;
      if (other === undefined) onDrag({ x: now.x - before.x, y: now.y - before.y });
      else if (distance(before, other) > 0) onZoom(distance(now, other) / distance(before, other));
    },
    onPointerUp: forget,
    onPointerCancel: forget,
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
