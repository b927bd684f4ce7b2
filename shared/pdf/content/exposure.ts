import { mapped } from '../../lists.ts';
import { fromLatin1 } from '../bytes.ts';
import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '../objects.ts';
import { RefSet } from '../ref-map.ts';
import { ContentReader } from './syntax/operations.ts';

const [AP, DA, DR, OBJ, RESOURCES, STM] = mapped(['AP', 'DA', 'DR', 'Obj', 'Resources', 'Stm'], key);
const [N, RO] = mapped(['N', 'RO'], key);
/** Keys that a form field has and an annotation that is none has not. */
const FIELD_KEYS = ['FT', 'Kids', 'Parent'].map(key);
const [TYPE, SUBTYPE, PATTERN_TYPE] = mapped(['Type', 'Subtype', 'PatternType'], key);

/** Dictionaries whose use as content the interpreter accounts for. */
export interface AccountedContent {
  /** Pages and their ancestors: their `/Resources`. */
  readonly pages: ReadonlySet<PDFDict>;
  /** Annotations of those pages: their `/AP`. */
  readonly annotations: ReadonlySet<PDFDict>;
  /** The interactive form; its `/DR` is handled last. */
  readonly form: PDFDict | null;
}

/**
 * Text of a default appearance: a form field's, which users type; an annotation's that viewers compose themselves;
 * or an annotation's whose appearance is there. An editor that changes that text brings a font of its own.
 */
type AppearanceText = 'typed' | 'composed' | 'drawn';

/** Annotations with a default appearance that are no form fields, and where their drawn text is. */
const DRAWN_TEXT: ReadonlyMap<string | null, (annotation: PDFDict) => PDFObject | undefined> = new Map([
  ['FreeText', (annotation) => asDict(annotation.lookup(AP))?.get(N)],
  // Its normal appearance is only shown until it is applied (12.5.6.23).
  ['Redact', (annotation) => annotation.get(RO)],
]);

/** An object that may be content, found outside the interpreted content. */
export interface StrayContent {
  readonly ref: PDFRef;
  readonly object: PDFDict | PDFRawStream;
}

/**
 * Collects objects reachable by other ways than page content: thumbnails, private data, alternates, widgets
 * on no page, page templates, resources of form fields. Their use there is unknown, so nothing is concluded
 * about them.
 */
export class Exposure {
  readonly objects = new Set<PDFObject>();
  /** Fonts named in default appearances (12.7.4.3); viewers search for them in more places than the standard says. */
  readonly appearanceFonts: Readonly<Record<AppearanceText, Set<string>>> = {
    typed: new Set(),
    composed: new Set(),
    drawn: new Set(),
  };
  readonly #reached = new RefSet();
  readonly #context: PDFContext;
  readonly #accounted: AccountedContent;
  readonly #stray: StrayContent[] = [];

  constructor(context: PDFContext, accounted: AccountedContent) {
    this.#context = context;
    this.#accounted = accounted;
  }

