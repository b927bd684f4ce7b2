/**
 * Finds every role of every stream, by its dictionary and by its references. A file may use one stream for
 * two purposes, such as a page's image and its content; rewriting it for one would break the other. All
 * passes and the check use this.
 */
import type { PdfDocument } from './document.ts';
import { nonTreeObjects } from './non-tree-objects.ts';
import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from './objects.ts';

type StreamRole =
  | 'content'
  | 'form'
  | 'pattern'
  | 'glyph'
  | 'image'
  | 'x-object'
  | 'font-program'
  | 'character-map'
  | 'profile'
  | 'metadata'
  | 'attachment'
  | 'jbig2-globals'
  | 'shading'
  | 'function'
  | 'halftone'
  | 'script'
  | 'form-data'
  | 'rich-text';

/** Roles of the streams under these keys. */
const ROLE_BY_KEY: ReadonlyMap<PDFName, StreamRole> = new Map([
  [key('Contents'), 'content'],
  [key('CharProcs'), 'glyph'],
  [key('AP'), 'form'],
  [key('G'), 'form'],
  [key('SMask'), 'image'],
  [key('Mask'), 'image'],
  [key('Thumb'), 'image'],
  [key('FontFile'), 'font-program'],
  [key('FontFile2'), 'font-program'],
  [key('FontFile3'), 'font-program'],
  [key('ToUnicode'), 'character-map'],
  [key('Encoding'), 'character-map'],
  [key('CIDToGIDMap'), 'character-map'],
  [key('CIDSet'), 'character-map'],
  [key('UseCMap'), 'character-map'],
  [key('DestOutputProfile'), 'profile'],
  [key('Metadata'), 'metadata'],
  [key('EF'), 'attachment'],
  [key('RF'), 'attachment'],
  [key('JBIG2Globals'), 'jbig2-globals'],
  [key('JS'), 'script'],
  [key('XFA'), 'form-data'],
  [key('RV'), 'rich-text'],
  [key('RC'), 'rich-text'],
]);

/** Values of `/Type` and `/Subtype`. */
const ROLE_BY_TYPE: ReadonlyMap<string, StreamRole> = new Map([
  ['Image', 'image'],
  ['Form', 'form'],
  ['CMap', 'character-map'],
  ['Type1C', 'font-program'],
  ['CIDFontType0C', 'font-program'],
  ['OpenType', 'font-program'],
  ['Metadata', 'metadata'],
  ['EmbeddedFile', 'attachment'],
]);

/** Keys that only streams of one role have. */
const ROLE_BY_OWN_KEY: ReadonlyMap<PDFName, StreamRole> = new Map([
  [key('PatternType'), 'pattern'],
  [key('ShadingType'), 'shading'],
  [key('FunctionType'), 'function'],
  [key('HalftoneType'), 'halftone'],
]);

/** Keys whose streams may be in nested arrays and dictionaries; `/AP` → `/N` → states is the deepest. */
const NESTING_KEYS: ReadonlySet<PDFName> = new Set(
  ['Contents', 'CharProcs', 'AP', 'EF', 'RF', 'XFA'].map(key),
);
const MAX_DEPTH = 3;

export type StreamRoles = ReadonlyMap<PDFRef, ReadonlySet<StreamRole>>;

/** Returns the known roles of each stream; streams without a known role are not listed. */
export function rolesByStream(doc: Pick<PdfDocument, 'context'>): StreamRoles {
  const collector = new RoleCollector(doc.context);
  for (const [ref, object] of nonTreeObjects(doc)) collector.visit(object, ref);
  return collector.roles;
}

const known = new WeakMap<PDFContext, ReadonlySet<PDFRef>>();

/**
 * Returns streams with two or more roles, as the document had them at the first call; such streams are not
 * changed.
 */
export function multiRoleStreams(doc: Pick<PdfDocument, 'context'>): ReadonlySet<PDFRef> {
  const before = known.get(doc.context);
  if (before !== undefined) return before;
  const found = new Set<PDFRef>();
  for (const [ref, roles] of rolesByStream(doc)) if (roles.size > 1) found.add(ref);
  known.set(doc.context, found);
  return found;
}

class RoleCollector {
  readonly roles = new Map<PDFRef, Set<StreamRole>>();
  readonly #context: PDFContext;
  /** Shared dictionaries and arrays are visited once for each role. */
  readonly #claimed = new Map<StreamRole, Set<PDFObject>>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  visit(object: PDFObject, ref?: PDFRef): void {
    if (object instanceof PDFRawStream) {
      const own = ownRole(object.dict);
      if (own !== null && ref !== undefined) this.#add(ref, own);
      this.#visitDict(object.dict);
    } else if (object instanceof PDFDict) this.#visitDict(object);
    else if (object instanceof PDFArray) {
      const items = arrayItems(object);
      if (items[0] === ICC_BASED && items.length > 1) this.#claim(items[1]!, 'profile', MAX_DEPTH);
      for (const item of items) this.visit(item);
    }
  }

  #visitDict(dict: PDFDict): void {
    dictEntries(dict).forEach((value, name) => {
      const role = ROLE_BY_KEY.get(name);
      if (role !== undefined) this.#claim(value, role, NESTING_KEYS.has(name) ? 0 : MAX_DEPTH);
      if (name === X_OBJECT) this.#claimXObjects(value);
      this.visit(value);
    });
  }

  /** Resources list images and forms in one dictionary; the stream's own type tells which one it is. */
  #claimXObjects(value: PDFObject): void {
    const named = this.#context.lookup(value);
    if (!(named instanceof PDFDict)) return;
    dictEntries(named).forEach((ref) => {
      const stream = this.#context.lookup(ref);
      if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) return;
      const own = ownRole(stream.dict);
      if (own !== 'image' && own !== 'form') this.#add(ref, 'x-object');
    });
  }

  #claim(value: PDFObject, role: StreamRole, depth: number): void {
    const object = this.#context.lookup(value);
    if (object instanceof PDFRawStream) {
      if (value instanceof PDFRef) this.#add(value, role);
      return;
    }
    if (!(object instanceof PDFDict || object instanceof PDFArray) || depth >= MAX_DEPTH) return;
    let seen = this.#claimed.get(role);
    if (seen === undefined) this.#claimed.set(role, (seen = new Set()));
    if (seen.has(object)) return;
    seen.add(object);
    const children = object instanceof PDFDict ? dictEntries(object).values() : arrayItems(object);
    for (const child of children) this.#claim(child, role, depth + 1);
  }

  #add(ref: PDFRef, role: StreamRole): void {
    const roles = this.roles.get(ref);
    if (roles === undefined) this.roles.set(ref, new Set([role]));
    else roles.add(role);
  }
}

const ICC_BASED = key('ICCBased');
const X_OBJECT = key('XObject');

/** Returns the role by the stream's own dictionary. */
function ownRole(dict: PDFDict): StreamRole | null {
  for (const [name, role] of ROLE_BY_OWN_KEY) if (dict.has(name)) return role;
  for (const name of TYPE_KEYS) {
    const type = dict.lookup(name);
    const role = type instanceof PDFName ? ROLE_BY_TYPE.get(nameText(type)) : undefined;
    // A PostScript XObject may also have the subtype Form (ISO 32000-1, 8.8.2).
    if (role !== undefined) return role === 'form' && dict.has(key('Subtype2')) ? 'x-object' : role;
  }
  return null;
}

const TYPE_KEYS = [key('Subtype'), key('Type')];
