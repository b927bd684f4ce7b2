/** Runs the operations of one content stream that show text and images or mark content. */

import { expandInlineImage } from '../../pdf/content/inline-image.ts';
import { IDENTITY_MATRIX, type Matrix } from '../../pdf/content/matrix.ts';
import type { ContentReader } from '../../pdf/content/syntax/operations.ts';
import type { ContentValue } from '../../pdf/content/syntax/values.ts';
import { contentName } from '../../pdf/content/syntax/values.ts';
import { dictEntries, PDFArray, PDFDict, type PDFObject, PDFRawStream } from '../../pdf/objects.ts';
import { layerNames } from '../kinds/layers.ts';
import type { Reading } from '../reading.ts';
import { dictAt, entry, nameOf, numberOf } from '../strings.ts';
import type { ShownCode } from '../text/text-font.ts';
import type { TextFonts } from '../text/text-fonts.ts';
import { itemsOf } from '../trees.ts';
import { boxAround } from './matrix.ts';
import type { MarksDraft, ResourceChain } from './page-marks.ts';
import { ContentState, type GraphicsState } from './state.ts';

/** Nesting of forms; readers stop between 20 and 40. */
const MAX_DEPTH = 28;
/** Per page. A page of a phone book has 20,000. */
const MAX_GLYPHS = 2_000_000;
const MAX_PICTURES = 200_000;

interface PageAround {
  readonly fonts: TextFonts;
  readonly reading: Reading;
  readonly form: (
    stream: PDFRawStream,
    state: GraphicsState,
    outer: ResourceChain,
    depth: number,
    draft: MarksDraft,
  ) => void;
}

export class ContentWalk {
  readonly #page: PageAround;
  readonly #chain: ResourceChain;
  readonly #depth: number;
  readonly #draft: MarksDraft;
  readonly #at: ContentState;
  /** A space was shown, or the position was set. */
  #startsWord = true;

  constructor(
    page: PageAround,
    state: GraphicsState,
    chain: ResourceChain,
    depth: number,
    draft: MarksDraft,
  ) {
    this.#page = page;
    this.#at = new ContentState(state);
    this.#chain = chain;
    this.#depth = depth;
    this.#draft = draft;
  }

  run(reader: ContentReader): void {
    while (reader.next()) OPERATIONS.get(reader.operator)?.(this, reader);
    if (reader.problem !== null) this.#draft.isWhole = false;
  }

  save(): void {
    this.#at.save();
  }

  restore(): void {
    this.#at.restore();
  }

  concat(reader: ContentReader): void {
    this.#at.concat(matrixFrom(reader));
  }

  set(change: Partial<GraphicsState>): void {
    this.#at.set(change);
  }

  beginText(): void {
    this.#at.setTextMatrix(IDENTITY_MATRIX);
    this.#startsWord = true;
  }

  textMatrix(reader: ContentReader): void {
    this.#at.setTextMatrix(matrixFrom(reader));
    this.#startsWord = true;
  }

  nextLine(x: number, y: number): void {
    this.#at.nextLine(x, y);
    this.#startsWord = true;
  }

