/**
 * The objects of a document but for mere nodes of its trees: structure elements, outline items, name and number trees
 * (ISO 32000-2, 14.7, 12.3.3, 7.9.6). Of a hundred thousand objects these are mostly all but a few hundred, and whoever
 * looks for fonts, pictures, colour spaces, content or metadata need not look at them.
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

/** Any other key may be what somebody looks for. */
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
/** Pages and their tree are dictionaries that passes write into. */
const TREE_TYPES: ReadonlySet<PDFObject> = keys('StructElem OBJR MCR Outlines Namespace');

function keys(...lists: readonly string[]): ReadonlySet<PDFName> {
  return new Set(lists.join(' ').split(' ').map(key));
}

/** What is known of a table of objects. A context gets a new one where its file is read again. */
interface Known {
  /** Nodes as they were at first, by reference. */
  readonly nodes: RefMap<PDFObject>;
  /** All but these, after so many changes of the table. */
  readonly objects: readonly [PDFRef, PDFObject][];
  readonly changes: number | null;
}

const known = new WeakMap<ObjectTable, Known>();

/** All other objects, in ascending object number; what comes to a document after the first call is always among them. */
export function nonTreeObjects({ context }: Pick<PdfDocument, 'context'>): readonly [PDFRef, PDFObject][] {
  const table = contextEntries(context);
  const before = known.get(table);
  // Most passes change no object for another one, and all of them ask.
  if (before !== undefined && before.changes !== null && before.changes === changesOf(table))
    return before.objects;
  const nodes = before?.nodes ?? treeNodes(table);
  const objects: [PDFRef, PDFObject][] = [];
  for (const [ref, object] of table) if (nodes.get(ref) !== object) objects.push([ref, object]);
  known.set(table, { nodes, objects: sortedByNumber(objects), changes: changesOf(table) });
  return objects;
}

/** Null where nobody counts them. */
function changesOf(table: ObjectTable): number | null {
  return table instanceof RefMap ? table.changes : null;
}

function treeNodes(table: ObjectTable): RefMap<PDFObject> {
  const nodes = new RefMap<PDFObject>();
  for (const [ref, object] of table) {
    // A reference as an object is odd enough to be looked at.
    if (!(object instanceof PDFRef) && isNode(object)) nodes.set(ref, object);
  }
  return nodes;
}

function isNode(object: PDFObject): boolean {
  if (object instanceof PDFArray) {
    const items = arrayItems(object);
    // With a name in front it may be a colour space.
    if (items.length === 0 || items[0] instanceof PDFName) return false;
    return items.every(isNodeValue);
  }
  if (!(object instanceof PDFDict)) return false;
  const entries = dictEntries(object);
  // What is empty may be filled.
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
