import { UNSEEN } from '../keys/rules.ts';

const MAX_CHARACTERS = 200;

/** A plain name that is seen as it is: no path, nothing that turns or hides what stands around it. */
export function isFileName(name: string): boolean {
  const isPlain = !/[/\\]/.test(name) && !/^\.{0,2}$/.test(name) && !UNSEEN.test(name);
  // Half a surrogate pair has no UTF-8.
  return isPlain && !/\p{Surrogate}/u.test(name) && [...name].length <= MAX_CHARACTERS;
}
