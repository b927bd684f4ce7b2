/** Pages that are told of one thing: enough for a report, and no list of thousands for every logo. */
export const MAX_TOLD_PAGES = 32;

/** The first pages of both lists, ascending. */
export function firstPages(pages: readonly number[], more: readonly number[]): readonly number[] {
  if (more.every((page) => pages.includes(page))) return pages;
  const all = [...new Set([...pages, ...more])].sort((one, other) => one - other);
  return all.slice(0, MAX_TOLD_PAGES);
}
