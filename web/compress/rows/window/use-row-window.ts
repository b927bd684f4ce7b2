import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type RowWindow, rowWindow } from './row-window.ts';

/** Height of a row that was never rendered, in pixels. */
const USUAL = 76;

/**
 * The rows to render of a long list: those in and near the viewport. Rendered rows are measured, so that the others keep
 * their places. A row with focus stays, since the window follows the focus.
 *
 * @param keys of all rows, in order; null for a list that is rendered as a whole
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[] | null,
): RowWindow | null {
  const heights = useRef(new Map<string, number>());
  const [seen, setSeen] = useState<RowWindow>({ from: 0, end: 40, before: 0, after: 0 });
  const now = useRef(keys);
  now.current = keys;
  const look = useRef(() => {});
  look.current = () => {
    const { current: element } = list;
    const { current: all } = now;
    if (element === null || all === null || element.offsetParent === null) return;
    const next = rowWindow(
      all.map((key) => heights.current.get(key) ?? USUAL),
      -element.getBoundingClientRect().top,
      innerHeight,
    );
    setSeen((before) => (isSame(before, next) ? before : next));
  };
  useLayoutEffect(() => {
    const { current: element } = list;
    if (element === null || keys === null) return;
    // A hidden list has no heights.
    for (const row of element.querySelectorAll<HTMLElement>(':scope > [data-key]'))
      if (row.offsetHeight > 0) heights.current.set(row.dataset.key ?? '', row.offsetHeight);
    look.current();
  });
  const isLong = keys !== null;
  useEffect(() => {
    if (!isLong) return;
    let frame = 0;
    const onMove = () => {
      if (frame === 0)
        frame = requestAnimationFrame(() => {
          frame = 0;
          look.current();
        });
    };
    addEventListener('scroll', onMove, { passive: true });
    addEventListener('resize', onMove);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onMove);
      removeEventListener('resize', onMove);
    };
  }, [isLong]);
  return isLong ? seen : null;
}

function isSame(one: RowWindow, other: RowWindow): boolean {
  return (
    one.from === other.from &&
    one.end === other.end &&
    one.before === other.before &&
    one.after === other.after
  );
}
