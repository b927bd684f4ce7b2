import { nameText, PDFName } from '../objects.ts';
import { type Owner, pathText } from './changes.ts';

/** A difference, such as `12 0 R /Resources/Font/F1: no longer there`. */
export type Difference = string;

/** Current position: the indirect object, the last step of the path, and the declared changes. */
export interface Place {
  readonly owner: Owner;
  /** Null at the indirect object itself. */
  readonly above: Place | null;
  readonly step: Step;
  readonly declared: ReadonlySet<string> | null;
}

/** Paths are built from steps on demand, which is rare. */
type Step = PDFName | string | number;

export function placeAt(owner: Owner, declared: ReadonlySet<string> | null): Place {
  return { owner, above: null, step: '', declared };
}

/** Descends one step; null if a declared change begins there. */
export function stepInto(above: Place, step: Step): Place | null {
  const { owner, declared } = above;
  const place: Place = { owner, above, step, declared };
  return declared?.has(pathText(pathOf(place))) ? null : place;
}

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at.above !== null; at = at.above) {
    path.push(at.step instanceof PDFName ? nameText(at.step) : at.step);
  }
  return path.reverse();
}

export function difference(place: Place, what: string): Difference {
  const owner = place.owner === 'trailer' ? 'trailer' : place.owner.tag;
  return `${owner} ${pathOf(place)
    .map((step) => `/${step}`)
    .join('')}: ${what}`;
}
