import { sep } from 'node:path';
import { hash53 } from '../../files/path-index.ts';

/** One of several shares of the same files, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** `2/4`. A sentence where it is no share. */
export function parseShard(text: string): Shard | string {
  const [, index = '', count = ''] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  return `--shard must be such as 1/4 … 4/4, not "${text}".`;
}

/** By its path below what was named, which is the same on every machine. */
export function isInShard(below: string, { index, count }: Shard): boolean {
  return hash53(sep === '/' ? below : below.replaceAll(sep, '/')) % count === index - 1;
}
