/** An item of a document that another document may contain as well. */
export interface Item {
  /** 0-based page index; null for items outside pages. */
  readonly page: number | null;
  /** Identity: items with the same name match, wherever they are. */
  readonly name: string;
  /** Further data that must be equal. */
  readonly value: string;
  /** Numbers that must be equal within `NUMBER_TOLERANCE`; null: not given. */
  readonly numbers: readonly (number | null)[];
  /** Position on its page in points, from the lower left corner of the displayed page; empty if none. */
  readonly place: readonly number[];
  /** Name of the item that this uncounted part belongs to, e.g. the position of a field. */
  readonly partOf?: string;
}

/** Points. A quarter of one is less than a tenth of a millimeter, and more than any rounding. */
export const PLACE_TOLERANCE = 0.25;
/** Points, for targets of links and bookmarks: viewers scroll by more. */
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
