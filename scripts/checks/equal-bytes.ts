import { expect } from 'vitest';

/**
 * Compares typed arrays of the same kind by bytes: `toEqual` compares number by number, which takes two seconds for a
 * megabyte. Different arrays are left to `toEqual`, which reports where they differ.
 */
expect.addEqualityTesters([(one: unknown, other: unknown) => (isSameArray(one, other) ? true : undefined)]);

function isSameArray(one: unknown, other: unknown): boolean {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other)) return false;
  return one.constructor === other.constructor && Buffer.compare(bytesOf(one), bytesOf(other)) === 0;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
