import { useEffect, useRef } from 'react';
import { isSingleKey } from '../../ui/single-keys.ts';

/** What the keys of the list do, apart from moving the focus. */
export interface ListKeyActions {
  readonly download: (id: number) => void;
  readonly downloadAll: () => void;
  readonly find: () => void;
  readonly help: () => void;
}

/** Keys of the list: `j` `k` `c` `d` `D` `f` `/` `?`. */
export function useListKeys(actions: ListKeyActions): void {
  const now = useRef(actions);
  now.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isSingleKey(event) && press(event.key, now.current)) event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** @returns whether the key means something here */
function press(key: string, actions: ListKeyActions): boolean {
  const row = document.activeElement?.closest<HTMLElement>('[data-job]') ?? null;
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
