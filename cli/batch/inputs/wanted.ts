import { globMatcher } from '../../files/glob.ts';
import { withSlashes } from '../../files/os-path.ts';
import type { Search } from './find-files.ts';
import { sourceName } from './input-filter.ts';
import { isInShard, type Shard } from './shard.ts';

export interface Wish {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly shard: Shard | undefined;
  readonly suffix: string;
}

/** Builds the filter for PDFs and folders; undefined if everything is included. */
export function wantedBy({ include, exclude, shard, suffix }: Wish): Search['isWanted'] {
  if (include.length === 0 && exclude.length === 0 && shard === undefined) return undefined;
  const isIncluded = include.length === 0 ? () => true : globMatcher(include);
  const isExcluded = globMatcher(exclude);
  return (path, kind) => {
    const below = withSlashes(path);
    if (isExcluded(below)) return false;
    if (kind === 'folder') return true;
    // A result is in the share of its original.
    return isIncluded(below) && (shard === undefined || isInShard(sourceName(below, suffix) ?? below, shard));
  };
}
