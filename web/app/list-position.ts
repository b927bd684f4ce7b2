/** Where in the list somebody was when they went to look at a file; null when nobody is to come back. */
let left: { readonly scrollY: number } | null = null;
/** The file that is looked at, or was last. */
let lastFile: number | null = null;

export function saveListPosition(scrollY: number): void {
  left = { scrollY };
  lastFile = null;
}

export function rememberOpenFile(id: number): void {
  lastFile = id;
}

/** The place to come back to, once; the file is the last that was looked at, wherever the person went from there. */
export function takeListPosition(): { readonly scrollY: number; readonly file: number | null } | null {
  const place = left === null ? null : { ...left, file: lastFile };
  left = null;
  return place;
}
