import {
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '../objects.ts';
import type { Item } from './object-stream.ts';

/**
 * Groups objects by kind: they share keys and values, which deflate exploits. The order of the walk stays
 * within a kind.
 */
export function sortedByKind(items: readonly Item[]): Item[] {
  const kinds = new Map<string, Item[]>();
  for (const item of items) {
    const kind = kindOf(item.object);
    const alike = kinds.get(kind);
    if (alike === undefined) kinds.set(kind, [item]);
    else alike.push(item);
  }
  return [...kinds.keys()].sort().flatMap((kind) => kinds.get(kind) ?? []);
}

const typeKinds = new WeakMap<PDFName, string>();

function kindOfType(type: PDFName): string {
  let kind = typeKinds.get(type);
  if (kind === undefined) typeKinds.set(type, (kind = `dict ${nameText(type)}`));
  return kind;
}

const TYPE = key('Type');
const S = key('S');
const SUBTYPE = key('Subtype');

/** Own names only: class names, and with them the bytes, would differ between a bundled and a plain build. */
function kindOf(object: PDFObject): string {
  if (object instanceof PDFArray) {
    const first = object.size() > 0 ? object.get(0) : undefined;
    return first instanceof PDFRef
      ? 'array of references'
      : first instanceof PDFNumber
        ? 'array of numbers'
        : 'array';
  }
  if (!(object instanceof PDFDict)) return object instanceof PDFNumber ? 'number' : 'other';
  const type = object.get(TYPE) ?? object.get(S) ?? object.get(SUBTYPE);
  if (type instanceof PDFName) return kindOfType(type);
  return `dict with ${[...dictEntries(object).keys()].map(nameText).join(' ')}`;
}
