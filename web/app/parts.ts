/** The parts of the site. Each has a link in the header. */
export type Part = 'compress' | 'dashboard' | 'docs';

/** Which part an address belongs to; an unknown one is the start. */
export function partOf(path: string): Part {
  if (['/setup', '/sign-in', '/dashboard'].some((place) => isBelow(path, place))) return 'dashboard';
  return isBelow(path, '/docs') ? 'docs' : 'compress';
}

/** Whether an address is that of the page that compares any two PDFs. */
export function isComparePath(path: string): boolean {
  return path === '/compare';
}

/** The number of the file that an address of the one-file view names, or null. */
export function fileAt(path: string): number | null {
  const [, number] = /^\/f\/([1-9]\d{0,8})$/.exec(path) ?? [];
  return number === undefined ? null : Number(number);
}

function isBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
