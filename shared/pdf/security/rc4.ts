/**
 * RC4, used up to revision 4 (ISO 32000-1, 7.6.2). Broken as a cipher, but required for reading and writing
 * such documents; encryption and decryption are the same operation. `key` has 1 to 256 bytes; `data` is not
 * changed.
 */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i++) state[i] = i;
  for (let i = 0, j = 0; i < 256; i++) {
    const swapped = state[i]!;
    j = (j + swapped + key[i % key.length]!) & 255;
    state[i] = state[j]!;
    state[j] = swapped;
  }

  const out = new Uint8Array(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 255;
    const a = state[i]!;
    j = (j + a) & 255;
    const b = state[j]!;
    state[i] = b;
    state[j] = a;
    out[n] = data[n]! ^ state[(a + b) & 255]!;
  }
  return out;
}
