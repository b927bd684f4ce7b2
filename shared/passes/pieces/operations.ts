import { ContentReader } from '../../pdf/content/syntax/operations.ts';

/** The operations of a content, each with the white space before it. */
export interface Operations {
  readonly content: Uint8Array;
  readonly count: number;
  /** Positions behind the operators; the last is the end of the content. */
  readonly ends: Int32Array;
  /** Hashes of their bytes. */
  readonly hashes: Int32Array;
}

/** Returns where the bytes of an operation begin. */
export function startOf({ ends }: Operations, operation: number): number {
  return operation === 0 ? 0 : ends[operation - 1]!;
}

/**
 * Null if readers may divide the content differently, if it is empty, or if it has inline images, whose end readers
 * find by the bytes behind them.
 */
export function operationsOf(content: Uint8Array): Operations | null {
  // An operator and a separator at least.
  const most = (content.length >> 1) + 1;
  const [ends, hashes] = [new Int32Array(most), new Int32Array(most)];
  const reader = new ContentReader(content);
  let count = 0;
  while (reader.next()) {
    if (!reader.operatorKnown || reader.operator === 'BI' || count === most) return null;
    ends[count] = reader.end;
    count += 1;
  }
  if (reader.problem !== null || reader.operandCount !== 0 || count === 0) return null;
  ends[count - 1] = content.length;
  for (let operation = 0, at = 0; operation < count; operation += 1) {
    let hash = 0x811c9dc5;
    for (; at < ends[operation]!; at += 1) hash = Math.imul(hash ^ content[at]!, 0x01000193);
    hashes[operation] = hash ^ (hash >>> 15);
  }
  return { content, count, ends: ends.slice(0, count), hashes: hashes.slice(0, count) };
}
