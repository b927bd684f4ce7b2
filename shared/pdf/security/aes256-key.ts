/**
 * Passwords of revisions 5 and 6 (ISO 32000-2, 7.6.4.3.3 and 7.6.4.3.4; revision 5 is Adobe's extension level 3).
 */

import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { joinedBytes } from '../../lists.ts';
import { encryptAesBlocks, unwrapKey } from './aes.ts';
import type { Aes256Dictionary } from './encrypt-dictionary.ts';
import { equalBytes, type OpenedKey } from './key-bytes.ts';

/** Parts of `/U` and `/O`: 32 bytes of hash, 8 of validation salt, 8 of key salt (7.6.4.4.7). */
const HASH_END = 32;
const VALIDATION_SALT_END = 40;
const KEY_SALT_END = 48;

const NONE = new Uint8Array(0);

/** Algorithm 2.A: returns the file key if `password` (at most 127 bytes) is the owner's or the user's, else null. */
export function openAes256(dictionary: Aes256Dictionary, password: Uint8Array): OpenedKey | null {
  const { ownerEntry, userEntry, keyWrappedByOwner, keyWrappedByUser, revision } = dictionary;
  // "The 48-byte U string" is part of the owner's hash, which binds both together.
  const asOwner = unwrap(revision, password, ownerEntry, userEntry, keyWrappedByOwner);
  if (asOwner !== null) return { fileKey: asOwner, openedAs: 'owner' };
  const asUser = unwrap(revision, password, userEntry, NONE, keyWrappedByUser);
  return asUser === null ? null : { fileKey: asUser, openedAs: 'user' };
}

function unwrap(
  revision: 5 | 6,
  password: Uint8Array,
  entry: Uint8Array,
  userEntry: Uint8Array,
  wrapped: Uint8Array,
): Uint8Array | null {
  const hash = revision === 5 ? revision5Hash : revision6Hash;
  const validationSalt = entry.subarray(HASH_END, VALIDATION_SALT_END);
  if (!equalBytes(hash(password, validationSalt, userEntry), entry.subarray(0, HASH_END))) return null;
  const keySalt = entry.subarray(VALIDATION_SALT_END, KEY_SALT_END);
  return unwrapKey(hash(password, keySalt, userEntry), wrapped);
}

type PasswordHash = (password: Uint8Array, salt: Uint8Array, userEntry: Uint8Array) => Uint8Array;

const revision5Hash: PasswordHash = (password, salt, userEntry) =>
  sha256(joinedBytes([password, salt, userEntry]));

/** Selected by "the first 16 bytes … as an unsigned big-endian integer" modulo 3 (algorithm 2.B, step c). */
const ROUND_HASHES = [sha256, sha384, sha512] as const;

/**
 * Algorithm 2.B. Always terminates: the last byte is at most 255, so there are at most 287 rounds, of at most
 * 64 x (127 + 64 + 48) bytes each.
 */
const revision6Hash: PasswordHash = (password, salt, userEntry) => {
  let hash: Uint8Array = sha256(joinedBytes([password, salt, userEntry]));
  for (let round = 1, last = 0; round <= 64 || last > round - 1 - 32; round++) {
    const repeated = repeat64(joinedBytes([password, hash, userEntry]));
    const encrypted = encryptAesBlocks(hash.subarray(0, 16), hash.subarray(16, 32), repeated);
    hash = ROUND_HASHES[sumOf(encrypted.subarray(0, 16)) % 3]!(encrypted); // 256 mod 3 is 1: the sum is enough
    last = encrypted[encrypted.length - 1]!;
  }
  return hash.subarray(0, 32);
};

function repeat64(bytes: Uint8Array): Uint8Array {
  const repeated = new Uint8Array(bytes.length * 64);
  for (let copy = 0; copy < 64; copy++) repeated.set(bytes, copy * bytes.length);
  return repeated;
}

function sumOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum + byte, 0);
}
