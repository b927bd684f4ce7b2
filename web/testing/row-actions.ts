import type { RowActions } from '../compress/rows/row-actions.ts';

/** Actions of rows that only record their calls, as `[name, ...arguments]`. */
export function recordedActions(): { readonly actions: RowActions; readonly calls: unknown[][] } {
  const calls: unknown[][] = [];
  const actions = new Proxy({} as RowActions, {
    get:
      (_, name) =>
      (...given: unknown[]) =>
        calls.push([name, ...given]),
  });
  return { actions, calls };
}
