import type { ByteCategory } from '../../inspection.ts';
import { indirectObjects, type PdfDocument } from '../document.ts';
import {
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { childObjects } from '../walk.ts';
import { eachDictionary } from './dictionaries.ts';

/** Category of streams under these keys, directly or in arrays and dictionaries there, whatever their own type. */
const CATEGORY_BY_KEY: ReadonlyMap<PDFName, ByteCategory> = new Map([
  [key('FontFile'), 'fonts'],
  [key('FontFile2'), 'fonts'],
  [key('FontFile3'), 'fonts'],
  [key('ToUnicode'), 'fonts'],
  [key('Encoding'), 'fonts'],
  [key('CIDToGIDMap'), 'fonts'],
  [key('CIDSet'), 'fonts'],
  [key('UseCMap'), 'fonts'],
  [key('CharProcs'), 'content'],
  [key('Contents'), 'content'],
  [key('AP'), 'content'],
  [key('Thumb'), 'images'],
  [key('JBIG2Globals'), 'images'],
  [key('EF'), 'attachments'],
  [key('RF'), 'attachments'],
  [key('Metadata'), 'metadata'],
]);

/** `/AP` → `/N` → states is the deepest nesting. */
const MAX_DEPTH = 3;

/** Returns the category of each stream; streams that are not listed are `other`. */
export function streamRoles(doc: PdfDocument): ReadonlyMap<PDFRef, ByteCategory> {
  const roles = new Map<PDFRef, ByteCategory>();
  const claimed = new Map<ByteCategory, Set<PDFObject>>();
  const claim = (value: PDFObject, category: ByteCategory, depth: number) => {
    const object = doc.context.lookup(value);
    if (object instanceof PDFRawStream) {
      if (value instanceof PDFRef && !roles.has(value)) roles.set(value, category);
    } else if ((object instanceof PDFDict || object instanceof PDFArray) && depth < MAX_DEPTH) {
      let seen = claimed.get(category);
      if (seen === undefined) claimed.set(category, (seen = new Set()));
      if (seen.has(object)) return;
      seen.add(object);
      for (const child of childObjects(object)) claim(child, category, depth + 1);
    }
  };

  for (const [ref, object] of indirectObjects(doc)) {
    const own = object instanceof PDFRawStream ? ownCategory(object) : null;
    if (own !== null) roles.set(ref, own);
  }
  eachDictionary(doc, ({ dict }) => {
    for (const [name, value] of dictEntries(dict)) {
      const category = CATEGORY_BY_KEY.get(name);
      if (category !== undefined) claim(value, category, 0);
    }
  });
  return roles;
}

/** Values of `/Type` and `/Subtype`. */
const CATEGORY_BY_TYPE: ReadonlyMap<string, ByteCategory> = new Map([
  ['ObjStm', 'structure'],
  ['XRef', 'structure'],
  ['Metadata', 'metadata'],
  ['CMap', 'fonts'],
  ['Type1C', 'fonts'],
  ['CIDFontType0C', 'fonts'],
  ['OpenType', 'fonts'],
  ['Image', 'images'],
  ['Form', 'content'],
  ['PS', 'content'],
]);

/** Returns the category by the stream's own type. */
function ownCategory(stream: PDFRawStream): ByteCategory | null {
  // A shading pattern is no stream, so this is a tiling pattern, which has content.
  if (stream.dict.has(key('PatternType'))) return 'content';
  for (const name of ['Type', 'Subtype']) {
    const type = stream.dict.lookup(key(name));
    const category = type instanceof PDFName ? CATEGORY_BY_TYPE.get(nameText(type)) : undefined;
    if (category !== undefined) return category;
  }
  return null;
}
