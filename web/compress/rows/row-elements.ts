import type { RefObject } from 'react';

type List = RefObject<HTMLElement | null>;

/** Rows of a list, as far as they are rows of files. */
export function rowsOf(list: List): readonly HTMLElement[] {
  const rows = [...(list.current?.children ?? [])];
  return rows.filter((row): row is HTMLElement => row instanceof HTMLElement && 'job' in row.dataset);
}

/** The row of a job; null if it is not shown. */
export function rowOf(list: List, id: number): HTMLElement | null {
  return rowsOf(list).find(({ dataset }) => dataset.job === String(id)) ?? null;
}

/** The row that has the focus, or in which it is. */
export function focusedRow(list: List): HTMLElement | null {
  return rowsOf(list).find((row) => row.contains(document.activeElement)) ?? null;
}

/** The link of a row to its file's page. */
export function linkIn(row: HTMLElement | null): HTMLElement | null {
  return row?.querySelector<HTMLElement>(`a[href="/f/${row.dataset.job}"]`) ?? null;
}

/** The button of a row that a key presses too. */
export function buttonWithKey(row: HTMLElement | null, key: string): HTMLElement | null {
  return row?.querySelector<HTMLElement>(`button[aria-keyshortcuts="${key}"]`) ?? null;
}
