/** Operations of one content stream that show text and images or mark content. */

import { expandInlineImage } from '../../pdf/content/inline-image.ts';
import { IDENTITY_MATRIX } from '../../pdf/content/matrix.ts';
import type { ContentReader } from '../../pdf/content/syntax/operations.ts';
import type { ContentValue } from '../../pdf/content/syntax/values.ts';
import { contentName } from '../../pdf/content/syntax/values.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import {
  dictEntries,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from '../../pdf/objects.ts';
import { layerNames } from '../kinds/layers.ts';
import type { Reading } from '../reading.ts';
import { dictAt, entry, nameOf, numberOf, SPOKEN_ENTRIES } from '../strings.ts';
import type { ShownCode } from '../text/text-font.ts';
import type { TextFonts } from '../text/text-fonts.ts';
import { itemsOf } from '../trees.ts';
import { boxAround, type Place } from './matrix.ts';
import { last, lastFour, matrixFrom, numbersIn, secondLast } from './operands.ts';
import type { DrawnShape, Glyph, MarksDraft, Pen, ResourceChain } from './page-marks.ts';
import { inkOf, isOpaque, type Paint, paintOf, withExtGState } from './paint.ts';
import { common, type Figure, Path, visiblePart } from './path.ts';
import { shadePaint } from './shade.ts';
import { ContentState, type GraphicsState } from './state.ts';
import { turnOf } from './turn.ts';

/** Nesting of forms; readers stop between 20 and 40. */
const MAX_DEPTH = 28;
/** Per page. A page of a phone book has 20,000. */
const MAX_GLYPHS = 2_000_000;
const MAX_PICTURES = 200_000;
const MAX_SHAPES = 1_000_000;

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
  /** Returns the marks of a tiling pattern's cell. */
  readonly cell: (pattern: PDFRawStream, outer: ResourceChain, depth: number, page: MarksDraft) => MarksDraft;
}

export class ContentWalk {
  readonly #page: PageAround;
  readonly #chain: ResourceChain;
  readonly #depth: number;
  readonly #draft: MarksDraft;
  readonly #at: ContentState;
  /** A space was shown, or the position was set. */
  #startsWord = true;
  readonly #path = new Path();
  #clips = false;

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

  /** Notes that the rest of the content cannot be read. */
  breakOff(): void {
    this.#draft.isWhole = false;
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
    const look = this.#textLook(font);
    for (const code of textFont.codes(bytes)) {
      this.#mark(code, look);
      this.#advance(code, textFont.isVertical);
    }
  }

  /** Shared by all glyphs of a string. */
  #textLook(font: PDFDict): TextLook {
    const { renderMode, fill, stroke } = this.#at.state;
    const paint = STROKED_TEXT.has(renderMode) ? stroke : fill;
    const isVisible = renderMode !== INVISIBLE && renderMode !== CLIPPING_TEXT;
    if (isVisible) this.#painted(paint);
    return { size: this.#at.glyphSize, rgb: paint.rgb, isVisible, face: this.#page.fonts.face(font) };
  }

  #painted({ ink }: Paint): void {
    const { print } = this.#draft;
    if (ink !== null) print.add(ink);
    for (const word of this.#at.state.print.values()) print.add(word);
  }

