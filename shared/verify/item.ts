/** One thing of a document that another document may hold as well. */
export interface Item {
  /** Index of the page it stands on, from 0; null for what stands on none. */
  readonly page: number | null;
  /** What it is called: two things with one name are taken for the same, wherever they stand. */
  readonly name: string;
  /** What else must be equal. */
  readonly value: string;
  /** What else must be equal within `NUMBER_TOLERANCE`; null: not said. */
  readonly numbers: readonly (number | null)[];
  /** Where it stands on its page, in points from the left lower corner of what is shown; empty for nowhere. */
  readonly place: readonly number[];
  /** Name of the thing of which this is a part that is not counted by itself, such as a place where a field stands. */
  readonly partOf?: string;
}

/** Points. A quarter of one is less than a tenth of a millimetre, and more than any program rounds. */
export const PLACE_TOLERANCE = 0.25;
/** Points, for where a link or a bookmark leads: viewers scroll by more. */
export const NUMBER_TOLERANCE = 1;

type ItemParts = Partial<Item> & Pick<Item, 'name'>;

export function item(parts: ItemParts): Item {
  return { page: null, value: '', numbers: [], place: [], ...parts };
}

export function isSamePlace(a: Item, b: Item, tolerance: number): boolean {
  return areNear(a.place, b.place, tolerance);
}

export function isSameValue(a: Item, b: Item): boolean {
  return a.value === b.value && areNear(a.numbers, b.numbers, NUMBER_TOLERANCE);
}

function areNear(a: readonly (number | null)[], b: readonly (number | null)[], tolerance: number): boolean {
  if (a.length !== b.length) return false;
  return a.every((number, index) => {
    const other = b[index]!;
    if (number === null || other === null) return number === other;
    return Math.abs(number - other) <= tolerance;
  });
}