  nextLineByLeading(): void {
    this.nextLine(0, -this.#at.state.leading);
  }

  selectFont(reader: ContentReader): void {
    const font = this.#resource('Font', reader.name(reader.operandCount - 2));
    this.set({ font: font instanceof PDFDict ? font : null, fontSize: last(reader) });
  }

  showArray(value: ContentValue): void {
    if (value.kind !== 'array') return;
    for (const item of value.items) {
      if (item.kind === 'string') this.show(item.value);
      else if (item.kind === 'number') this.#adjust(item.value);
    }
  }

  show(bytes: Uint8Array): void {
    const { font } = this.#at.state;
    if (font === null) return;
    const textFont = this.#page.fonts.of(font);
    for (const code of textFont.codes(bytes)) {
      this.#mark(code);
      this.#advance(code, textFont.isVertical);
    }
  }

  #mark({ text }: ShownCode): void {
    const isBlank = text === '';
    if (!isBlank) {
      const [x, y] = this.#at.glyphPlace;
      const { glyphs } = this.#draft;
      if (glyphs.length >= MAX_GLYPHS || !Number.isFinite(x + y)) this.#draft.isWhole = false;
      else glyphs.push({ text, x, y, isPlaceSure: this.#at.isPlaceSure, startsWord: this.#startsWord });
    }
    this.#startsWord = isBlank;
  }

  #advance({ advance, isSure, isWordSpace }: ShownCode, isVertical: boolean): void {
    const { fontSize, characterSpacing, wordSpacing, horizontalScale } = this.#at.state;
    const distance = advance * fontSize + characterSpacing + (isWordSpace ? wordSpacing : 0);
    this.#at.advance(isVertical ? distance : distance * horizontalScale, isVertical);
    if (!isSure) this.#at.isPlaceSure = false;
  }

  /** A gap of this size between two glyphs looks like a word gap. */
  #adjust(thousandths: number): void {
    const { font, fontSize, horizontalScale } = this.#at.state;
    const isVertical = font !== null && this.#page.fonts.of(font).isVertical;
    const distance = (-thousandths / 1000) * fontSize;
    this.#at.advance(isVertical ? distance : distance * horizontalScale, isVertical);
    if (thousandths < -WORD_GAP) this.#startsWord = true;
  }

  drawXObject(reader: ContentReader): void {
    const stream = this.#resource('XObject', reader.name(reader.operandCount - 1));
    if (!(stream instanceof PDFRawStream)) return;
    this.#noteLayer(entry(stream.dict, 'OC'));
    switch (nameOf(entry(stream.dict, 'Subtype'))) {
      case 'Image':
        this.#picture({ kind: 'xobject', stream });
        break;
      case 'Form':
        if (this.#depth >= MAX_DEPTH) this.#draft.isWhole = false;
        else this.#page.form(stream, this.#at.state, this.#chain, this.#depth + 1, this.#draft);
        break;
    }
  }

  inlineImage(reader: ContentReader): void {
    const { inlineImage } = reader;
    if (inlineImage === null) return;
    const { context } = this.#page.reading.doc;
    const lookup = (name: string) => this.#resource('ColorSpace', name) ?? null;
    const expanded = expandInlineImage(inlineImage.entries, context, lookup);
    const data = reader.bytes.subarray(inlineImage.dataStart, inlineImage.dataEnd);
    const stream = expanded.kind === 'image' ? PDFRawStream.of(expanded.dict, data) : null;
    this.#picture({ kind: 'inline', stream });
  }

  #picture(source: MarksDraft['pictures'][number]['source']): void {
    const place = boxAround(this.#at.state.ctm);
    const { pictures } = this.#draft;
    if (pictures.length >= MAX_PICTURES || !place.every(Number.isFinite)) this.#draft.isWhole = false;
    else pictures.push({ source, place });
  }

  /** `BDC`: a direct property list, or the name of one (14.6.2). */
  beginMarked(reader: ContentReader): void {
    const operand = reader.operandCount - 1;
    const name = reader.name(operand);
    const properties = name === null ? undefined : this.#resource('Properties', name);
    if (reader.name(operand - 1) === 'OC') {
      this.#noteLayer(properties);
      return;
    }
    const id =
      properties instanceof PDFDict ? numberOf(entry(properties, 'MCID')) : idIn(reader.value(operand));
    if (id !== null) this.#draft.markedContent.push(id);
  }

  applyExtGState(reader: ContentReader): void {
    const parameters = this.#resource('ExtGState', reader.name(reader.operandCount - 1));
    const font = parameters instanceof PDFDict ? entry(parameters, 'Font') : undefined;
    if (!(font instanceof PDFArray)) return;
    const [dict, size] = itemsOf(font);
    if (dict instanceof PDFDict) this.set({ font: dict, fontSize: numberOf(size) ?? 0 });
  }

  #noteLayer(layer: PDFObject | undefined): void {
    if (layer !== undefined) this.#draft.layers.push(layerNames(layer));
  }

