import { type RefObject, useEffect, useRef } from 'react';
import { isSingleKey, isTextField } from '../../ui/single-keys.ts';
import { buttonWithKey, focusedRow, linkIn, rowsOf } from './row-elements.ts';

/** Actions of the list's keys, apart from moving the focus. */
export interface ListKeyActions {
  /** Focuses the chosen filter; false without filters. */
  readonly filter: () => boolean;
  readonly download: (id: number) => void;
  readonly downloadAll: () => void;
  readonly look: (id: number) => void;
  readonly moveBy: (id: number, by: -1 | 1) => void;
  readonly find: () => void;
  readonly help: () => void;
}

/** Keys of the list: `j` `k` `c` `d` `D` `f` `/` `?`, Space, F2, and Alt with an arrow. */
export function useListKeys(list: RefObject<HTMLElement | null>, actions: ListKeyActions): void {
  const now = useRef(actions);
  now.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isKnown = isSingleKey(event)
        ? press(event.key, list, now.current)
        : move(event, focusedRow(list), now.current);
      if (isKnown) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [list]);
}

/** Alt with an arrow moves the row. */
function move(event: KeyboardEvent, row: HTMLElement | null, actions: ListKeyActions): boolean {
  const isAlone = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
  if (row === null || by === null || !isAlone || isTextField(event.target)) return false;
  actions.moveBy(Number(row.dataset.job), by);
  return true;
}

/** @returns whether the key means something here */
function press(key: string, list: RefObject<HTMLElement | null>, actions: ListKeyActions): boolean {
  const row = focusedRow(list);
  switch (key) {
    case 'j':
      return focusOn(neighbor(rowsOf(list), row, 1));
    case 'k':
      return focusOn(neighbor(rowsOf(list), row, -1));
    case 'c':
      return click(linkIn(row));
    case 'd':
      if (row === null) return false;
      actions.download(Number(row.dataset.job));
      return true;
    case ' ':
      // Buttons within a row have their own.
      if (row === null || document.activeElement !== row) return false;
      actions.look(Number(row.dataset.job));
      return true;
    case 'F2':
      return click(buttonWithKey(row, 'F2'));
    case 'D':
      actions.downloadAll();
      return true;
    case 'f':
      return actions.filter();
    case '/':
      actions.find();
      return true;
    case '?':
      actions.help();
      return true;
    default:
      return false;
  }
}

/** The next or previous row; without a focused one, the first or last. */
function neighbor(
  rows: readonly HTMLElement[],
  row: HTMLElement | null,
  by: 1 | -1,
): HTMLElement | undefined {
  return row === null ? rows.at(by === 1 ? 0 : -1) : rows[rows.indexOf(row) + by];
}

function focusOn(element: HTMLElement | undefined): boolean {
  if (element === undefined) return false;
  element.focus();
  return true;
}

function click(element: HTMLElement | null): boolean {
  if (element === null) return false;
  element.click();
  return true;
}
