import {
  key,
  nameText,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
} from '../pdf/objects.ts';

const UTF8_MARK = [0xef, 0xbb, 0xbf];

/** Decodes a text string (ISO 32000-2, 7.9.2.2) in any of its encodings; null for other objects. */
export function textOf(object: PDFObject | undefined): string | null {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return null;
  const bytes = object.asBytes();
  if (UTF8_MARK.every((byte, index) => bytes[index] === byte)) {
    return new TextDecoder().decode(bytes.subarray(UTF8_MARK.length));
  }
  return object.decodeText().replace(/\0+$/, '');
}

/** Text of a string or a name: some programs interchange them. */
export function wordOf(object: PDFObject | undefined): string | null {
  return object instanceof PDFName ? nameText(object) : textOf(object);
}

export function nameOf(object: PDFObject | undefined): string | null {
  return object instanceof PDFName ? nameText(object) : null;
}

export function numberOf(object: PDFObject | undefined): number | null {
  if (!(object instanceof PDFNumber)) return null;
  const number = object.asNumber();
  return Number.isFinite(number) ? number : null;
}

/** Returns the resolved entry of a dictionary. */
export function entry(dict: PDFDict | undefined, name: string): PDFObject | undefined {
  return dict?.lookup(key(name));
}

export function dictAt(dict: PDFDict | undefined, name: string): PDFDict | undefined {
  const value = entry(dict, name);
  return value instanceof PDFDict ? value : undefined;
}
