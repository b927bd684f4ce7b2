export const KEY_NAME_MAX_CHARACTERS = 100;
/** Requests in a minute that one key may be allowed. */
export const KEY_LIMIT_MAX_PER_MINUTE = 100_000;

/** A name is for people: something, not too long, on one line. */
export function isKeyName(text: string): boolean {
  return text.trim() !== '' && [...text].length <= KEY_NAME_MAX_CHARACTERS && !/\p{Cc}/u.test(text);
}
