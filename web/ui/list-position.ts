/** Scroll position in the list when a file was opened; null if there is none to restore. */
let left: { readonly scrollY: number } | null = null;
/** The file that is open, or was last. */
let lastFile: number | null = null;

export function saveListPosition(scrollY: number): void {
  left = { scrollY };
  lastFile = null;
}

export function rememberOpenFile(id: number): void {
  lastFile = id;
}

/** Returns the saved position once, with the last file that was open, wherever the user navigated since. */
export function takeListPosition(): { readonly scrollY: number; readonly file: number | null } | null {
  const place = left === null ? null : { ...left, file: lastFile };
  left = null;
  return place;
}
