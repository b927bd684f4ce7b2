import type { XObjectPlace } from '../../pdf/content/hidden-drawing.ts';
import { ancestorsOf } from '../../pdf/content/interpret/inherited-resources.ts';
import { exactNumbersOf } from '../../pdf/content/interpret/number-arrays.ts';
import { IDENTITY_MATRIX } from '../../pdf/content/matrix.ts';
import { PLAIN_NAME } from '../../pdf/content/plain-name.ts';
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { dictEntries, key, nameText, PDFDict, type PDFObject, PDFRawStream } from '../../pdf/objects.ts';
import { isExternal } from '../../pdf/streams.ts';
import type { PathForm } from './visible-drawing.ts';

/** Markers of plots have some hundred bytes. */
const MAX_FORM_BYTES = 16 * 1024;
/** A plot has one form for each kind of marker. */
const MAX_FORMS = 200;
const PATHS: ReadonlySet<string> = new Set(
  'm l c v y h re S s f F f* B B* b b* n W W* q Q cm w J j M d i ri gs g rg k G RG K cs CS sc SC scn SCN'.split(
    ' ',
  ),
);

/** The forms of a document that only paint paths, each read once. */
export class PathForms {
  readonly #read = new Map<PDFRawStream, XObjectPlace | null>();

  /** Returns those that a name leads to on each of the pages, which share a content. */
  ofPages([first, ...others]: readonly PDFDict[]): readonly PathForm[] {
    if (first === undefined) return [];
    const known = others.map((page) => new Map(this.ofPage(page).map((form) => [form.name, form.box])));
    // Each form is read once, so equal boxes are of the same form.
    return this.ofPage(first).filter(({ name, box }) => known.every((forms) => forms.get(name) === box));
  }

  /** Returns those in the resources of a page, with their names; none if there are too many to read. */
  ofPage(page: PDFDict): readonly PathForm[] {
    const resources = [page, ...ancestorsOf(page)].find((node) => node.has(key('Resources')));
    const named = lookedUp(lookedUp(resources, 'Resources'), 'XObject');
    if (!(named instanceof PDFDict) || named.keys().length > MAX_FORMS) return [];
    return [...dictEntries(named)].flatMap(([name, value]) => {
      const stream = named.context.lookup(value);
      const form = stream instanceof PDFRawStream ? this.#formOf(stream) : null;
      return form === null || !PLAIN_NAME.test(nameText(name)) ? [] : [{ ...form, name: nameText(name) }];
    });
  }

  #formOf(stream: PDFRawStream): XObjectPlace | null {
    let form = this.#read.get(stream);
    if (form === undefined) this.#read.set(stream, (form = readForm(stream)));
    return form;
  }
}

function lookedUp(dict: PDFObject | undefined, entry: string): PDFObject | undefined {
  return dict instanceof PDFDict ? dict.lookup(key(entry)) : undefined;
}

function readForm(stream: PDFRawStream): XObjectPlace | null {
  if (stream.contents.length > MAX_FORM_BYTES) return null;
  const place = formPlace(stream.dict);
  return place === null || isExternal(stream) || !paintsPaths(stream) ? null : place;
}

/** Null if it is no form, or if its box or matrix is invalid. */
export function formPlace(dict: PDFDict): XObjectPlace | null {
  if (dict.lookup(key('Subtype')) !== key('Form')) return null;
  const numbers = exactNumbersOf(dict.lookup(key('BBox')), 4);
  const matrix = dict.has(key('Matrix')) ? exactNumbersOf(dict.lookup(key('Matrix')), 6) : IDENTITY_MATRIX;
  if (numbers === null || matrix === null) return null;
  const [left, bottom, right, top] = numbers;
  return { box: { left, bottom, right, top }, matrix };
}

function paintsPaths(stream: PDFRawStream): boolean {
  const decoded = decodeStream(stream, MAX_FORM_BYTES);
  if (decoded.kind !== 'bytes' || decoded.damaged) return false;
  const reader = new ContentReader(decoded.bytes);
  while (reader.next()) if (!PATHS.has(reader.operator)) return false;
  return reader.problem === null && reader.operandCount === 0;
}
