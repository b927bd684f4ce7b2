import { withSlashes } from '../../files/os-path.ts';
import { hash53 } from '../../files/path-index.ts';

/** One of `count` disjoint subsets of the same files; `index` is 1-based. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Parses `2/4`. Returns a sentence if it is invalid. */
export function parseShard(text: string): Shard | string {
  const [, index = '', count = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  return `--shard must be such as 1/4 … 4/4, not "${text}".`;
}

/** Decides by the path below the input, which is the same on every machine. */
export function isInShard(below: string, { index, count }: Shard): boolean {
  return hash53(withSlashes(below)) % count === index - 1;
}