  /** Exposes everything reachable from these roots. */
  add(roots: readonly PDFObject[]): void {
    const stack = [...roots];
    for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
      if (value instanceof PDFRef) {
        if (this.#reached.has(value)) continue;
        this.#reached.add(value);
      }
      const object = this.#context.lookup(value);
      if (object instanceof PDFArray) {
        if (!this.#isNew(object)) continue;
        for (const item of arrayItems(object)) if (isContainer(item)) stack.push(item);
      } else if (object instanceof PDFDict || object instanceof PDFRawStream) {
        if (!this.#isNew(object)) continue;
        if (value instanceof PDFRef) this.#noteStray(value, object);
        this.#pushEntries(object instanceof PDFDict ? object : object.dict, stack);
      }
    }
  }

  /** Exposes the default resources of form fields and everything that only they reach. */
  addFormResources(): void {
    const resources = this.#accounted.form?.get(DR);
    if (resources !== undefined) this.add([resources]);
  }

  /** Returns pages outside the page tree, forms and patterns that were reached since the last call. */
  takeStray(): StrayContent[] {
    return this.#stray.splice(0);
  }

  /** Returns the objects that would be exposed if these roots were too. */
  objectsWith(roots: readonly PDFObject[]): ReadonlySet<PDFObject> {
    if (roots.length === 0) return this.objects;
    const wider = new Exposure(this.#context, this.#accounted);
    for (const object of this.objects) wider.objects.add(object);
    for (const ref of this.#reached.refs) wider.#reached.add(ref);
    wider.add(roots);
    return wider.objects;
  }

  #isNew(object: PDFObject): boolean {
    const { size } = this.objects;
    return this.objects.add(object).size > size;
  }

  #pushEntries(dict: PDFDict, stack: PDFObject[]): void {
    dictEntries(dict).forEach((value, name) => {
      if (name === DA) this.#noteAppearanceFonts(dict, value);
      else if (isContainer(value) && !this.#isAccounted(dict, name, value)) stack.push(value);
    });
  }

  #isAccounted(dict: PDFDict, name: PDFName, value: PDFObject): boolean {
    switch (name) {
      case RESOURCES:
        return this.#accounted.pages.has(dict);
      case AP:
        return this.#accounted.annotations.has(dict);
      case DR:
        return dict === this.#accounted.form;
      case OBJ:
      case STM:
        // The structure tree refers to content without drawing it (14.7.5).
        return isStructureReference(dict) && this.#context.lookup(value) instanceof PDFRawStream;
      default:
        return false;
    }
  }

  #noteStray(ref: PDFRef, object: PDFDict | PDFRawStream): void {
    const isContent =
      object instanceof PDFRawStream
        ? nameAt(object.dict, SUBTYPE) === 'Form' || object.dict.has(PATTERN_TYPE)
        : isPage(object) && !this.#accounted.pages.has(object);
    if (isContent) this.#stray.push({ ref, object });
  }

  #noteAppearanceFonts(dict: PDFDict, value: PDFObject): void {
    const fonts = this.appearanceFonts[this.#appearanceText(dict)];
    const text = this.#context.lookup(value);
    if (!(text instanceof PDFString) && !(text instanceof PDFHexString)) return;
    const bytes = text instanceof PDFHexString ? text.asBytes() : fromLatin1(text.asString());
    const reader = new ContentReader(bytes);
    while (reader.next()) {
      for (let index = 0; index < reader.operandCount; index++) {
        const name = reader.name(index);
        if (name !== null) fonts.add(name);
      }
    }
  }

  #appearanceText(dict: PDFDict): AppearanceText {
    const drawnText = DRAWN_TEXT.get(nameAt(dict, SUBTYPE));
    if (drawnText === undefined || FIELD_KEYS.some((name) => dict.has(name))) return 'typed';
    const drawn = drawnText(dict);
    return drawn !== undefined && this.#context.lookup(drawn) instanceof PDFRawStream ? 'drawn' : 'composed';
  }
}

/** Returns the values of an interpreted dictionary that its interpretation does not account for. */
export function unaccountedValues(dict: PDFDict, accountedKeys: ReadonlySet<string>): PDFObject[] {
  const values: PDFObject[] = [];
  for (const [name, value] of dictEntries(dict)) {
    if (!accountedKeys.has(nameText(name)) && isContainer(value)) values.push(value);
  }
  return values;
}

function isContainer(value: PDFObject): boolean {
  return (
    value !== PDFNull &&
    (value instanceof PDFRef ||
      value instanceof PDFDict ||
      value instanceof PDFArray ||
      value instanceof PDFRawStream)
  );
}

function asDict(value: PDFObject | undefined): PDFDict | null {
  return value instanceof PDFDict ? value : null;
}

function isStructureReference(dict: PDFDict): boolean {
  const type = nameAt(dict, TYPE);
  return type === 'OBJR' || type === 'MCR';
}

function isPage(dict: PDFDict): boolean {
  const type = nameAt(dict, TYPE);
  return type === 'Page' || type === 'Template';
}

function nameAt(dict: PDFDict, name: PDFName): string | null {
  const value = dict.lookup(name);
  return value instanceof PDFName ? nameText(value) : null;
}
