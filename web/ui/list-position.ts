interface LeftList {
  readonly scrollY: number;
  /** Ids of its jobs: another list begins at its top. */
  readonly jobs: readonly number[];
}

/** The list as it was left, for a file or by a removal of all; null if there is nothing to restore. */
let left: LeftList | null = null;
/** The file that is open, or was last. */
let lastFile: number | null = null;

export function saveListPosition(list: LeftList): void {
  left = list;
  lastFile = null;
}

export function rememberOpenFile(id: number): void {
  lastFile = id;
}

/**
 * Returns the saved position once, with the last file that was open, wherever the user navigated since; null if none of
 * these jobs was in that list.
 */
export function takeListPosition(
  jobs: readonly number[],
): { readonly scrollY: number; readonly file: number | null } | null {
  const isSame = left?.jobs.some((id) => jobs.includes(id)) === true;
  const place = left === null || !isSame ? null : { scrollY: left.scrollY, file: lastFile };
  left = null;
  return place;
}
