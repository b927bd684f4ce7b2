import { deflate, TRIAL_LEVEL } from '../../../codecs/flate/deflate.ts';
import { ContentReader } from '../../../pdf/content/syntax/operations.ts';
import { roundedContent } from '../round-numbers.ts';
import type { Placement } from '../tolerance.ts';
import { GRID_ORIGINS, type GridOrigin } from './integer-grid.ts';
import { integerPaths } from './integer-paths.ts';
import { drawsTheSamePaths } from './integer-proof.ts';

/** Maximum bytes tried: the beginning of longer content decides. */
const SAMPLE_BYTES = 256 * 1024;

/**
 * Returns the content with integers for coordinates of paths, if that deflates to less than decimals of the same
 * tolerance, and the check passes; else null.
 */
export function withIntegers(exact: Uint8Array, placement: Placement): Uint8Array | null {
  const sample = beginningOf(exact);
  const smallest = smallestForm(sample, placement);
  if (smallest === null) return null;
  const isWhole = sample.length === exact.length;
  const content = isWhole ? smallest.content : integerPaths(exact, placement, smallest.origin);
  return content !== null && drawsTheSamePaths(exact, content, placement) ? content : null;
}

interface IntegerForm {
  readonly origin: GridOrigin;
  readonly content: Uint8Array;
}

/** Returns null if decimals are smaller. */
function smallestForm(sample: Uint8Array, placement: Placement): IntegerForm | null {
  let smallest: IntegerForm | null = null;
  let size: number | null = null;
  for (const origin of GRID_ORIGINS) {
    const content = integerPaths(sample, placement, origin);
    if (content === null) return null;
    size ??= trialSize(roundedContent(sample, placement) ?? sample);
    const contentSize = trialSize(content);
    if (contentSize >= size) continue;
    smallest = { origin, content };
    size = contentSize;
  }
  return smallest;
}

/** Whole operations up to the size of a sample. */
function beginningOf(content: Uint8Array): Uint8Array {
  if (content.length <= SAMPLE_BYTES) return content;
  const reader = new ContentReader(content);
  while (reader.next()) if (reader.end >= SAMPLE_BYTES) return content.subarray(0, reader.end);
  return content;
}

function trialSize(content: Uint8Array): number {
  return deflate(content, TRIAL_LEVEL).length;
}
