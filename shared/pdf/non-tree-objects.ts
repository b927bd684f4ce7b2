/**
 * Returns the objects of a document except mere tree nodes: structure elements, outline items, name and
 * number trees (ISO 32000-2, 14.7, 12.3.3, 7.9.6). In a document of a hundred thousand objects, tree nodes
 * are mostly all but a few hundred; searches for fonts, images, color spaces, content or metadata can skip
 * them.
 */
import { type PdfDocument, sortedByNumber } from './document.ts';
import {
  arrayItems,
  contextEntries,
  dictEntries,
  key,
  type ObjectTable,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRef,
} from './objects.ts';
import { RefMap } from './ref-map.ts';

/** Keys of tree nodes; any other key may be relevant to a search. */
const TREE_KEYS: ReadonlySet<PDFName> = keys(
  // Of all trees (7.9.6, 7.9.7).
  'Type Kids Limits Names Nums Parent',
  // Structure elements and references to content (14.7.2, 14.7.5).
  'S P Pg K ID A C R T Lang Alt E ActualText NS Ref PhoneticAlphabet Phoneme MCID Obj',
  // Their attributes (14.8.5).
  'O RowSpan ColSpan Headers Scope Summary Short ListNumbering Placement WritingMode BBox Width Height TextAlign',
  'BlockAlign InlineAlign LineHeight SpaceBefore SpaceAfter StartIndent EndIndent TextIndent BaselineShift',
  'TextDecorationType',
  // Outline items (12.3.3).
  'Title Dest D SE First Last Next Prev Count',
);
/** Excludes pages and their tree, which passes change. */
const TREE_TYPES: ReadonlySet<PDFObject> = keys('StructElem OBJR MCR Outlines Namespace');

function keys(...lists: readonly string[]): ReadonlySet<PDFName> {
  return new Set(lists.join(' ').split(' ').map(key));
}

/** Cached state of an object table. A context has a new table when its file is read again. */
interface Known {
  /** Nodes in their original form, by reference. */
  readonly nodes: RefMap<PDFObject>;
  /** All other objects, after this number of changes to the table. */
  readonly objects: readonly [PDFRef, PDFObject][];
  readonly changes: number | null;
}

const known = new WeakMap<ObjectTable, Known>();

/** Returns all other objects in ascending object number; objects added after the first call are always included. */
export function nonTreeObjects({ context }: Pick<PdfDocument, 'context'>): readonly [PDFRef, PDFObject][] {
  const table = contextEntries(context);
  const before = known.get(table);
  // Most passes replace no object, and all of them call this.
  if (before !== undefined && before.changes !== null && before.changes === changesOf(table))
    return before.objects;
  const nodes = before?.nodes ?? treeNodes(table);
  const objects: [PDFRef, PDFObject][] = [];
  for (const [ref, object] of table) if (nodes.get(ref) !== object) objects.push([ref, object]);
  known.set(table, { nodes, objects: sortedByNumber(objects), changes: changesOf(table) });
  return objects;
}

/** Null if the table does not count changes. */
function changesOf(table: ObjectTable): number | null {
  return table instanceof RefMap ? table.changes : null;
}

function treeNodes(table: ObjectTable): RefMap<PDFObject> {
  const nodes = new RefMap<PDFObject>();
  for (const [ref, object] of table) {
    // A reference as an object is unusual enough to be examined.
    if (!(object instanceof PDFRef) && isNode(object)) nodes.set(ref, object);
  }
  return nodes;
}

function isNode(object: PDFObject): boolean {
  if (object instanceof PDFArray) {
    const items = arrayItems(object);
    // With a leading name it may be a color space.
    if (items.length === 0 || items[0] instanceof PDFName) return false;
    return items.every(isNodeValue);
  }
  if (!(object instanceof PDFDict)) return false;
  const entries = dictEntries(object);
  // An empty dictionary may be filled later.
  if (entries.size === 0) return false;
  let isTree = true;
  entries.forEach((value, name) => {
    isTree &&= TREE_KEYS.has(name) && isNodeValue(value) && (name !== TYPE || TREE_TYPES.has(value));
  });
  return isTree;
}

const TYPE = key('Type');

function isNodeValue(value: PDFObject): boolean {
  return value instanceof PDFDict || value instanceof PDFArray ? isNode(value) : true;
}
