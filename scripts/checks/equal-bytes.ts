import { expect } from 'vitest';

/**
 * Arrays of the same kind that hold the same bytes are equal at once: `toEqual` reads them number by number, which takes two
 * seconds for a megabyte. Whatever differs is left to it, since it says where.
 */
expect.addEqualityTesters([(one: unknown, other: unknown) => (isSameArray(one, other) ? true : undefined)]);

function isSameArray(one: unknown, other: unknown): boolean {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other)) return false;
  return one.constructor === other.constructor && Buffer.compare(bytesOf(one), bytesOf(other)) === 0;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
