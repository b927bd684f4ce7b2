/**
 * Every role of every stream: what its dictionary says that it is, and what leads to it. Nothing keeps a file from using
 * one stream for two things, such as the picture of a page and its content; whoever rewrites it for one of them breaks the other.
 * All passes and the check ask here.
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

/** Keys that may have their streams in arrays and dictionaries; `/AP` → `/N` → states is the deepest of them. */
const NESTING_KEYS: ReadonlySet<PDFName> = new Set(
  ['Contents', 'CharProcs', 'AP', 'EF', 'RF', 'XFA'].map(key),
);
const MAX_DEPTH = 3;

export type StreamRoles = ReadonlyMap<PDFRef, ReadonlySet<StreamRole>>;

/** The roles that are known of each stream; a stream that has none is not listed. */
export function rolesByStream(doc: Pick<PdfDocument, 'context'>): StreamRoles {
  const collector = new RoleCollector(doc.context);
  for (const [ref, object] of nonTreeObjects(doc)) collector.visit(object, ref);
  return collector.roles;
}

const known = new WeakMap<PDFContext, ReadonlySet<PDFRef>>();

/** Streams of two roles or more, as the document had them when it was first asked: they stay as they are. */
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
  /** Shared dictionaries and arrays are gone through once for each role. */
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
      if (items[0] === ICC_BASED && items.length > 1) this.#claim(items[1], 'profile', MAX_DEPTH);
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

  /** Resources name pictures and forms in one dictionary: which of them a stream is, it says itself. */
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

/** What the stream says of itself. */
function ownRole(dict: PDFDict): StreamRole | null {
  for (const [name, role] of ROLE_BY_OWN_KEY) if (dict.has(name)) return role;
  for (const name of TYPE_KEYS) {
    const type = dict.lookup(name);
    const role = type instanceof PDFName ? ROLE_BY_TYPE.get(nameText(type)) : undefined;
    // A PostScript XObject may call itself a form (ISO 32000-1, 8.8.2).
    if (role !== undefined) return role === 'form' && dict.has(key('Subtype2')) ? 'x-object' : role;
  }
  return null;
}

const TYPE_KEYS = [key('Subtype'), key('Type')];
