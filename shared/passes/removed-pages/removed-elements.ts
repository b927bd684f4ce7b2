import type { PdfDocument } from '../../pdf/document.ts';
import { key, PDFDict, PDFNumber, type PDFObject, PDFRef } from '../../pdf/objects.ts';
import { catalogOf } from '../../pdf/page-tree.ts';
import { elementKids } from '../../pdf/walk.ts';

/** An element during the traversal. */
interface Node {
  readonly object: PDFObject;
  readonly dict: PDFDict;
  readonly parent: Node | null;
  /** Some of its content is on a removed page; `hasOther`: on another page. */
  hasRemoved: boolean;
  hasOther: boolean;
}

/**
 * Returns structure elements (ISO 32000-2, 14.7.2) whose whole content is on these pages, with all their
 * descendants.
 */
export function removedElements(
  doc: Pick<PdfDocument, 'context' | 'trailer'>,
  pages: ReadonlySet<PDFObject>,
): ReadonlySet<PDFRef> {
  const nodes = elementsOf(doc, pages);
  // Children come after their parents, so this passes the flags from the last node upwards.
  for (const node of nodes.toReversed()) {
    if (node.parent === null) continue;
    node.parent.hasRemoved ||= node.hasRemoved;
    node.parent.hasOther ||= node.hasOther;
  }
  const removed = new Set<PDFObject>();
  const refs = new Set<PDFRef>();
  for (const { object, parent, hasRemoved, hasOther } of nodes) {
    const isBelow = parent !== null && removed.has(parent.dict);
    if (!isBelow && !(hasRemoved && !hasOther)) continue;
    const dict = doc.context.lookup(object);
    if (dict !== undefined) removed.add(dict);
    if (object instanceof PDFRef) refs.add(object);
  }
  return refs;
}

/** Returns all elements, each after its parent. */
function elementsOf(
  { context, trailer }: Pick<PdfDocument, 'context' | 'trailer'>,
  pages: ReadonlySet<PDFObject>,
): readonly Node[] {
  const root = catalogOf(trailer)?.lookup(key('StructTreeRoot'));
  if (!(root instanceof PDFDict)) return [];
  const nodes: Node[] = [];
  const seen = new Set<PDFDict>();
  const stack: { readonly object: PDFObject; readonly parent: Node | null }[] = [];
  for (const object of elementKids(root)) stack.push({ object, parent: null });
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { object, parent } = next;
    const dict = context.lookup(object);
    if (!(dict instanceof PDFDict) || seen.has(dict)) continue;
    seen.add(dict);
    const node: Node = { object, dict, parent, hasRemoved: false, hasOther: false };
    nodes.push(node);
    for (const kid of elementKids(dict)) {
      const value = context.lookup(kid);
      const page = pageOf(value, dict);
      if (page === 'element') stack.push({ object: kid, parent: node });
      else if (page !== undefined && pages.has(page)) node.hasRemoved = true;
      else node.hasOther = true;
    }
  }
  return nodes;
}

/** Returns the page of a kid's content; undefined if unknown. */
function pageOf(kid: PDFObject | undefined, element: PDFDict): PDFObject | 'element' | undefined {
  const own = element.get(key('Pg'));
  if (kid instanceof PDFNumber) return own;
  if (!(kid instanceof PDFDict)) return undefined;
  const type = kid.lookup(key('Type'));
  if (type === key('MCR')) return kid.get(key('Pg')) ?? own;
  if (type !== key('OBJR')) return 'element';
  const annotation = kid.lookup(key('Obj'));
  const page = annotation instanceof PDFDict ? annotation.get(key('P')) : undefined;
  return kid.get(key('Pg')) ?? page ?? own;
}
