import { PDFHexString, type PDFObject, PDFString } from '../objects.ts';

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
