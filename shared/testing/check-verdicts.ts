import { Changes } from '../pdf/check/changes.ts';
import { type Difference, firstDifference } from '../pdf/check/check.ts';
import { type ObjectSources, pagesDocument } from './documents/documents.ts';

/** Objects besides one page, which shows object 100 and has the entries in `page`. */
export interface Side {
  readonly objects?: ObjectSources;
  readonly page?: string;
  readonly trailer?: string;
}

/** Returns the verdict of the check when `before` became `after`. */
export function verdictOn(
  before: Side,
  after: Side,
  declare: (changes: Changes) => void = () => {},
): Difference | null {
  const changes = new Changes();
  declare(changes);
  return firstDifference(document(before), document(after), changes);
}

function document({ objects = {}, page = '/Shown 100 0 R', trailer }: Side) {
  return pagesDocument([page], objects, trailer === undefined ? {} : { trailer });
}
