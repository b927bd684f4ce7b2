import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '../objects.ts';
import type { StreamRole } from './crypt-filter.ts';
import type { Resolve } from './encrypt-dictionary.ts';
import type { ObjectId, Security } from './handler.ts';
import { hexString, literalString, mapDict, mapStrings, type StringObject, stringBytes } from './strings.ts';

/** Returns whether some streams are encrypted differently, so that `streamRoles` is needed. */
export function separatesRoles({ method }: Security): boolean {
  return !method.encryptsMetadata || method.embeddedFiles !== method.streams;
}

/** A decrypted object, and whether some of its data was truncated, badly padded or of an unknown crypt filter. */
export interface DecryptedObject {
  readonly object: PDFObject;
  readonly damaged: boolean;
}

/**
 * Decrypts the strings and stream data of an object; literal strings stay literal, hexadecimal ones
 * hexadecimal. An object without any is returned as it is, as are the encryption dictionary and
 * cross-reference streams, which are never encrypted. Only for plain objects: packed ones are decrypted with
 * their object stream.
 */
export function decryptObject(
  security: Security,
  object: PDFObject,
  id: ObjectId,
  role: StreamRole = 'ordinary',
): DecryptedObject {
  if (object === security.source || isXrefStream(object)) return { object, damaged: false };

  let damaged = false;
  const plainString = (string: StringObject) => {
    const plain = security.decryptString(stringBytes(string), id);
    damaged ||= plain.damaged;
    return string instanceof PDFHexString ? hexString(plain.bytes) : literalString(plain.bytes);
  };
  if (!(object instanceof PDFStream)) {
    const plain = mapStrings(object, plainString);
    return { object: plain, damaged };
  }
  const data = security.decryptStream(object.getContents(), object.dict, id, role);
  damaged ||= data.damaged;
  const plain = PDFRawStream.of(mapDict(object.dict, plainString), data.bytes);
  return { object: plain, damaged };
}

/**
 * Returns a copy of the object for writing under `id`: strings (hexadecimal) and stream data encrypted,
 * `/Length` set. The document keeps its decrypted object. Not for objects in object streams, nor for the
 * encryption dictionary, which is written as `security.encryptDictionary`.
 */
export function encryptObject(
  security: Security,
  object: PDFObject,
  id: ObjectId,
  role: StreamRole = 'ordinary',
): PDFObject {
  if (object === security.source || object === security.encryptDictionary || isXrefStream(object))
    return object;

  let index = 0;
  const cipherString = (string: StringObject) =>
    hexString(security.encryptString(stringBytes(string), id, index++));
  if (!(object instanceof PDFStream)) return mapStrings(object, cipherString);

  const data = security.encryptStream(object.getContents(), object.dict, id, role);
  const mapped = mapDict(object.dict, cipherString);
  const dict = mapped === object.dict ? mapped.clone() : mapped;
  dict.set(key('Length'), PDFNumber.of(data.length));
  return PDFRawStream.of(dict, data);
}

/**
 * Returns the streams with a special role, by reference: the catalog's `/Metadata`, and every file embedded
 * by a file specification. Names and references are never encrypted, so this works before and after
 * decryption.
 */
export function streamRoles(objects: Iterable<PDFObject>, resolve: Resolve): Map<PDFRef, StreamRole> {
  const roles = new Map<PDFRef, StreamRole>();
  for (const object of objects) addStreamRoles(roles, object, resolve);
  return roles;
}

/** Like streamRoles() for one object, for a loader that meets each object before the streams it refers to. */
export function addStreamRoles(roles: Map<PDFRef, StreamRole>, object: PDFObject, resolve: Resolve): void {
  if (object instanceof PDFArray) {
    for (const item of arrayItems(object)) addStreamRoles(roles, item, resolve);
  }
  if (!(object instanceof PDFDict)) return;
  for (const value of dictEntries(object).values()) addStreamRoles(roles, value, resolve);

  const embedded = resolve(object.get(key('EF')));
  if (embedded instanceof PDFDict) {
    for (const file of dictEntries(embedded).values())
      if (file instanceof PDFRef) roles.set(file, 'embedded-file');
  }
  const metadata = object.get(key('Metadata'));
  if (metadata instanceof PDFRef && isCatalog(object)) roles.set(metadata, 'document-metadata');
}

/** Identified by `/Pages` if `/Type` is missing: nothing else with `/Metadata` has such an entry. */
function isCatalog(dict: PDFDict): boolean {
  return dict.get(key('Type')) === key('Catalog') || dict.has(key('Pages'));
}

function isXrefStream(object: PDFObject): boolean {
  if (!(object instanceof PDFStream)) return false;
  const type = object.dict.get(key('Type'));
  return type instanceof PDFName && nameText(type) === 'XRef';
}
