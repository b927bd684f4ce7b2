import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { joinedBytes } from '../../lists.ts';
import type { PDFDict } from '../objects.ts';
import { type Decrypted, decryptAesCbc, encryptAesCbc } from './aes.ts';
import { cipherOfStream, isMetadataInPlain, type StreamRole } from './crypt-filter.ts';
import type { Cipher, EncryptDictionary, Resolve } from './encrypt-dictionary.ts';
import type { OpenedKey } from './key-bytes.ts';
import { rc4 } from './rc4.ts';

/** The indirect object that contains a string or stream: its number is part of the key, except with AES-256. */
export interface ObjectId {
  readonly num: number;
  readonly gen: number;
}

/** Encryption method of the document, for reports. */
export interface SecurityMethod {
  /** `/V` and `/R`. */
  readonly version: number;
  readonly revision: number;
  readonly keyBits: number;
  readonly streams: Cipher;
  readonly strings: Cipher;
  readonly embeddedFiles: Cipher;
  readonly encryptsMetadata: boolean;
}

/**
 * An opened standard security handler. Arguments are not changed; with the cipher `none` the argument itself
 * is returned.
 */
export interface Security {
  readonly method: SecurityMethod;
  /** `/P` as a signed 32-bit word (ISO 32000-1, table 22): permissions set by the document's author. */
  readonly permissions: number;
  readonly openedAs: 'owner' | 'user';
  /** The opened dictionary, as in the trailer of the input. */
  readonly source: PDFDict;
  /** The dictionary with references resolved, for writing; its strings are not encrypted. */
  readonly encryptDictionary: PDFDict;

  decryptString(bytes: Uint8Array, id: ObjectId): Decrypted;
  /** `index` counts the strings of one object, so that equal strings differ when encrypted. */
  encryptString(bytes: Uint8Array, id: ObjectId, index: number): Uint8Array;

  /**
   * `dict` is the stream's dictionary, which may name its own crypt filter. An unknown filter leaves the
   * bytes unchanged in both directions and sets `damaged`.
   */
  decryptStream(bytes: Uint8Array, dict: PDFDict, id: ObjectId, role?: StreamRole): Decrypted;
  encryptStream(bytes: Uint8Array, dict: PDFDict, id: ObjectId, role?: StreamRole): Uint8Array;
}

export function openedSecurity(
  dictionary: EncryptDictionary,
  { fileKey, openedAs }: OpenedKey,
  documents: { readonly source: PDFDict; readonly encryptDictionary: PDFDict; readonly resolve: Resolve },
): Security {
  const decrypt = (cipher: Cipher | null, bytes: Uint8Array, id: ObjectId): Decrypted => {
    switch (cipher) {
      case null:
        return { bytes, damaged: true };
      case 'none':
        return { bytes, damaged: false };
      case 'rc4':
        return { bytes: rc4(objectKey(fileKey, id, cipher), bytes), damaged: false };
      case 'aes-128':
        return decryptAesCbc(objectKey(fileKey, id, cipher), bytes);
      case 'aes-256':
        return decryptAesCbc(fileKey, bytes);
    }
  };

  const encrypt = (cipher: Cipher | null, bytes: Uint8Array, id: ObjectId, place: Place): Uint8Array => {
    switch (cipher) {
      case null:
      case 'none':
        return bytes;
      case 'rc4':
        return rc4(objectKey(fileKey, id, cipher), bytes);
      case 'aes-128':
        return encryptAesCbc(objectKey(fileKey, id, cipher), initialVector(fileKey, id, place, bytes), bytes);
      case 'aes-256':
        return encryptAesCbc(fileKey, initialVector(fileKey, id, place, bytes), bytes);
    }
  };
  const cipherOf = (dict: PDFDict, role: StreamRole) =>
    cipherOfStream(dictionary, dict, role, documents.resolve);

  return {
    method: {
      version: dictionary.version,
      revision: dictionary.revision,
      keyBits: fileKey.length * 8,
      streams: dictionary.streams,
      strings: dictionary.strings,
      embeddedFiles: dictionary.embeddedFiles,
      encryptsMetadata: dictionary.encryptsMetadata,
    },
    permissions: dictionary.permissions,
    openedAs,
    source: documents.source,
    encryptDictionary: documents.encryptDictionary,
    decryptString: (bytes, id) => decrypt(dictionary.strings, bytes, id),
    encryptString: (bytes, id, index) => encrypt(dictionary.strings, bytes, id, { kind: STRING, index }),
    decryptStream: (bytes, dict, id, role = 'ordinary') =>
      isMetadataInPlain(dictionary, dict, bytes, documents.resolve)
        ? { bytes, damaged: false }
        : decrypt(cipherOf(dict, role), bytes, id),
    encryptStream: (bytes, dict, id, role = 'ordinary') =>
      encrypt(cipherOf(dict, role), bytes, id, { kind: STREAM, index: 0 }),
  };
}

const AES_SALT = Uint8Array.of(0x73, 0x41, 0x6c, 0x54); // "sAlT"

/** Algorithm 1 (ISO 32000-1, 7.6.2): a key per object, from the low bytes of its number and generation. */
function objectKey(fileKey: Uint8Array, { num, gen }: ObjectId, cipher: 'rc4' | 'aes-128'): Uint8Array {
  const place = Uint8Array.of(num, num >> 8, num >> 16, gen, gen >> 8);
  const salted =
    cipher === 'aes-128' ? joinedBytes([fileKey, place, AES_SALT]) : joinedBytes([fileKey, place]);
  return md5(salted).subarray(0, Math.min(fileKey.length + 5, 16));
}

const STRING = 1;
const STREAM = 2;

interface Place {
  readonly kind: typeof STRING | typeof STREAM;
  readonly index: number;
}

/**
 * Derives a deterministic 16-byte vector from key, place and data, unpredictable without the key. Different
 * data has a different vector, so that two versions of a document do not reveal a common beginning.
 */
function initialVector(
  fileKey: Uint8Array,
  { num, gen }: ObjectId,
  place: Place,
  data: Uint8Array,
): Uint8Array {
  const where = new DataView(new ArrayBuffer(16));
  for (const [i, word] of [num, gen, place.kind, place.index].entries()) where.setUint32(i * 4, word);
  const hash = sha256.create().update(fileKey).update(new Uint8Array(where.buffer)).update(data);
  return hash.digest().subarray(0, 16);
}
