export const KEY_NAME_MAX_CHARACTERS = 100;
/** Maximum requests per minute of one key. */
export const KEY_LIMIT_MAX_PER_MINUTE = 100_000;

/** Maximum documents and bytes per day of one key. */
export const KEY_DAILY_DOCUMENTS_MAX = 100_000_000;
export const KEY_DAILY_BYTES_MAX = 1_000_000_000_000_000;

/** Control characters, and those that change the direction of text. */
export const UNSEEN = /[\p{Cc}\p{Bidi_Control}]/u;

/** A name is not blank, not too long, and on one line. */
export function isKeyName(text: string): boolean {
  return text.trim() !== '' && [...text].length <= KEY_NAME_MAX_CHARACTERS && !UNSEEN.test(text);
}
