import { textOf } from '../pdf/metadata/text-string.ts';
import { key, nameText, PDFDict, PDFName, PDFNumber, type PDFObject } from '../pdf/objects.ts';

/** Entries of tags and of marked content that screen readers use (ISO 32000-2, 14.9). */
export const SPOKEN_ENTRIES = ['Alt', 'ActualText', 'E', 'Lang'] as const;

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
