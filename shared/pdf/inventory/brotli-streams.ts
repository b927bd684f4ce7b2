import type { FileLayout } from '../file-layout.ts';
import { filterSteps } from '../filter/filters.ts';

/** Counts the streams with BrotliDecode, including object and cross-reference streams. */
export function brotliStreams(layout: FileLayout): number {
  return layout
    .streams()
    .filter(({ dict }) => filterSteps(dict)?.some(({ name }) => name === 'BrotliDecode') ?? false).length;
}
