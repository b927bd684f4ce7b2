import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decryptAesCbc, encryptAesCbc } from './aes.ts';

const iv = Uint8Array.from({ length: 16 }, (_, index) => 200 - index);
const keyOf = (length: number) => Uint8Array.from({ length }, (_, index) => index * 7);

/** The same with Node's OpenSSL. */
function encryptedByOpenSsl(key: Uint8Array, data: Uint8Array): Uint8Array {
  const cipher = createCipheriv(key.length === 16 ? 'aes-128-cbc' : 'aes-256-cbc', key, iv);
  return new Uint8Array(Buffer.concat([iv, cipher.update(data), cipher.final()]));
}

describe.each([16, 32])('with a key of %i bytes', (keyLength) => {
  const key = keyOf(keyLength);

  test('writes the vector, then what OpenSSL writes, and reads it back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (data) => {
        const encrypted = encryptAesCbc(key, iv, data);
        expect([...encrypted]).toEqual([...encryptedByOpenSsl(key, data)]);
        const { bytes, damaged } = decryptAesCbc(key, encrypted);
        expect([[...bytes], damaged]).toEqual([[...data], false]);
      }),
    );
  });

  test('takes data from anywhere in a larger buffer', () => {
    const data = Uint8Array.from({ length: 50 }, (_, index) => index);
    for (let start = 0; start < 4; start++) {
      const encrypted = encryptAesCbc(key, iv, data.subarray(start));
      const shifted = new Uint8Array(encrypted.length + start);
      shifted.set(encrypted, start);
      expect(decryptAesCbc(key, shifted.subarray(start)).bytes).toEqual(data.slice(start));
    }
  });
});

describe('damaged data', () => {
  const key = keyOf(16);
  const data = Uint8Array.from({ length: 40 }, (_, index) => index);
  const encrypted = encryptAesCbc(key, iv, data);
  const readAs = (bytes: Uint8Array) => {
    const plain = decryptAesCbc(key, bytes);
    return [[...plain.bytes], plain.damaged];
  };

  test('cut inside a block gives the blocks before it', () => {
    expect(readAs(encrypted.subarray(0, 16 + 32 + 5))).toEqual([[...data.slice(0, 32)], true]);
  });

  test('cut between blocks gives all of them', () => {
    expect(readAs(encrypted.subarray(0, 16 + 32))).toEqual([[...data.slice(0, 32)], true]);
  });

  test('with an end-of-line behind it gives everything', () => {
    expect(readAs(Uint8Array.of(...encrypted, 13, 10))).toEqual([[...data], true]);
  });

  test('without padding gives everything', () => {
    const unpadded = encryptAesCbc(key, iv, data.subarray(0, 32)).subarray(0, 16 + 32);
    expect(readAs(unpadded)).toEqual([[...data.slice(0, 32)], true]);
  });

  test.each([[[0]], [[17]], [[255]], [[3, 2, 3]]])('whose padding ends in %j keeps it', (ending) => {
    const block = new Uint8Array(16).fill(9);
    block.set(ending, 16 - ending.length);
    const unpadded = encryptAesCbc(key, iv, block).subarray(0, 32);
    expect(readAs(unpadded)).toEqual([[...block], true]);
  });

  test('of a vector alone, or of less, is empty', () => {
    expect(readAs(encrypted.subarray(0, 16))).toEqual([[], true]);
    expect(readAs(encrypted.subarray(0, 3))).toEqual([[], true]);
  });

  test('of no bytes at all is an empty string that was never encrypted', () => {
    expect(readAs(new Uint8Array(0))).toEqual([[], false]);
  });
});
