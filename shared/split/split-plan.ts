import { textOf } from '../pdf/metadata/text-string.ts';
import { key, PDFDict } from '../pdf/objects.ts';
import { openDocument } from '../pdf/read/open.ts';
import { resolveLinkTarget } from './destinations.ts';
import type { Forest, TreeNode } from './forest.ts';
import { annotationsOf } from './page-index.ts';
import { PartWeights } from './part-weights.ts';
import { readSourceDocument, type SourceDocument } from './source-document.ts';
import { refuseSplit, type SplitSettings } from './split-document.ts';

/** Facts for choosing where a document is cut. Pages are 1-based. */
export interface SplitPlan {
  /** Approximate bytes that each page adds to the pages before it. */
  readonly pageBytes: readonly number[];
  /** Bookmarks of the highest level with more than one, in page order, one per page. */
  readonly chapters: readonly Chapter[];
  /** Links within the document, by the pages they lead from and to. */
  readonly links: readonly PageLink[];
}

export interface Chapter {
  readonly page: number;
  readonly title: string;
}

export interface PageLink {
  readonly from: number;
  readonly to: number;
}

/** Usual compression ratio of objects. */
const PACKING = 0.25;

/** @throws PdfError `cannot_split` if no cut is possible, or what `openDocument` throws */
export async function splitPlan(input: Uint8Array, settings: SplitSettings): Promise<SplitPlan> {
  const doc = await openDocument(input, settings);
  const whole = readSourceDocument(doc);
  refuseSplit(doc, settings);
  return { pageBytes: pageBytes(whole), chapters: chapters(whole), links: links(whole) };
}

function pageBytes(whole: SourceDocument): readonly number[] {
  const weights = new PartWeights(whole, 0);
  let before = 0;
  return whole.pages.map((_, index) => {
    const { streams, objects } = weights.of(index + 1);
    const sum = Math.round(streams + objects * PACKING);
    const own = sum - before;
    before = sum;
    return own;
  });
}

function chapters(whole: SourceDocument): readonly Chapter[] {
  const found = new Map<number, Chapter>();
  for (const { dict } of chapterNodes(whole.outline)) {
    const target = resolveLinkTarget(dict, whole);
    if (target.kind !== 'page' || found.has(target.page)) continue;
    found.set(target.page, { page: target.page + 1, title: textOf(dict.lookup(key('Title'))) ?? '' });
  }
  return [...found.values()].sort((a, b) => a.page - b.page);
}

/** A single bookmark above all others is the document's title, not a chapter. */
function chapterNodes({ nodes }: Forest): readonly TreeNode[] {
  const kids = new Map<TreeNode | null, TreeNode[]>();
  for (const node of nodes) {
    const siblings = kids.get(node.parent);
    if (siblings === undefined) kids.set(node.parent, [node]);
    else siblings.push(node);
  }
  let level = kids.get(null) ?? [];
  while (level.length === 1) {
    const below = kids.get(level[0]!) ?? [];
    if (below.length === 0) break;
    level = below;
  }
  return level;
}

function links(whole: SourceDocument): readonly PageLink[] {
  return whole.pages.flatMap(({ dict: page }, index) =>
    annotationsOf(page).flatMap((item): PageLink[] => {
      const dict = page.context.lookup(item);
      if (!(dict instanceof PDFDict) || dict.lookup(key('Subtype')) !== key('Link')) return [];
      const target = resolveLinkTarget(dict, whole);
      return target.kind === 'page' ? [{ from: index + 1, to: target.page + 1 }] : [];
    }),
  );
}
