import { latin1 } from '../bytes.ts';
import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
} from '../objects.ts';

const HEX_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export type StringObject = PDFString | PDFHexString;

/** Returns the bytes of a string object. */
export function stringBytes(string: StringObject): Uint8Array {
  if (string instanceof PDFHexString) {
    // White space is allowed between the digits (ISO 32000-1, 7.3.4.3); pdf-lib would read it as zeros.
    const digits = string.asString();
    return /^[0-9a-fA-F]*$/.test(digits)
      ? string.asBytes()
      : PDFHexString.of(digits.replace(/[^0-9a-fA-F]/g, '')).asBytes();
  }
  // A backslash at the end of a line also removes both bytes of CR LF (7.3.4.2), which pdf-lib misses. A bare
  // CR should be read as LF, but is kept: correct writers escape it, others meant the byte of their cipher
  // text.
  const text = string.asString();
  return text.includes('\\\r\n')
    ? PDFString.of(text.replace(/\\(\r\n|[\s\S])/g, unlessLineEnd)).asBytes()
    : string.asBytes();
}

function unlessLineEnd(whole: string, escaped: string): string {
  return escaped === '\r\n' ? '' : whole;
}

export function hexString(bytes: Uint8Array): PDFHexString {
  let digits = '';
  for (const byte of bytes) digits += HEX_PAIRS[byte];
  return PDFHexString.of(digits);
}

export function literalString(bytes: Uint8Array): PDFString {
  const text = latin1(bytes, 0, bytes.length);
  return PDFString.of(text.replace(/[\\()\r\n]/g, (special) => ESCAPES[special] ?? `\\${special}`));
}

const ESCAPES: Readonly<Record<string, string>> = { '\r': '\\r', '\n': '\\n' };

/**
 * Returns the object with every encrypted string replaced. Objects without such strings are returned
 * themselves; dictionaries and arrays on the path to one are copies, and the argument is not changed. Streams
 * are left alone. A signature's `/Contents` is never encrypted (ISO 32000-1, 7.6.1) and is not replaced.
 */
export function mapStrings(object: PDFObject, change: (string: StringObject) => PDFObject): PDFObject {
  if (object instanceof PDFString || object instanceof PDFHexString) return change(object);
  if (object instanceof PDFArray) return mapArray(object, change);
  if (object instanceof PDFDict) return mapDict(object, change);
  return object;
}

function mapArray(array: PDFArray, change: (string: StringObject) => PDFObject): PDFArray {
  let copy: PDFArray | null = null;
  for (const [index, item] of arrayItems(array).entries()) {
    const mapped = mapStrings(item, change);
    if (mapped !== item) (copy ??= array.clone()).set(index, mapped);
  }
  return copy ?? array;
}

/** `mapStrings` for a dictionary, including that of a stream. */
export function mapDict(dict: PDFDict, change: (string: StringObject) => PDFObject): PDFDict {
  const unencrypted = isSignature(dict) ? key('Contents') : null;
  let copy: PDFDict | null = null;
  for (const [name, value] of dictEntries(dict)) {
    if (name === unencrypted) continue;
    const mapped = mapStrings(value, change);
    if (mapped !== value) (copy ??= dict.clone()).set(name, mapped);
  }
  return copy ?? dict;
}

/**
 * `/Type` is optional in a signature (12.8.1, table 252); no other dictionary has both `/ByteRange` and
 * `/Contents`.
 */
function isSignature(dict: PDFDict): boolean {
  if (!dict.has(key('ByteRange')) || !dict.has(key('Contents'))) return false;
  const type = dict.get(key('Type'));
  return !(type instanceof PDFName) || nameText(type) === 'Sig' || nameText(type) === 'DocTimeStamp';
}
