import type { PdfDocument } from '../document.ts';
import { dictEntries, key, nameText, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from '../objects.ts';
import { inheritedResources } from './interpret/inherited-resources.ts';
import { pageContent } from './joined.ts';
import { concatMatrices, IDENTITY_MATRIX, type Matrix } from './matrix.ts';
import { ContentReader } from './syntax/operations.ts';

/** A page's only visible content: one image, drawn once. */
export interface FullPageImage {
  readonly image: PDFRef;
  /** From the image's unit square to page space. */
  readonly matrix: Matrix;
}

/**
 * Returns the image of a page that shows nothing else: no text except invisible text (from OCR), no lines,
 * areas or other images, no transparency. Null for all other pages and for uncertain content.
 */
export function fullPageImage(doc: PdfDocument, page: PDFRef): FullPageImage | null {
  const dict = doc.context.lookup(page);
  if (!(dict instanceof PDFDict)) return null;
  const resources = inheritedResources({ dict, owner: page, path: [] })?.dict;
  const content = pageContent(dict, doc.limits.streamBytes);
  if (resources === undefined || content === null) return null;
  const run = new PictureRun(resources);
  const reader = new ContentReader(content);
  while (reader.next()) if (!run.operation(reader)) return null;
  return reader.problem === null ? run.picture : null;
}

/** Operators that show nothing and do not affect how an image is drawn. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(
  (
    'BDC BMC BT BX c cm CS cs DP EMC ET EX G g h i J j K k l M m MP n Q q re RG rg ri SC sc SCN scn ' +
    'T* Tc Td TD Tf TL Tm Tr Ts Tw Tz v W W* w y'
  ).split(' '),
);
const SHOWS_TEXT: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
/** Text rendering mode 3: neither filled nor stroked (9.3.6). */
const INVISIBLE = 3;
const MAX_SAVED = 64;

interface State {
  readonly matrix: Matrix;
  readonly textMode: number;
  /** Type 3 glyphs are drawn in every text rendering mode. */
  readonly mayBeType3: boolean;
}

class PictureRun {
  picture: FullPageImage | null = null;
  readonly #resources: PDFDict;
  #state: State = { matrix: IDENTITY_MATRIX, textMode: 0, mayBeType3: true };
  readonly #saved: State[] = [];

  constructor(resources: PDFDict) {
    this.#resources = resources;
  }

  /** Returns false if the page shows, or may show, more than one image. */
  operation(reader: ContentReader): boolean {
    const { operator } = reader;
    if (operator === 'Do') return this.#draw(reader);
    if (operator === 'gs') return this.#isOpaque(reader);
    if (SHOWS_TEXT.has(operator)) return this.#state.textMode === INVISIBLE && !this.#state.mayBeType3;
    return WITHOUT_EFFECT.has(operator) && this.#change(reader);
  }

  #change(reader: ContentReader): boolean {
    switch (reader.operator) {
      case 'q':
        this.#saved.push(this.#state);
        return this.#saved.length <= MAX_SAVED;
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state;
        return true;
      case 'cm':
        return this.#concat(reader);
      case 'Tr':
        this.#state = { ...this.#state, textMode: reader.number(reader.operandCount - 1) };
        return true;
      case 'Tf': {
        const font = this.#named(reader, 'Font', 2);
        const mayBeType3 = !(font instanceof PDFDict) || font.lookup(key('Subtype')) === key('Type3');
        this.#state = { ...this.#state, mayBeType3 };
        return true;
      }
      default:
        return true;
    }
  }

  #named(reader: ContentReader, category: string, fromEnd: number) {
    const name = reader.name(reader.operandCount - fromEnd);
    const dict = this.#resources.lookup(key(category));
    return name === null || !(dict instanceof PDFDict) ? undefined : dict.lookup(PDFName.of(name));
  }

  #concat(reader: ContentReader): boolean {
    const first = reader.operandCount - 6;
    const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map((index) => reader.number(first + index));
    if (Number.isNaN(a + b + c + d + e + f)) return false;
    const matrix = concatMatrices([a, b, c, d, e, f], this.#state.matrix);
    this.#state = { ...this.#state, matrix };
    return true;
  }

  #draw(reader: ContentReader): boolean {
    const name = reader.name(reader.operandCount - 1);
    const dict = this.#resources.lookup(key('XObject'));
    if (this.picture !== null || name === null || !(dict instanceof PDFDict)) return false;
    const image = dict.get(PDFName.of(name));
    const stream = dict.context.lookup(image);
    if (!(image instanceof PDFRef) || !(stream instanceof PDFRawStream)) return false;
    if (stream.dict.lookup(key('Subtype')) !== key('Image')) return false;
    this.picture = { image, matrix: this.#state.matrix };
    return true;
  }

  /** Returns whether the graphics state draws without transparency. */
  #isOpaque(reader: ContentReader): boolean {
    const state = this.#named(reader, 'ExtGState', 1);
    if (!(state instanceof PDFDict)) return false;
    return [...dictEntries(state).keys()].every((name) => isPlainEntry(nameText(name), state.lookup(name)));
  }
}

/** Entries for device colors, lines and overprint, which do not affect an image. */
const PLAIN_ENTRIES: ReadonlySet<string> = new Set(
  'Type LW LC LJ ML D RI OP op OPM FL SM SA TK AIS'.split(' '),
);

function isPlainEntry(name: string, value: unknown): boolean {
  if (PLAIN_ENTRIES.has(name)) return true;
  if (name === 'CA' || name === 'ca') return value instanceof PDFNumber && value.asNumber() === 1;
  if (name === 'BM') return value === key('Normal') || value === key('Compatible');
  return name === 'SMask' && value === key('None');
}
