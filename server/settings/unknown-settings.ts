/** Shorter names are too similar to unrelated ones. */
const MIN_LETTERS = 8;
const MAX_EDIT_DISTANCE = 2;

/** A variable that is set but unused, whose name resembles a setting's. */
export interface UnknownSetting {
  readonly name: string;
  readonly suggestion: string;
}

/** The environment has unrelated variables too: only likely misspellings are reported. */
export function unknownSettings(
  names: readonly string[],
  known: ReadonlySet<string>,
): readonly UnknownSetting[] {
  return names
    .filter((name) => name.length >= MIN_LETTERS && !known.has(name))
    .flatMap((name) => {
      const suggestion = [...known].find(
        (candidate) => editDistance(name.toUpperCase(), candidate) <= MAX_EDIT_DISTANCE,
      );
      return suggestion === undefined ? [] : [{ name, suggestion }];
    });
}

/** Letters to add, drop or change (Levenshtein), capped at one more than the maximum. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_EDIT_DISTANCE) return MAX_EDIT_DISTANCE + 1;
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const here = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = above[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      here.push(Math.min(change, above[column]! + 1, here[column - 1]! + 1));
    }
    above = here;
  }
  return above[other.length]!;
}
