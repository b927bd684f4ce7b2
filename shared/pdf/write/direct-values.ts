import {
  arrayItems,
  contextEntries,
  dictEntries,
  key,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { RefMap, RefSet } from '../ref-map.ts';
import { childObjects, eachRef } from '../walk.ts';

/**
 * Entries whose value may be direct in every reader (ISO 32000-2): actions and attributes, destinations,
 * looks of annotations, titles, resources and their categories, data of fonts, functions, boxes. Others are
 * parts of trees, or are found by their number: pages, annotations, fields, structure elements, descriptors.
 */
const VALUE_KEYS: ReadonlySet<PDFName> = keys([
  ...['A', 'D', 'Dest', 'Title', 'Border', 'BS', 'C', 'MK', 'QuadPoints', 'Rect', 'Limits'],
  ...['Resources', 'ProcSet', 'Font', 'ExtGState', 'XObject', 'Pattern', 'Shading', 'Properties'],
  ...['ColorSpace', 'CS', 'Group', 'Function', 'Functions', 'Domain', 'Bounds', 'Encode', 'C0', 'C1'],
  ...['Widths', 'W', 'W2', 'Encoding', 'CharProcs', 'CIDSystemInfo', 'RoleMap', 'ClassMap'],
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'ViewerPreferences'],
]);
/** Entries with an array of such values. */
const LIST_KEYS: ReadonlySet<PDFName> = keys(['A', 'Functions']);
const NAMES = key('Names');
const D = key('D');

function keys(texts: readonly string[]): ReadonlySet<PDFName> {
  return new Set(texts.map(key));
}

/** Nesting inside one object that all readers follow: PDFium stops at 64 levels. */
const MAX_NESTING = 8;
/** Direct values inside each other; with their own nesting, an object stays at half of PDFium's levels. */
const MAX_CHAIN = 3;

/**
 * Returns the objects that the writer puts in the place of their only reference. An object of its own costs
 * six to ten bytes in its object stream and in the cross-reference, however small it is. Values of stream
 * dictionaries stay objects, since those dictionaries are not compressed.
 * @param refs all objects to be written, each after the first one that refers to it
 * @param bare objects that are not compressed, whose values therefore stay objects too
 */
export function directValues(
  context: PDFContext,
  refs: readonly PDFRef[],
  trailer: PDFDict,
  bare: { readonly has: (ref: PDFRef) => boolean } = new RefSet(),
): RefMap<PDFObject> {
  const objects = contextEntries(context);
  const once = new RefSet();
  const often = new RefSet();
  const count = (ref: PDFRef) => void (once.has(ref) ? often : once).add(ref);
  const owners = new Map<PDFRef, PDFRef>();
  eachRef(trailer, count);
  for (const ref of refs) {
    const object = objects.get(ref);
    if (object === undefined) continue;
    eachRef(object, count);
    if (!(object instanceof PDFRawStream || bare.has(ref)))
      eachCandidate(object, 0, (found) => owners.set(found, ref));
  }
  const direct = new RefMap<PDFObject>();
  const chains = new RefMap<number>();
  for (const [ref, owner] of owners) {
    const object = objects.get(ref);
    const chain = (chains.get(owner) ?? 0) + 1;
    if (object === undefined || object instanceof PDFRawStream || often.has(ref)) continue;
    if (chain > MAX_CHAIN || isDeeper(object, MAX_NESTING)) continue;
    direct.set(ref, object);
    chains.set(ref, chain);
  }
  return direct;
}

function eachCandidate(object: PDFObject, nesting: number, found: (ref: PDFRef) => void): void {
  if (nesting === MAX_NESTING) return;
  if (object instanceof PDFDict) {
    dictEntries(object).forEach((value, name) => {
      if (value instanceof PDFRef) {
        if (VALUE_KEYS.has(name)) found(value);
      } else if (value instanceof PDFArray && LIST_KEYS.has(name)) {
        for (const item of arrayItems(value)) if (item instanceof PDFRef) found(item);
      } else if (value instanceof PDFArray && name === NAMES) {
        for (const item of arrayItems(value))
          if (item instanceof PDFRef && isDestination(object.context.lookup(item))) found(item);
      }
      eachCandidate(value, nesting + 1, found);
    });
  } else if (object instanceof PDFArray) {
    for (const item of arrayItems(object)) eachCandidate(item, nesting + 1, found);
  }
}

function isDeeper(object: PDFObject, levels: number): boolean {
  if (!(object instanceof PDFDict || object instanceof PDFArray)) return false;
  if (levels === 0) return true;
  for (const child of childObjects(object)) if (isDeeper(child, levels - 1)) return true;
  return false;
}

/** Values of other name trees are found by their number, such as attached files. */
function isDestination(object: PDFObject | undefined): boolean {
  if (object instanceof PDFArray) return true;
  return object instanceof PDFDict && [...dictEntries(object).keys()].every((name) => name === D);
}
