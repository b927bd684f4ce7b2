import { gunzipSync, gzipSync } from 'node:zlib';
import { hash53 } from '../../files/path-index.ts';

/** Bits of each of two filters: 8 MiB. Of ten million contents 2 % look repeated by chance. */
const BITS = 2 ** 26;

/**
 * Remembers which contents occur more than once, in memory that doesn't grow: two Bloom filters with two bits per
 * content. It may take a content for repeated that isn't, never the other way round.
 */
export class RepeatedContents {
  readonly #once = new Uint8Array(BITS / 8);
  readonly #more: Uint8Array;

  constructor(more: Uint8Array = new Uint8Array(BITS / 8)) {
    this.#more = more;
  }

  static fromBytes(packed: Uint8Array): RepeatedContents {
    return new RepeatedContents(gunzipSync(packed));
  }

  /** @returns whether the content occurred before */
  add(content: string): boolean {
    const bits = bitsOf(content);
    const isKnown = bits.every((bit) => isSet(this.#once, bit));
    for (const bit of bits) set(isKnown ? this.#more : this.#once, bit);
    return isKnown;
  }

  isRepeated(content: string): boolean {
    return bitsOf(content).every((bit) => isSet(this.#more, bit));
  }

  toBytes(): Uint8Array {
    return gzipSync(this.#more, { level: 1 });
  }
}

function bitsOf(content: string): readonly number[] {
  const hash = hash53(content);
  return [hash % BITS, Math.floor(hash / BITS) % BITS];
}

function isSet(bits: Uint8Array, at: number): boolean {
  return (bits[at >>> 3]! & (1 << (at & 7))) !== 0;
}

function set(bits: Uint8Array, at: number): void {
  bits[at >>> 3]! |= 1 << (at & 7);
}

/** Names a content by what a list says of it: size and ETag in a bucket, the size alone in a folder. */
export function contentName(
  { size, version }: { size: number; version: string },
  isContentVersion: boolean,
): string {
  return isContentVersion ? `${size} ${version}` : String(size);
}
