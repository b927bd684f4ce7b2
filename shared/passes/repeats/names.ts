import { inheritedResources } from '../../pdf/content/interpret/inherited-resources.ts';
import {
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRef,
} from '../../pdf/objects.ts';
import type { Resolve } from './drawing-units.ts';
import type { ResourceName } from './resource-name.ts';

/** Resolves the names on a page; null if its resources redefine device colors. */
export function namesOn(page: PDFDict, ref: PDFRef): Resolve | null {
  const resources = inheritedResources({ dict: page, owner: ref, path: [] })?.dict ?? null;
  const spaces = resources?.lookup(key('ColorSpace'));
  if (
    spaces instanceof PDFDict &&
    [...dictEntries(spaces).keys()].some((name) => nameText(name).startsWith('Default'))
  )
    return null;
  return (resource) => {
    const value = resources === null ? null : resourceAt(resources, resource);
    return value === null ? null : String(value);
  };
}

/** Returns values that can be shared by two resource dictionaries: references, and short color spaces. */
export function resourceAt(resources: PDFDict, { category, name }: ResourceName): PDFObject | null {
  const entries = resources.lookup(key(category));
  const value = entries instanceof PDFDict ? entries.get(PDFName.of(name)) : undefined;
  if (value instanceof PDFRef) return value;
  const isSpace = category === 'ColorSpace' && (value instanceof PDFName || value instanceof PDFArray);
  return isSpace ? value : null;
}
