import { cbc } from '@noble/ciphers/aes.js';

const BLOCK_BYTES = 16;
const ZERO_IV = new Uint8Array(BLOCK_BYTES);

/** Decrypted bytes, and whether the data was truncated or badly padded. */
export interface Decrypted {
  readonly bytes: Uint8Array;
  readonly damaged: boolean;
}

/**
 * Decrypts AES-CBC as stored in PDF: initialization vector in the first 16 bytes, PKCS#7 padding at the end
 * (ISO 32000-2, 7.6.3.1). Returns the whole blocks: real files have extra bytes (an end-of-line counted in
 * `/Length`), are truncated, or have no padding. Empty data is an empty string that its writer did not
 * encrypt.
 */
export function decryptAesCbc(key: Uint8Array, data: Uint8Array): Decrypted {
  if (data.length === 0) return { bytes: new Uint8Array(0), damaged: false };
  const wholeBytes = data.length - (data.length % BLOCK_BYTES);
  if (wholeBytes <= BLOCK_BYTES) return { bytes: new Uint8Array(0), damaged: true };

  const padded = decryptAesBlocks(key, data.subarray(0, BLOCK_BYTES), data.subarray(BLOCK_BYTES, wholeBytes));
  const paddingBytes = paddingLength(padded);
  return {
    bytes: padded.subarray(0, padded.length - paddingBytes),
    damaged: paddingBytes === 0 || wholeBytes !== data.length,
  };
}

/** Returns `iv` (16 bytes), followed by `data` with PKCS#7 padding encrypted by AES-CBC. */
export function encryptAesCbc(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const paddedBytes = data.length + BLOCK_BYTES - (data.length % BLOCK_BYTES);
  const out = new Uint8Array(BLOCK_BYTES + paddedBytes);
  out.set(iv);
  cbc(key, iv).encrypt(data, out.subarray(BLOCK_BYTES));
  return out;
}

/** Encrypts whole blocks with AES-CBC without padding (ISO 32000-2, 7.6.4.3.4: the hash of revision 6). */
export function encryptAesBlocks(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  return cbc(key, iv, { disablePadding: true }).encrypt(data);
}

/** Unwraps a key encrypted by AES-CBC with a zero vector and no padding: `/UE` and `/OE` (ISO 32000-2, 7.6.4.3.3). */
export function unwrapKey(key: Uint8Array, wrapped: Uint8Array): Uint8Array {
  return decryptAesBlocks(key, ZERO_IV, wrapped);
}

function decryptAesBlocks(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  return cbc(key, iv, { disablePadding: true }).decrypt(data);
}

/** Returns the number of PKCS#7 padding bytes; 0 if the padding is invalid. */
function paddingLength(padded: Uint8Array): number {
  const length = padded[padded.length - 1]!;
  if (length === 0 || length > BLOCK_BYTES) return 0;
  return padded.subarray(padded.length - length).every((byte) => byte === length) ? length : 0;
}
