import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  type PDFName,
  PDFNumber,
  PDFRawStream,
} from '../objects.ts';

export const COLOR_SPACE = key('ColorSpace');

/** Entries about an image's place in the document, independent of its look. */
export const PLACE_ENTRIES = ['OC', 'StructParent', 'StructParents', 'Metadata'] as const;

/** All entries of such a form except those of its encoding. */
const FORM_ENTRIES: ReadonlySet<string> = new Set([
  ...['Type', 'Subtype', 'BBox', 'Resources', 'Length', 'Filter', 'DecodeParms'],
  ...PLACE_ENTRIES,
]);
const UNIT_SQUARE = [0, 0, 1, 1];

/** Returns the layers, by name, of a form that replaces an image; null for any other stream. */
export function pictureForm({ dict }: PDFRawStream): ReadonlyMap<PDFName, PDFRawStream> | null {
  if (dict.lookup(key('Subtype')) !== key('Form')) return null;
  if (![...dictEntries(dict).keys()].every((name) => FORM_ENTRIES.has(nameText(name)))) return null;
  const box = dict.lookup(key('BBox'));
  const isUnit =
    box instanceof PDFArray &&
    box.size() === UNIT_SQUARE.length &&
    arrayItems(box).every((side, at) => side instanceof PDFNumber && side.asNumber() === UNIT_SQUARE[at]);
  const resources = dict.lookup(key('Resources'));
  const named = resources instanceof PDFDict ? resources.lookup(key('XObject')) : undefined;
  if (!isUnit || !(named instanceof PDFDict)) return null;
  const layers = new Map<PDFName, PDFRawStream>();
  for (const name of dictEntries(named).keys()) {
    const layer = named.lookup(name);
    if (!(layer instanceof PDFRawStream) || layer.dict.lookup(key('Subtype')) !== key('Image')) return null;
    layers.set(name, layer);
  }
  return layers;
}
