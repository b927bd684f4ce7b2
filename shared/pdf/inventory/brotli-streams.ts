import type { FileLayout } from '../file-layout.ts';
import { filterSteps } from '../filter/filters.ts';

/** How many of the streams that were read went through BrotliDecode, object and cross-reference streams among them. */
export function brotliStreams(layout: FileLayout): number {
  return layout
    .streams()
    .filter(({ dict }) => filterSteps(dict)?.some(({ name }) => name === 'BrotliDecode') ?? false).length;
}