  /** Undefined for unknown names. Escapes in names may differ between content and resources. */
  #resource(category: string, name: string | null): PDFObject | undefined {
    if (name === null) return undefined;
    for (const resources of this.#chain) {
      const dict = dictAt(resources, category);
      if (dict === undefined) continue;
      const found = namesOf(dict).get(name);
      if (found !== undefined) return dict.context.lookup(found);
    }
    return undefined;
  }
}

/** Thousandths of the font size. */
const WORD_GAP = 250;

const names = new WeakMap<PDFDict, ReadonlyMap<string, PDFObject>>();

/** Entries of a category by decoded name. */
function namesOf(dict: PDFDict): ReadonlyMap<string, PDFObject> {
  let known = names.get(dict);
  if (known === undefined) {
    known = new Map(
      [...dictEntries(dict)].map(([name, value]) => [contentName(name.asString().slice(1)), value]),
    );
    names.set(dict, known);
  }
  return known;
}

function idIn(properties: ContentValue): number | null {
  const id = properties.kind === 'dictionary' ? properties.entries.get('MCID') : undefined;
  return id?.kind === 'number' ? id.value : null;
}

/** Reads the last six operands; non-numbers count as 0. */
function matrixFrom(reader: ContentReader): Matrix {
  const first = reader.operandCount - 6;
  // The cast: six numbers.
  return [0, 1, 2, 3, 4, 5].map((index) => reader.number(first + index) || 0) as unknown as Matrix;
}

function last(reader: ContentReader): number {
  return reader.number(reader.operandCount - 1) || 0;
}

function stringAt(reader: ContentReader): Uint8Array {
  const value = reader.value(reader.operandCount - 1);
  return value.kind === 'string' ? value.value : new Uint8Array(0);
}

type Operation = (walk: ContentWalk, reader: ContentReader) => void;

/** ISO 32000-2, annex A. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['q', (walk) => walk.save()],
  ['Q', (walk) => walk.restore()],
  ['cm', (walk, reader) => walk.concat(reader)],
  ['gs', (walk, reader) => walk.applyExtGState(reader)],
  ['BT', (walk) => walk.beginText()],
  ['Tm', (walk, reader) => walk.textMatrix(reader)],
  ['Tf', (walk, reader) => walk.selectFont(reader)],
  ['Tc', (walk, reader) => walk.set({ characterSpacing: last(reader) })],
  ['Tw', (walk, reader) => walk.set({ wordSpacing: last(reader) })],
  ['Tz', (walk, reader) => walk.set({ horizontalScale: last(reader) / 100 })],
  ['TL', (walk, reader) => walk.set({ leading: last(reader) })],
  ['Ts', (walk, reader) => walk.set({ rise: last(reader) })],
  ['Td', (walk, reader) => walk.nextLine(secondLast(reader), last(reader))],
  [
    'TD',
    (walk, reader) => {
      walk.set({ leading: -last(reader) });
      walk.nextLine(secondLast(reader), last(reader));
    },
  ],
  ['T*', (walk) => walk.nextLineByLeading()],
  ['Tj', (walk, reader) => walk.show(stringAt(reader))],
  ['TJ', (walk, reader) => walk.showArray(reader.value(reader.operandCount - 1))],
  [
    "'",
    (walk, reader) => {
      walk.nextLineByLeading();
      walk.show(stringAt(reader));
    },
  ],
  [
    '"',
    (walk, reader) => {
      const first = reader.operandCount - 3;
      walk.set({ wordSpacing: reader.number(first) || 0, characterSpacing: reader.number(first + 1) || 0 });
      walk.nextLineByLeading();
      walk.show(stringAt(reader));
    },
  ],
  ['Do', (walk, reader) => walk.drawXObject(reader)],
  ['BI', (walk, reader) => walk.inlineImage(reader)],
  ['BDC', (walk, reader) => walk.beginMarked(reader)],
]);

function secondLast(reader: ContentReader): number {
  return reader.number(reader.operandCount - 2) || 0;
}
