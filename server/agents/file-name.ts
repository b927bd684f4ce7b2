import { UNSEEN } from '../keys/rules.ts';

const MAX_CHARACTERS = 200;

/** Whether a name is plain: no path, and no characters that hide or reverse the text around it. */
export function isFileName(name: string): boolean {
  const isPlain = !/[/\\]/.test(name) && !/^\.{0,2}$/.test(name) && !UNSEEN.test(name);
  // A lone surrogate has no UTF-8 encoding.
  return isPlain && !/\p{Surrogate}/u.test(name) && [...name].length <= MAX_CHARACTERS;
}
