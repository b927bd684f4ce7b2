import { useEffect, useRef } from 'react';
import { isSingleKey, isTextField } from '../../ui/single-keys.ts';

/** Actions of the list's keys, apart from moving the focus. */
export interface ListKeyActions {
  readonly download: (id: number) => void;
  readonly downloadAll: () => void;
  readonly look: (id: number) => void;
  readonly moveBy: (id: number, by: -1 | 1) => void;
  readonly find: () => void;
  readonly help: () => void;
}

/** Keys of the list: `j` `k` `c` `d` `D` `f` `/` `?`, Space, F2, and Alt with an arrow. */
export function useListKeys(actions: ListKeyActions): void {
  const now = useRef(actions);
  now.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isKnown = isSingleKey(event) ? press(event.key, now.current) : move(event, now.current);
      if (isKnown) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The row that has the focus, or in which it is. */
function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-job]') ?? null;
}

/** Alt with an arrow moves the row. */
function move(event: KeyboardEvent, actions: ListKeyActions): boolean {
  const row = focusedRow();
  const isAlone = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
  if (row === null || by === null || !isAlone || isTextField(event.target)) return false;
  actions.moveBy(Number(row.dataset.job), by);
  return true;
}

/** @returns whether the key means something here */
function press(key: string, actions: ListKeyActions): boolean {
  const row = focusedRow();
  switch (key) {
    case 'j':
      return focusOn(neighbor(row, 1));
    case 'k':
      return focusOn(neighbor(row, -1));
    case 'c':
      return click(row?.querySelector('.compare'));
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
      return click(row?.querySelector('.rename'));
    case 'D':
      actions.downloadAll();
      return true;
    case 'f':
      return focusOn(document.querySelector('.filters [role="radio"][aria-checked="true"]'));
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
function neighbor(row: HTMLElement | null, by: 1 | -1): Element | undefined {
  const rows = [...document.querySelectorAll('.files > [data-job]')];
  return row === null ? rows.at(by === 1 ? 0 : -1) : rows[rows.indexOf(row) + by];
}

function focusOn(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.focus();
  return true;
}

function click(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.click();
  return true;
}
