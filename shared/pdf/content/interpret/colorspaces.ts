import { key, PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject } from '../../objects.ts';
import { type ContentValue, contentName } from '../syntax/values.ts';
import type { ContentFrame } from './frame.ts';

/**
 * Names with a predefined color space. The three defaults are used without being named (ISO 32000-2,
 * 8.6.5.6), so entries with any of these names always count as used.
 */
export const IMPLICIT_COLOR_SPACES: ReadonlySet<string> = new Set([
  'DefaultGray',
  'DefaultRGB',
  'DefaultCMYK',
  'DeviceGray',
  'DeviceRGB',
  'DeviceCMYK',
  'Pattern',
  'Indexed',
  'CalGray',
  'CalRGB',
  'Lab',
  'G',
  'RGB',
  'CMYK',
  'I',
]);

/** Index of the base color space in the family's array. */
const BASE_INDEX: ReadonlyMap<string, number> = new Map([
  ['Indexed', 1],
  ['I', 1],
  ['Pattern', 1],
  ['Separation', 2],
  ['DeviceN', 2],
]);
const MAX_NESTING = 8;

/**
 * Marks the color space resources that a color space refers to by name. Outside content streams the standard
 * allows only device names there, but readers look up other names in the current resources.
 */
export function markColorSpace(
  frame: ContentFrame,
  value: PDFObject | undefined,
  context: PDFContext,
  depth = 0,
): void {
  const space = context.lookup(value);
  if (depth > MAX_NESTING) return;
  if (space instanceof PDFName) {
    markNamedColorSpace(frame, contentName(space.asString().slice(1)), context, depth);
  } else if (space instanceof PDFArray && space.size() > 0) {
    const family = context.lookup(space.get(0));
    const index = family instanceof PDFName ? BASE_INDEX.get(family.asString().slice(1)) : undefined;
    if (index !== undefined && index < space.size()) {
      markColorSpace(frame, space.get(index), context, depth + 1);
    }
  }
}

/** Marks a color space name used in content or in another color space. */
export function markNamedColorSpace(frame: ContentFrame, name: string, context: PDFContext, depth = 0): void {
  if (IMPLICIT_COLOR_SPACES.has(name)) return;
  const resource = frame.lookup('ColorSpace', name);
  if (resource !== null) markColorSpace(frame, resource.object, context, depth + 1);
}

/** Marks the `/CS` of an inline image: a name, or an array with the name of a base. */
export function markInlineColorSpace(frame: ContentFrame, value: ContentValue | undefined): void {
  const names = value?.kind === 'array' ? value.items.slice(0, 2) : value === undefined ? [] : [value];
  for (const name of names) {
    if (name.kind === 'name' && !IMPLICIT_COLOR_SPACES.has(name.value))
      frame.lookup('ColorSpace', name.value);
  }
}

/** Marks the blending color space of a page or form that is a transparency group (11.6.6). */
export function markGroup(frame: ContentFrame, content: PDFDict): void {
  const group = content.lookup(key('Group'));
  if (group instanceof PDFDict) markColorSpace(frame, group.get(key('CS')), content.context);
}
