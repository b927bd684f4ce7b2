/** Passwords of revisions 2 to 4 (ISO 32000-1, 7.6.3.3 and 7.6.3.4). Steps are quoted next to their code. */

import { md5 } from '@noble/hashes/legacy.js';
import { joinedBytes } from '../../lists.ts';
import type { LegacyDictionary } from './encrypt-dictionary.ts';
import { equalBytes, type OpenedKey } from './key-bytes.ts';
import { rc4 } from './rc4.ts';

/** Algorithm 2, step a. */
const PADDING = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e,
  0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);

/**
 * Returns the file key if `password` is the owner's or the user's, else null. `fileId0` is the first half of
 * `/ID`.
 */
export function openLegacy(
  dictionary: LegacyDictionary,
  fileId0: Uint8Array,
  password: Uint8Array,
): OpenedKey | null {
  for (const keyLength of dictionary.keyLengths) {
    const userPassword = userPasswordFromOwner(dictionary, password, keyLength);
    const asOwner = openAsUser(dictionary, fileId0, userPassword, keyLength);
    if (asOwner !== null) return { fileKey: asOwner, openedAs: 'owner' };

    const asUser = openAsUser(dictionary, fileId0, password, keyLength);
    if (asUser !== null) return { fileKey: asUser, openedAs: 'user' };
  }
  return null;
}

/** Algorithm 6: returns the file key if it produces the same `/U`. */
function openAsUser(
  dictionary: LegacyDictionary,
  fileId0: Uint8Array,
  password: Uint8Array,
  keyLength: number,
): Uint8Array | null {
  const fileKey = fileKeyFromUser(dictionary, fileId0, password, keyLength);
  if (dictionary.revision === 2) {
    return equalBytes(rc4(fileKey, PADDING), dictionary.userEntry) ? fileKey : null; // algorithm 4
  }
  const check = rc4Rounds(fileKey, md5(joinedBytes([PADDING, fileId0])), ROUNDS_UP); // algorithm 5
  return equalBytes(check, dictionary.userEntry.subarray(0, 16)) ? fileKey : null;
}

/** Algorithm 2. */
function fileKeyFromUser(
  { revision, ownerEntry, permissions, encryptsMetadata }: LegacyDictionary,
  fileId0: Uint8Array,
  password: Uint8Array,
  keyLength: number,
): Uint8Array {
  const permissionBytes = new Uint8Array(4);
  new DataView(permissionBytes.buffer).setInt32(0, permissions, true); // "low-order byte first"
  const metadataMark =
    revision >= 4 && !encryptsMetadata ? Uint8Array.of(255, 255, 255, 255) : new Uint8Array(0);
  let hash: Uint8Array = md5(
    joinedBytes([padded(password), ownerEntry, permissionBytes, fileId0, metadataMark]),
  );
  if (revision >= 3) {
    for (let round = 0; round < 50; round++) hash = md5(hash.subarray(0, keyLength)); // "the first n bytes"
  }
  return hash.subarray(0, keyLength);
}

/** Algorithm 7: `/O` holds the user password; only the right owner password decrypts it correctly. */
function userPasswordFromOwner(
  { revision, ownerEntry }: LegacyDictionary,
  password: Uint8Array,
  keyLength: number,
): Uint8Array {
  let hash: Uint8Array = md5(padded(password));
  if (revision === 2) return rc4(hash.subarray(0, keyLength), ownerEntry);
  for (let round = 0; round < 50; round++) hash = md5(hash);
  return rc4Rounds(hash.subarray(0, keyLength), ownerEntry, ROUNDS_DOWN);
}

const ROUNDS_UP = Array.from({ length: 20 }, (_, round) => round);
const ROUNDS_DOWN = ROUNDS_UP.toReversed();

/** Repeated RC4, with each byte of the key XORed with the round number. */
function rc4Rounds(key: Uint8Array, data: Uint8Array, rounds: readonly number[]): Uint8Array {
  return rounds.reduce(
    (bytes, round) =>
      rc4(
        key.map((byte) => byte ^ round),
        bytes,
      ),
    data,
  );
}

/** "Pad or truncate the password string to exactly 32 bytes." */
function padded(password: Uint8Array): Uint8Array {
  return joinedBytes([password, PADDING]).subarray(0, 32);
}
