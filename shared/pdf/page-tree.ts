import { mapped } from '../lists.ts';
import {
  arrayItems,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from './objects.ts';

export function catalogOf(trailer: PDFDict): PDFDict | null {
  const root = trailer.lookup(key('Root'));
  return root instanceof PDFDict ? root : null;
}

/** Returns the document's interactive form (12.7.3), or null. */
export function interactiveForm(trailer: PDFDict): PDFDict | null {
  const form = catalogOf(trailer)?.lookup(key('AcroForm'));
  return form instanceof PDFDict ? form : null;
}

/** Returns whether the document has an XFA form: its pages are only one of two forms of the document, and viewers differ on which they show. */
export function hasXfa(trailer: PDFDict): boolean {
  return interactiveForm(trailer)?.has(key('XFA')) ?? false;
}

/**
 * Returns the pages that the tree holds, in order, whatever `/Count` says (ISO 32000-2, 7.7.3). A node
 * without `/Kids` counts as a page; loops and dead ends are skipped.
 */
export function pageRefs(trailer: PDFDict): PDFRef[] {
  const root = catalogOf(trailer)?.get(key('Pages'));
  const pages: PDFRef[] = [];
  const seen = new Set<PDFObject>();
  // An explicit stack, last page first: trees built to be deep must not exhaust the call stack.
  const stack: PDFObject[] = root === undefined ? [] : [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const dict = trailer.context.lookup(node);
    if (!(dict instanceof PDFDict)) continue;
    const kids = dict.lookup(key('Kids'));
    if (kids instanceof PDFArray && typeOf(dict) !== 'Page') {
      const items = arrayItems(kids);
      for (let i = items.length - 1; i >= 0; i--) stack.push(items[i]!);
    } else if (node instanceof PDFRef && typeOf(dict) !== 'Pages') {
      pages.push(node);
    }
  }
  return pages;
}

function typeOf(dict: PDFDict): string | null {
  const type = dict.lookup(key('Type'));
  return type instanceof PDFName ? nameText(type) : null;
}

/** Entries that pages inherit from nodes of the tree (7.7.3.4). */
export const INHERITED = mapped(['Resources', 'MediaBox', 'CropBox', 'Rotate'], key);
const [, MEDIA_BOX, CROP_BOX, ROTATE] = INHERITED;

/** A value with the object that has it as an entry. */
export interface OwnedValue {
  readonly value: PDFObject;
  readonly owner: PDFRef;
}

/** Pages in order, each with its own and inherited values of `INHERITED`, and the nodes above them. */
export interface CompletePages {
  readonly pages: ReadonlyMap<PDFRef, ReadonlyMap<PDFName, OwnedValue>>;
  readonly nodes: readonly PDFRef[];
}

/**
 * Returns whether readers assume this value for a page that has none: no rotation, and all of the media box (ISO 32000-2,
 * table 31).
 */
export function isAssumed(
  name: PDFName,
  values: ReadonlyMap<PDFName, OwnedValue>,
  context: PDFDict['context'],
): boolean {
  const at = (each: PDFName) => context.lookup(values.get(each)?.value);
  const value = at(name);
  if (name === ROTATE) return value instanceof PDFNumber && value.asNumber() === 0;
  const media = at(MEDIA_BOX);
  if (name !== CROP_BOX || !(value instanceof PDFArray && media instanceof PDFArray)) return false;
  const sides = [0, 1, 2, 3];
  return (
    value.size() === 4 &&
    media.size() === 4 &&
    sides.every((side) => isSameNumber(value.lookup(side), media.lookup(side)))
  );
}

function isSameNumber(one: PDFObject | undefined, other: PDFObject | undefined): boolean {
  return one instanceof PDFNumber && other instanceof PDFNumber && one.asNumber() === other.asNumber();
}

/** Returns null if the tree is not sound: readers may differ on what its pages inherit. */
export function completePages(trailer: PDFDict): CompletePages | null {
  const pages = new Map<PDFRef, ReadonlyMap<PDFName, OwnedValue>>();
  const nodes = new Set<PDFRef>();
  const stack: { item: PDFObject | undefined; above: PDFDict | null; inherited: Map<PDFName, OwnedValue> }[] =
    [{ item: catalogOf(trailer)?.get(key('Pages')), above: null, inherited: new Map() }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { item: owner, above } = entry;
    const dict = owner === undefined ? undefined : trailer.context.lookup(owner);
    if (!(owner instanceof PDFRef && dict instanceof PDFDict)) return null;
    if (pages.has(owner) || nodes.has(owner) || (above !== null && dict.lookup(key('Parent')) !== above))
      return null;
    const inherited = new Map(entry.inherited);
    for (const name of INHERITED) {
      const value = dict.get(name);
      if (value !== undefined && dict.lookup(name) !== undefined) inherited.set(name, { value, owner });
    }
    const kids = dict.lookup(key('Kids'));
    if (typeOf(dict) === 'Page') pages.set(owner, inherited);
    else if (typeOf(dict) !== 'Pages' || !(kids instanceof PDFArray)) return null;
    else {
      nodes.add(owner);
      for (const item of arrayItems(kids).toReversed()) stack.push({ item, above: dict, inherited });
    }
  }
  return { pages, nodes: [...nodes] };
}
