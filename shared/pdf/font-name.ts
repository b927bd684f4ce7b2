import { fromLatin1 } from './bytes.ts';

/** Maximum characters of a reported name; real ones are under 127 (ISO 32000-1, annex C). */
const MAX_NAME = 200;

/** "The tag shall consist of exactly six uppercase letters … followed by a plus sign" (9.9.2). */
export const SUBSET_TAG = /^[A-Z]{6}\+/;

/** Returns a readable font name without the subset prefix, from the text of `/BaseFont` or `/FontName`. */
export function fontName(raw: string): { readonly name: string; readonly isSubset: boolean } {
  const text = readableName(raw.slice(0, MAX_NAME));
  return { name: text.replace(SUBSET_TAG, ''), isSubset: SUBSET_TAG.test(text) };
}

/** "These bytes should be interpreted according to UTF-8" (7.3.5); otherwise one character per byte. */
function readableName(raw: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromLatin1(raw));
  } catch {
    return raw;
  }
}
