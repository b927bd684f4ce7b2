/** Maximum pages listed per item: enough for a report, without thousands of entries for every logo. */
export const MAX_TOLD_PAGES = 32;

/** Merges the first pages of both lists, ascending. */
export function firstPages(pages: readonly number[], more: readonly number[]): readonly number[] {
  if (more.every((page) => pages.includes(page))) return pages;
  const all = [...new Set([...pages, ...more])].sort((one, other) => one - other);
  return all.slice(0, MAX_TOLD_PAGES);
}
