/** A short sentence is easy to remember and hard to guess. */
export const PASSWORD_MIN_CHARACTERS = 12;
/** Only protects against floods. */
export const PASSWORD_MAX_CHARACTERS = 500;
/** RFC 5321, 4.5.3.1.3, without the angle brackets */
const EMAIL_MAX_CHARACTERS = 254;

/** An email is only a sign-in name; nothing is sent to it. Case is ignored. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX_CHARACTERS && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text);
}

export function isPasswordLength(text: string): boolean {
  const { length } = [...text];
  return length >= PASSWORD_MIN_CHARACTERS && length <= PASSWORD_MAX_CHARACTERS;
}
