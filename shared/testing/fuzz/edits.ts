/** A source of 0 <= n < 1, the same sequence for the same seed. */
export type Random = () => number;

/** Damages a file in one way. */
export type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

/** An integer from 0 to below `below`. */
export function pick(random: Random, below: number): number {
  return Math.floor(random() * below);
}

export function pickOf<T>(random: Random, list: readonly T[]): T {
  return list[pick(random, list.length)]!;
}

/** Replaces `remove` bytes at `at` by `insert`. */
export function splice(bytes: Uint8Array, at: number, remove: number, insert: ArrayLike<number>): Uint8Array {
  const rest = bytes.subarray(Math.min(bytes.length, at + remove));
  const out = new Uint8Array(at + insert.length + rest.length);
  out.set(bytes.subarray(0, at));
  out.set(insert, at);
  out.set(rest, at + insert.length);
  return out;
}

/** One character per byte. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
