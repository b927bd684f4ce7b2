export const KEY_NAME_MAX_CHARACTERS = 100;
/** Requests in a minute that one key may be allowed. */
export const KEY_LIMIT_MAX_PER_MINUTE = 100_000;

/** Documents, and their bytes, that one key may be allowed in a day. */
export const KEY_DAILY_DOCUMENTS_MAX = 100_000_000;
export const KEY_DAILY_BYTES_MAX = 1_000_000_000_000_000;

/** Control characters, and those that turn the direction of what stands around them. */
export const UNSEEN = /[\p{Cc}\p{Bidi_Control}]/u;

/** A name is for people: something, not too long, on one line. */
export function isKeyName(text: string): boolean {
  return text.trim() !== '' && [...text].length <= KEY_NAME_MAX_CHARACTERS && !UNSEEN.test(text);
}
