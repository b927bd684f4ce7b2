import {
  dictEntries,
  key,
  PDFDict,
  type PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '../pdf/objects.ts';
import { resolveLinkTarget } from './destinations.ts';
import { type Forest, ForestBuilder, isIn, KeptNodes, type PageRange, type TreeNode } from './forest.ts';
import type { PageIndex } from './page-index.ts';
import type { PartObjects } from './part-objects.ts';

/** Reads the outline (ISO 32000-2, 12.3.3). An item without a page goes with the preceding item. */
export function readOutline(places: PageIndex): Forest {
  const forest = new ForestBuilder();
  const outlines = places.catalog.lookup(key('Outlines'));
  const seen = new Set<PDFDict>();
  // An explicit stack: outlines built to be deep must not exhaust the call stack.
  const stack: { readonly object: PDFObject | undefined; readonly parent: TreeNode | null }[] = [];
  if (outlines instanceof PDFDict) stack.push({ object: outlines.get(key('First')), parent: null });
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { object, parent } = next;
    const dict = object instanceof PDFRef ? places.doc.context.lookup(object) : undefined;
    if (object === undefined || !(dict instanceof PDFDict) || seen.has(dict)) continue;
    seen.add(dict);
    const node = forest.add(object, dict, parent);
    const target = resolveLinkTarget(dict, places);
    if (target.kind === 'page') forest.stands(node, target.page);
    else if (!dict.has(key('First'))) forest.stands(node, null);
    stack.push({ object: dict.get(key('Next')), parent }, { object: dict.get(key('First')), parent: node });
  }
  return forest;
}

const LINKS = new Set(['First', 'Last', 'Next', 'Prev', 'Parent', 'Count'].map(key));
const LEADING = new Set(['Dest', 'A', 'SE'].map(key));

/**
 * Adds the items of these pages to the part and links them again. Ancestors stay as headings; they have no
 * target if their own page is in another part.
 * @returns the outline dictionary, and the number of items with a page in the part; null if there are none
 */
export function outlineIn(
  places: PageIndex,
  forest: Forest,
  range: PageRange,
  objects: PartObjects,
): { readonly outline: PDFDict; readonly bookmarks: number } | null {
  const kept = new KeptNodes(forest, range);
  const root = places.catalog.lookup(key('Outlines'));
  if (kept.nodes.length === 0 || !(root instanceof PDFDict)) return null;
  const visible = visibleBelow(kept);
  let bookmarks = 0;
  const rootRef = objects.refFor(places.catalog.get(key('Outlines')));
  for (const node of kept.nodes) {
    const target = resolveLinkTarget(node.dict, places);
    const isHere = target.kind !== 'page' || isIn(range, target.page);
    if (isHere) bookmarks += 1;
    const entries = new Map(
      [...dictEntries(node.dict)].filter(([name]) => !LINKS.has(name) && (isHere || !LEADING.has(name))),
    );
    const siblings = node.parent === null ? kept.roots : kept.kidsOf(node.parent);
    const at = positionIn(siblings, node);
    setAll(entries, {
      Parent: node.parent === null ? rootRef : node.parent.object,
      Prev: siblings[at - 1]?.object,
      Next: siblings[at + 1]?.object,
      First: kept.kidsOf(node)[0]?.object,
      Last: kept.kidsOf(node).at(-1)?.object,
      Count:
        kept.kidsOf(node).length > 0
          ? PDFNumber.of(isOpen(node) ? visible.get(node)! : -visible.get(node)!)
          : undefined,
    });
    objects.replace(node.object, PDFDict.fromMapWithContext(entries, node.dict.context));
  }
  const entries = new Map([...dictEntries(root)].filter(([name]) => !LINKS.has(name)));
  const shown = kept.roots.reduce((sum, node) => sum + 1 + (isOpen(node) ? (visible.get(node) ?? 0) : 0), 0);
  setAll(entries, {
    First: kept.roots[0]?.object,
    Last: kept.roots.at(-1)?.object,
    Count: PDFNumber.of(shown),
  });
  return { outline: PDFDict.fromMapWithContext(entries, root.context), bookmarks };
}

/** Binary search: siblings are sorted by position. */
function positionIn(siblings: readonly TreeNode[], { position }: TreeNode): number {
  let [low, high] = [0, siblings.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (siblings[middle]!.position < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the number of visible descendants of each open item (table 151). */
function visibleBelow(kept: KeptNodes): ReadonlyMap<TreeNode, number> {
  const visible = new Map<TreeNode, number>();
  for (const node of kept.nodes.toReversed()) {
    const below = kept
      .kidsOf(node)
      .reduce((sum, kid) => sum + 1 + (isOpen(kid) ? (visible.get(kid) ?? 0) : 0), 0);
    visible.set(node, below);
  }
  return visible;
}

function isOpen({ dict }: TreeNode): boolean {
  const count = dict.lookup(key('Count'));
  return count instanceof PDFNumber && count.asNumber() > 0;
}

function setAll(
  entries: Map<PDFName, PDFObject>,
  values: Readonly<Record<string, PDFObject | undefined>>,
): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) entries.set(key(name), value);
}
