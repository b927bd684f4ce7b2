import { sep } from 'node:path';
import { globMatcher } from '../../files/glob.ts';
import type { Search } from './find-files.ts';
import { isInShard, type Shard } from './shard.ts';

export interface Wish {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly shard: Shard | undefined;
}

/** Builds the filter for PDFs and folders; undefined if everything is included. */
export function wantedBy({ include, exclude, shard }: Wish): Search['isWanted'] {
  if (include.length === 0 && exclude.length === 0 && shard === undefined) return undefined;
  const isIncluded = include.length === 0 ? () => true : globMatcher(include);
  const isExcluded = globMatcher(exclude);
  return (path, kind) => {
    const below = sep === '/' ? path : path.replaceAll(sep, '/');
    if (isExcluded(below)) return false;
    return kind === 'folder' || (isIncluded(below) && (shard === undefined || isInShard(below, shard)));
  };
}
