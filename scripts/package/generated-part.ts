/** Comments around a generated part of a page. */
interface Marks {
  readonly begin: string;
  readonly end: string;
}

/** Replaces what stands between the marks. Throws if the page has no such place. */
export function withGenerated(page: string, { begin, end }: Marks, body: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no place for this: ${begin} … ${end}`);
  return `${page.slice(0, from)}${begin}\n\n${body}\n${page.slice(to)}`;
}
