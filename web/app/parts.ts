/** The parts of the site. Each has a link in the header. */
export type SiteSection = 'compress' | 'dashboard' | 'docs';

/** Which part an address belongs to; an unknown one is told by the first. */
export function sectionOf(path: string): SiteSection {
  if (['/setup', '/sign-in', '/invitation', '/dashboard'].some((place) => isBelow(path, place)))
    return 'dashboard';
  return isBelow(path, '/docs') ? 'docs' : 'compress';
}

/** A page of the part that compresses. */
export type TabPage = 'list' | 'file' | 'compare' | 'checks' | 'privacy' | 'unknown';

const TAB_PAGES: Readonly<Record<string, TabPage>> = {
  '/': 'list',
  '/compare': 'compare',
  '/how-files-are-checked': 'checks',
  '/privacy': 'privacy',
};

/** Which page of the part that compresses an address means. */
export function pageAt(path: string): TabPage {
  return TAB_PAGES[path] ?? (fileAt(path) === null ? 'unknown' : 'file');
}

/** The number of the file that an address of the one-file view names, or null. */
export function fileAt(path: string): number | null {
  const [, number] = /^\/f\/([1-9]\d{0,8})$/.exec(path) ?? [];
  return number === undefined ? null : Number(number);
}

function isBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
