import { arrayItems, key, PDFArray, PDFDict, type PDFObject } from '../pdf/objects.ts';
import { arrayFrom, withEntries } from './entries.ts';
import { type Forest, ForestBuilder, KeptNodes, type PageRange, type TreeNode } from './forest.ts';
import type { PageIndex } from './page-index.ts';
import type { PartObjects } from './part-objects.ts';

/** Form fields (ISO 32000-2, 12.7.4); their widgets are the leaves. */
export interface Fields extends Forest {
  readonly isNode: ReadonlySet<PDFObject>;
}

/** Reads the fields. A field without a widget on any page stays with the preceding field. */
export function readFields(places: PageIndex): Fields {
  const forest = new ForestBuilder();
  const isNode = new Set<PDFObject>();
  const form = places.catalog.lookup(key('AcroForm'));
  const stack: { readonly object: PDFObject; readonly parent: TreeNode | null }[] = [];
  const push = (kids: PDFObject | undefined, parent: TreeNode | null) => {
    if (kids instanceof PDFArray)
      for (const object of arrayItems(kids).toReversed()) stack.push({ object, parent });
  };
  if (form instanceof PDFDict) push(form.lookup(key('Fields')), null);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { object, parent } = next;
    const dict = places.doc.context.lookup(object);
    if (!(dict instanceof PDFDict) || isNode.has(object)) continue;
    isNode.add(object);
    const node = forest.add(object, dict, parent);
    const kids = dict.lookup(key('Kids'));
    if (kids instanceof PDFArray && kids.size() > 0) push(kids, node);
    else forest.stands(node, places.annotationPage.get(object) ?? null);
  }
  return { nodes: forest.nodes, byPage: forest.byPage, isNode };
}

/** Adds the fields of these pages to the part. @returns the form; null if no field is left */
export function formIn(
  { catalog }: PageIndex,
  fields: Fields,
  range: PageRange,
  objects: PartObjects,
): { readonly form: PDFDict; readonly kept: ReadonlySet<PDFObject> } | null {
  const form = catalog.lookup(key('AcroForm'));
  const kept = new KeptNodes(fields, range);
  if (!(form instanceof PDFDict) || kept.nodes.length === 0) return null;
  const isKept = new Set(kept.nodes.map(({ object }) => object));
  for (const node of kept.nodes) {
    const kids = kept.kidsOf(node);
    const before = node.dict.lookup(key('Kids'));
    if (kids.length === 0 || !(before instanceof PDFArray) || before.size() === kids.length) continue;
    objects.replace(node.object, withEntries(node.dict, { Kids: arrayOf(kids, node.dict) }));
  }
  const order = form.lookup(key('CO'));
  const calculated =
    order instanceof PDFArray ? arrayItems(order).filter((field) => isKept.has(field)) : undefined;
  const entries: Record<string, PDFObject> = { Fields: arrayOf(kept.roots, form) };
  if (calculated !== undefined) entries.CO = arrayFrom(calculated, form);
  return { form: withEntries(form, entries), kept: isKept };
}

function arrayOf(nodes: readonly TreeNode[], { context }: PDFDict): PDFArray {
  return arrayFrom(
    nodes.map(({ object }) => object),
    { context },
  );
}
