import type { PageLink, SplitPlan } from '../../shared/split/split-plan.ts';

/** Pages (1-based, ascending) after which a new part begins. */
export type Cuts = readonly number[];

/** How far a cut may move from the balance to lose fewer links: a share of a part's bytes. */
const SNAP = 0.1;

/** Parts of about equal weight. Each cut moves a little to where fewer links are lost, then to a chapter. */
export function balancedCuts(plan: SplitPlan, parts: number): Cuts {
  const sums = runningSums(plan.pageBytes);
  const whole = sums.at(-1) ?? 0;
  const crossing = crossings(plan.links, plan.pageBytes.length);
  const begins = new Set(plan.chapters.map(({ page }) => page - 1));
  const cuts: number[] = [];
  for (let part = 1; part < parts; part += 1) {
    const ideal = (whole * part) / parts;
    const first = (cuts.at(-1) ?? 0) + 1;
    // Each later part needs a page.
    const last = plan.pageBytes.length - (parts - part);
    const off = (cut: number) => Math.abs(sums[cut - 1]! - ideal);
    const all = range(first, last);
    const nearest = all.reduce((best, cut) => (off(cut) < off(best) ? cut : best), first);
    const near = all.filter((cut) => off(cut) <= (whole / parts) * SNAP);
    const rank = (cut: number) => [crossing[cut]!, begins.has(cut) ? 0 : 1, off(cut)];
    cuts.push(near.reduce((best, cut) => (isBefore(rank(cut), rank(best)) ? cut : best), nearest));
  }
  return cuts;
}

export function chapterCuts({ chapters }: SplitPlan): Cuts {
  return chapters.map(({ page }) => page - 1).filter((cut) => cut > 0);
}

export function regularCuts({ pageBytes }: SplitPlan, pages: number): Cuts {
  return range(1, pageBytes.length - 1).filter((cut) => cut % pages === 0);
}

/** Adds a cut in the middle of the heaviest part that has more than one page. */
export function withAnotherCut(plan: SplitPlan, cuts: Cuts): Cuts {
  const heaviest = rangesOf(plan, cuts)
    .filter(({ first, end }) => end - first > 1)
    .reduce<{ first: number; end: number; bytes: number } | null>(
      (best, part) => (best === null || part.bytes > best.bytes ? part : best),
      null,
    );
  if (heaviest === null) return cuts;
  return [...cuts, Math.floor((heaviest.first + heaviest.end) / 2)].sort((a, b) => a - b);
}

/** Moves one cut, between its neighbors. */
export function movedCut(plan: SplitPlan, cuts: Cuts, at: number, to: number): Cuts {
  const min = (cuts[at - 1] ?? 0) + 1;
  const max = (cuts[at + 1] ?? plan.pageBytes.length) - 1;
  return cuts.with(at, Math.min(max, Math.max(min, to)));
}

/** Pages (0-based, end exclusive) and approximate bytes of each part. */
export function rangesOf({ pageBytes }: SplitPlan, cuts: Cuts) {
  return [...cuts, pageBytes.length].map((end, index) => {
    const first = cuts[index - 1] ?? 0;
    const bytes = pageBytes.slice(first, end).reduce((sum, own) => sum + own, 0);
    return { first, end, bytes };
  });
}

/** Number of links that would lead from one part to another. */
export function lostLinks({ links, pageBytes }: SplitPlan, cuts: Cuts): number {
  const partOf: number[] = [];
  for (const [part, { first, end }] of rangesOf({ links, pageBytes, chapters: [] }, cuts).entries())
    for (let page = first; page < end; page += 1) partOf.push(part);
  return links.filter(({ from, to }) => partOf[from - 1] !== partOf[to - 1]).length;
}

/** Links over each cut, by the page before it. */
function crossings(links: readonly PageLink[], pages: number): readonly number[] {
  const steps = new Array<number>(pages + 2).fill(0);
  for (const { from, to } of links) {
    steps[Math.min(from, to)]! += 1;
    steps[Math.max(from, to)]! -= 1;
  }
  return runningSums(steps);
}

function runningSums(values: readonly number[]): readonly number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at]! < other[at]!;
}

/** A cut near the only one that would lose fewer links; null without one. */
export function betterCut(
  plan: SplitPlan,
  cuts: Cuts,
): { readonly cut: number; readonly lost: number } | null {
  const cut = cuts[0]!;
  if (cuts.length !== 1) return null;
  const pages = plan.pageBytes.length;
  const reach = Math.ceil(pages * SNAP);
  const crossing = crossings(plan.links, pages);
  const best = range(Math.max(1, cut - reach), Math.min(pages - 1, cut + reach)).reduce(
    (found, each) => (crossing[each]! < crossing[found]! ? each : found),
    cut,
  );
  return best === cut ? null : { cut: best, lost: crossing[best]! };
}
