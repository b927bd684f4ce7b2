/** Sections of the site. Each has a link in the header. */
export type SiteSection = 'compress' | 'dashboard' | 'docs';

/** The section of a path; unknown paths belong to the first. */
export function sectionOf(path: string): SiteSection {
  if (['/setup', '/sign-in', '/invitation', '/dashboard'].some((place) => isBelow(path, place)))
    return 'dashboard';
  return isBelow(path, '/docs') ? 'docs' : 'compress';
}

/** Pages of the compress section. */
export type TabPage = 'list' | 'file' | 'compare' | 'checks' | 'privacy' | 'app' | 'unknown';

const TAB_PAGES: Readonly<Record<string, TabPage>> = {
  '/': 'list',
  '/compare': 'compare',
  '/how-files-are-checked': 'checks',
  '/privacy': 'privacy',
  '/app': 'app',
};

/** The page of a path in the compress section. */
export function pageAt(path: string): TabPage {
  return TAB_PAGES[path] ?? (fileAt(path) === null ? 'unknown' : 'file');
}

/** The file number in the path of the file page, or null. */
export function fileAt(path: string): number | null {
  const [, number] = /^\/f\/([1-9]\d{0,8})$/.exec(path) ?? [];
  return number === undefined ? null : Number(number);
}

function isBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
