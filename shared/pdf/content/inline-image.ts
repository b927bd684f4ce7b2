/**
 * Converts an inline image to an equal image XObject: abbreviated keys, filters and color spaces are
 * expanded, and names of color spaces are resolved (ISO 32000-2, 8.9.7, tables 91 and 92).
 */

import { ofLength } from '../../lists.ts';
import { FILTER_ABBREVIATIONS } from '../filter/filters.ts';
import {
  key,
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '../objects.ts';
import { IMPLICIT_COLOR_SPACES } from './interpret/colorspaces.ts';
import type { InlineImageEntries } from './syntax/inline.ts';
import type { ContentValue } from './syntax/values.ts';

/** Resolves a name in the resources of this content; null if undefined there, undefined if uncertain. */
export type ColorSpaceLookup = (name: string) => PDFObject | null | undefined;

export type InlineRefusal = 'unsupported-filter' | 'unsupported-color-space' | 'undecodable';

export type ExpandedImage =
  | { readonly kind: 'image'; readonly dict: PDFDict }
  | { readonly kind: 'refused'; readonly reason: InlineRefusal };

const KEYS: ReadonlyMap<string, string> = new Map([
  ['BPC', 'BitsPerComponent'],
  ['CS', 'ColorSpace'],
  ['D', 'Decode'],
  ['DP', 'DecodeParms'],
  ['F', 'Filter'],
  ['H', 'Height'],
  ['IM', 'ImageMask'],
  ['I', 'Interpolate'],
  ['L', 'Length'],
  ['W', 'Width'],
]);

/** Image XObject entries allowed in an inline image; with any other, readers may differ. */
const ALLOWED: ReadonlySet<string> = new Set([...KEYS.values(), 'Intent', 'Type', 'Subtype']);
/** Entries that the XObject sets itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Length', 'Type', 'Subtype']);

/** JPXDecode, JBIG2Decode, BrotliDecode and Crypt have no abbreviation and are not allowed in inline images. */
const FILTER_NAMES: ReadonlySet<string> = new Set(FILTER_ABBREVIATIONS.values());

const DEVICE_SPACES: ReadonlyMap<string, string> = new Map([
  ['G', 'DeviceGray'],
  ['RGB', 'DeviceRGB'],
  ['CMYK', 'DeviceCMYK'],
  ['DeviceGray', 'DeviceGray'],
  ['DeviceRGB', 'DeviceRGB'],
  ['DeviceCMYK', 'DeviceCMYK'],
]);

/** Returns the dictionary of the image XObject; the data stays encoded as `/Filter` says. */
export function expandInlineImage(
  entries: InlineImageEntries,
  context: PDFContext,
  colorSpaceOf: ColorSpaceLookup,
): ExpandedImage {
  const dict = PDFDict.withContext(context);
  dict.set(key('Type'), key('XObject'));
  dict.set(key('Subtype'), key('Image'));
  for (const [name, value] of entries) {
    const full = KEYS.get(name) ?? name;
    // A key present in both forms: readers differ on which one they use.
    if (!ALLOWED.has(full) || (full !== name && entries.has(full))) return refused('undecodable');
    if (LEFT_OUT.has(full)) continue;
    const object =
      full === 'Filter'
        ? filterObject(value, context)
        : full === 'ColorSpace'
          ? colorSpaceObject(value, context, colorSpaceOf)
          : plainObject(value, context);
    if (object === null) {
      if (full === 'Filter') return refused('unsupported-filter');
      return refused(full === 'ColorSpace' ? 'unsupported-color-space' : 'undecodable');
    }
    dict.set(key(full), object);
  }
  return { kind: 'image', dict };
}

function refused(reason: InlineRefusal): ExpandedImage {
  return { kind: 'refused', reason };
}

function filterObject(value: ContentValue, context: PDFContext): PDFObject | null {
  if (value.kind === 'array') return arrayOf(value.items, context, filterObject);
  // PDFium draws nothing for /F null.
  if (value.kind !== 'name') return null;
  const full = FILTER_ABBREVIATIONS.get(value.value) ?? value.value;
  return FILTER_NAMES.has(full) ? key(full) : null;
}

function colorSpaceObject(
  value: ContentValue,
  context: PDFContext,
  colorSpaceOf: ColorSpaceLookup,
): PDFObject | null {
  if (value.kind === 'name') return namedColorSpace(value.value, context, colorSpaceOf);
  // "a limited form of Indexed colour space whose base is a device space and whose lookup table is a string"
  const items = value.kind === 'array' ? ofLength(value.items, 4) : null;
  if (items === null) return null;
  const [family, base, hival, table] = items;
  if (family.kind !== 'name' || (family.value !== 'I' && family.value !== 'Indexed')) return null;
  if (base.kind !== 'name' || hival.kind !== 'number' || table.kind !== 'string') return null;
  const baseSpace = namedColorSpace(base.value, context, colorSpaceOf);
  if (baseSpace === null) return null;
  const array = PDFArray.withContext(context);
  for (const item of [key('Indexed'), baseSpace, PDFNumber.of(hival.value), stringOf(table.value)]) {
    array.push(item);
  }
  return array;
}

function namedColorSpace(
  name: string,
  context: PDFContext,
  colorSpaceOf: ColorSpaceLookup,
): PDFObject | null {
  const resource = colorSpaceOf(name);
  if (resource === undefined) return null;
  if (IMPLICIT_COLOR_SPACES.has(name)) {
    // If a resource has the name of a device space, readers differ on which one they use.
    const device = DEVICE_SPACES.get(name);
    return resource === null && device !== undefined ? key(device) : null;
  }
  if (resource === null || resource instanceof PDFRef || resource instanceof PDFName) return resource;
  return resource.clone(context);
}

function plainObject(value: ContentValue, context: PDFContext): PDFObject | null {
  switch (value.kind) {
    case 'number':
      return PDFNumber.of(value.value);
    case 'name':
      return PDFName.of(value.value);
    case 'boolean':
      return value.value ? PDFBool.True : PDFBool.False;
    case 'null':
      return PDFNull;
    case 'string':
      return stringOf(value.value);
    case 'array':
      return arrayOf(value.items, context, plainObject);
    case 'dictionary': {
      const dict = PDFDict.withContext(context);
      for (const [name, entry] of value.entries) {
        const object = plainObject(entry, context);
        if (object === null) return null;
        dict.set(PDFName.of(name), object);
      }
      return dict;
    }
  }
}

function arrayOf(
  items: readonly ContentValue[],
  context: PDFContext,
  convert: (item: ContentValue, context: PDFContext) => PDFObject | null,
): PDFArray | null {
  const array = PDFArray.withContext(context);
  for (const item of items) {
    const object = convert(item, context);
    if (object === null) return null;
    array.push(object);
  }
  return array;
}

/** A literal string: most bytes of a palette need no escape. */
function stringOf(bytes: Uint8Array): PDFString {
  let text = '';
  for (const byte of bytes) {
    if (byte === 0x28 || byte === 0x29 || byte === 0x5c) text += `\\${String.fromCharCode(byte)}`;
    else if (byte === 0x0d) text += '\\r';
    else text += String.fromCharCode(byte);
  }
  return PDFString.of(text);
}