  #mark({ text }: ShownCode, look: TextLook): void {
    const isBlank = text === '';
    if (!isBlank) {
      const [x, y] = this.#at.glyphPlace;
      const { glyphs } = this.#draft;
      if (glyphs.length >= MAX_GLYPHS || !Number.isFinite(x + y)) this.#draft.isWhole = false;
      else {
        const order = this.#draft.order++;
        glyphs.push({
          text,
          x,
          y,
          isPlaceSure: this.#at.isPlaceSure,
          startsWord: this.#startsWord,
          ...look,
          isVisible: look.isVisible && this.#at.isInClip(x, y, look.size),
          order,
        });
      }
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
    else {
      const { stream } = source;
      const isStencil = stream !== null && String(entry(stream.dict, 'ImageMask')) === 'true';
      const space = stream === null ? undefined : entry(stream.dict, 'ColorSpace');
      this.#painted(isStencil ? this.#at.state.fill : { rgb: null, ink: inkOf(space) });
      const { clip, ctm, fill } = this.#at.state;
      const seen = common(place, clip) ?? place;
      const rgb = isStencil ? fill.rgb : null;
      pictures.push({ source, place, seen, turn: turnOf(ctm), rgb, order: this.#draft.order++ });
    }
  }

  moveTo(reader: ContentReader): void {
    this.#path.move(this.#at.state.ctm, secondLast(reader), last(reader));
  }

  /** Adds the last `count` points of the operands. */
  addPoints(reader: ContentReader, count: number): void {
    const first = reader.operandCount - count * 2;
    for (let at = first; at < reader.operandCount; at += 2)
      this.#path.add(this.#at.state.ctm, reader.number(at) || 0, reader.number(at + 1) || 0);
  }

  rectangle(reader: ContentReader): void {
    this.#path.rectangle(this.#at.state.ctm, ...lastFour(reader));
  }

  clip(): void {
    this.#clips = true;
  }

  /** Ends the path: paints its visible figures, and then restricts what follows if `W` was given. */
  paint(fills: boolean, strokes: boolean): void {
    const figures = this.#path.take();
    const { fill, stroke, clip } = this.#at.state;
    for (const { place, isRectangle } of fills || strokes ? figures : []) {
      const seen = visiblePart(place, clip);
      if (seen === null) continue;
      if (fills) this.#shape('area', seen, fill, isRectangle);
      if (strokes) this.#shape('line', seen, stroke, false);
    }
    if (this.#clips) this.#restrict(figures);
    this.#clips = false;
  }

  #restrict(figures: readonly Figure[]): void {
    const [first, ...rest] = figures;
    // An empty path hides all.
    let box: Place = first?.place ?? [0, 0, 0, 0];
    for (const { place } of rest)
      box = [
        Math.min(box[0], place[0]),
        Math.min(box[1], place[1]),
        Math.max(box[2], place[2]),
        Math.max(box[3], place[3]),
      ];
    const { clip } = this.#at.state;
    this.set({ clip: common(clip, box) ?? [clip[0], clip[1], clip[0], clip[1]] });
  }

  #shape(kind: DrawnShape['kind'], place: Place, paint: Paint, isRectangle: boolean): void {
    const { shapes } = this.#draft;
    if (shapes.length >= MAX_SHAPES || !place.every(Number.isFinite)) {
      this.#draft.isWhole = false;
      return;
    }
    this.#painted(paint);
    const isCover =
      isRectangle && paint.rgb !== null && paint.end === undefined && isOpaque(this.#at.state.print);
    shapes.push({
      kind,
      place,
      rgb: paint.rgb,
      end: paint.end,
      ...(kind === 'line' && { pen: this.#pen() }),
      isCover,
      order: this.#draft.order++,
    });
  }

  #pen(): Pen {
    const { ctm, lineWidth, dashPeriod } = this.#at.state;
    const scale = Math.sqrt(Math.abs(ctm[0] * ctm[3] - ctm[1] * ctm[2]));
    return { width: lineWidth * scale, period: dashPeriod * scale };
  }

  dash(reader: ContentReader): void {
    const dashes = reader.value(reader.operandCount - 2);
    if (dashes.kind !== 'array') return;
    const lengths = dashes.items.map((item) => (item.kind === 'number' ? item.value : 0));
    this.set({ dashPeriod: periodOf(lengths) });
  }

  shading(reader: ContentReader): void {
    const paint = shadePaint(this.#resource('Shading', reader.name(reader.operandCount - 1)));
    this.#shape('shading', this.#at.state.clip, paint, false);
  }

  /** `g`, `rg` or `k`, and their twins for strokes. */
  deviceColor(reader: ContentReader, space: PDFName, side: 'fill' | 'stroke'): void {
    const paint = paintOf(space, numbersIn(reader));
    this.set(side === 'fill' ? { fill: paint, fillSpace: space } : { stroke: paint, strokeSpace: space });
  }

  colorSpace(reader: ContentReader, side: 'fill' | 'stroke'): void {
    const name = reader.name(reader.operandCount - 1);
    const space = this.#resource('ColorSpace', name) ?? (name === null ? undefined : PDFName.of(name));
    const paint = paintOf(space, initialColor(space));
    this.set(side === 'fill' ? { fill: paint, fillSpace: space } : { stroke: paint, strokeSpace: space });
  }

  color(reader: ContentReader, side: 'fill' | 'stroke'): void {
    const { fillSpace, strokeSpace } = this.#at.state;
    const pattern = this.#resource('Pattern', reader.name(reader.operandCount - 1));
    if (pattern instanceof PDFRawStream) this.#cell(pattern);
    const paint =
      pattern instanceof PDFDict
        ? shadePaint(entry(pattern, 'Shading'))
        : paintOf(side === 'fill' ? fillSpace : strokeSpace, numbersIn(reader));
    this.set(side === 'fill' ? { fill: paint } : { stroke: paint });
  }

  /** The cell of a tiling pattern, once for each page: in the pattern's own space, since it is drawn at many places. */
  #cell(pattern: PDFRawStream): void {
    const { patterns, shapes, pictures } = this.#draft;
    if (patterns.has(pattern) || this.#depth >= MAX_DEPTH) return;
    patterns.add(pattern);
    const cell = this.#page.cell(pattern, this.#chain, this.#depth + 1, this.#draft);
    for (const shape of cell.shapes) shapes.push({ ...shape, isCover: false, order: this.#draft.order++ });
    for (const picture of cell.pictures) pictures.push({ ...picture, order: this.#draft.order++ });
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
    const direct = reader.value(operand);
    const id = properties instanceof PDFDict ? numberOf(entry(properties, 'MCID')) : idIn(direct);
    if (id !== null) this.#draft.markedContent.push(id);
    this.#noteSpoken(properties, direct);
  }

  #noteSpoken(properties: PDFObject | undefined, direct: ContentValue): void {
    for (const name of SPOKEN_ENTRIES) {
      const text = properties instanceof PDFDict ? textOf(entry(properties, name)) : textIn(direct, name);
      if (text !== null && text !== '') this.#draft.spoken.push(`${name} ${JSON.stringify(text)}`);
    }
  }

  applyExtGState(reader: ContentReader): void {
    const parameters = this.#resource('ExtGState', reader.name(reader.operandCount - 1));
    if (!(parameters instanceof PDFDict)) return;
    this.set({ print: withExtGState(this.#at.state.print, parameters) });
    const width = numberOf(entry(parameters, 'LW'));
    if (width !== null) this.set({ lineWidth: Math.abs(width) });
    const [dashes] = itemsOf(entry(parameters, 'D'));
    if (dashes instanceof PDFArray)
      this.set({ dashPeriod: periodOf(itemsOf(dashes).map((length) => numberOf(length) ?? 0)) });
    const font = entry(parameters, 'Font');
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

/** Length of dashes and gaps (8.4.3.6); all zero is a solid line. */
function periodOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + Math.abs(length), 0);
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

function textIn(properties: ContentValue, name: string): string | null {
  const text = properties.kind === 'dictionary' ? properties.entries.get(name) : undefined;
  if (text?.kind !== 'string') return null;
  return textOf(
    PDFHexString.of(Array.from(text.value, (byte) => byte.toString(16).padStart(2, '0')).join('')),
  );
}

/** Shared by all glyphs of a string. */
type TextLook = Pick<Glyph, 'size' | 'rgb' | 'isVisible' | 'face'>;

/** Text render modes (table 104). */
const INVISIBLE = 3;
const CLIPPING_TEXT = 7;
const STROKED_TEXT: ReadonlySet<number> = new Set([1, 5]);

/** Black, or full ink (8.6.8); as many components as any space has. */
function initialColor(space: PDFObject | undefined): number[] {
  const ink = inkOf(space);
  if (ink?.startsWith('spot')) return new Array(32).fill(1);
  return ink === 'CMYK' ? [0, 0, 0, 1] : [0, 0, 0, 0];
}
