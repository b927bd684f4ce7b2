/**
 * Document encryption: the standard security handler (ISO 32000-2, 7.6), revisions 2 to 6, with crypt filters.
 * Reads, and writes under new object numbers with the same key, so that the output opens with the passwords of
 * the input and has the same permissions. Public-key handlers are refused.
 *
 * Usage by a loader:
 * 1. Find the trailer, load the `/Encrypt` dictionary without decrypting anything, and call `openSecurity` with it
 *    and the bytes of the first string of `/ID` (empty if there is no `/ID`).
 * 2. For a plain object: parse → `decryptObject(security, object, { num, gen })` with the numbers it has in *this*
 *    file. Decrypt before undoing any filter: encryption is the outermost layer. If anything was encrypted, the
 *    result is a new object; discard the parsed one. A `/Crypt` entry of `/Filter` stays in the dictionary: it
 *    determines how the stream is written again.
 * 3. Object streams are plain objects; their contents are then decrypted and must not be decrypted again.
 * 4. Cross-reference streams and the encryption dictionary are skipped. The dictionary is recognized by identity
 *    with the one passed to `openSecurity`: pass the same object, or skip its reference. Strings of the trailer
 *    (`/ID`) are never encrypted.
 * 5. Two kinds of streams may have other rules: the catalog's metadata (`/EncryptMetadata false`) and embedded
 *    files (`/EFF`). If `separatesRoles(security)`, collect their references with `addStreamRoles` from each object
 *    that is read (the catalog and file specifications come before their streams in a walk from the trailer) and
 *    pass `roles.get(ref)` to `decryptObject`. Object streams have no role.
 *
 * Usage by a writer:
 * 1. If `separatesRoles(security)`, compute `streamRoles` again over the objects to be written.
 * 2. For a plain object: the decrypted object, its data filtered and compressed →
 *    `encryptObject(security, object, { num, gen })` with the *new* numbers → serialize, which renumbers references.
 *    (Encrypt before renumbering: `/Filter` and `/DecodeParms` may be references, which the `resolve` passed to
 *    `openSecurity` resolves.) `/Length` is that of the encrypted data. A serializer that handles strings one by
 *    one may call `encryptString` itself, but must leave a signature's `/Contents` alone; `encryptObject` does both.
 * 3. For an object stream: serialize its objects unencrypted, deflate, then encrypt the stream as a whole.
 * 4. Write `security.encryptDictionary` as a plain object with its strings unencrypted, and refer to it from the
 *    trailer. The cross-reference stream is not encrypted.
 * 5. Keep the first string of `/ID` byte for byte: up to revision 4 it is part of the key. If the input has no
 *    `/ID`, its first string must be empty in the output, or `/ID` absent.
 *
 * The output is the same in every host: initialization vectors are derived from key, place and data.
 *
 * Only an encrypted file loads this module, since creating the tables of its ciphers takes some 7 ms. Code that
 * uses an existing `Security` (`indirect-object.ts`) does not need it.
 */
import { PdfError } from '../../errors.ts';
import type { PDFDict } from '../objects.ts';
import { openAes256 } from './aes256-key.ts';
import { directCopy } from './direct-copy.ts';
import { type EncryptDictionary, type Resolve, readEncryptDictionary } from './encrypt-dictionary.ts';
import { openedSecurity, type Security } from './handler.ts';
import type { OpenedKey } from './key-bytes.ts';
import { openLegacy } from './legacy-key.ts';
import { legacyPasswordBytes, unicodePasswordBytes } from './password.ts';

export type { StreamRole } from './crypt-filter.ts';
export type { Resolve } from './encrypt-dictionary.ts';
export type { Security } from './handler.ts';
export { decryptObject, encryptObject, separatesRoles, streamRoles } from './indirect-object.ts';
export { stringBytes } from './strings.ts';

/**
 * Opens the document with `password` as owner's or user's, else with the empty password. `fileId0` holds the
 * bytes of the first string of the trailer's `/ID`; empty if there is no `/ID`.
 * @throws PdfError `encrypted_pdf`: `password-needed` (none or an empty one was given), `wrong-password`,
 * `unsupported-handler` (another handler, version or method, or an invalid dictionary)
 */
export function openSecurity(
  encrypt: PDFDict,
  resolve: Resolve,
  fileId0: Uint8Array,
  password: string | undefined,
): Security {
  const dictionary = readEncryptDictionary(encrypt, resolve);
  const opened = openWith(dictionary, fileId0, password ?? '') ?? openWith(dictionary, fileId0, '');
  if (opened === null) {
    throw new PdfError({ code: 'encrypted_pdf', reason: password ? 'wrong-password' : 'password-needed' });
  }
  const encryptDictionary = directCopy(encrypt, resolve);
  return openedSecurity(dictionary, opened, { source: encrypt, encryptDictionary, resolve });
}

function openWith(dictionary: EncryptDictionary, fileId0: Uint8Array, password: string): OpenedKey | null {
  if (dictionary.kind === 'legacy') {
    return firstOpened(legacyPasswordBytes(password), (bytes) => openLegacy(dictionary, fileId0, bytes));
  }
  return firstOpened(unicodePasswordBytes(password), (bytes) => openAes256(dictionary, bytes));
}

function firstOpened(
  candidates: readonly Uint8Array[],
  open: (bytes: Uint8Array) => OpenedKey | null,
): OpenedKey | null {
  for (const bytes of candidates) {
    const opened = open(bytes);
    if (opened !== null) return opened;
  }
  return null;
}
