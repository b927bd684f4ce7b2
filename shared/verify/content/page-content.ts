import { INTERPRETED_CONTENT_BYTES } from '../../limits.ts';
import { joinedBytes } from '../../lists.ts';
import { ancestorsOf } from '../../pdf/content/interpret/inherited-resources.ts';
import { numbersOf } from '../../pdf/content/interpret/number-arrays.ts';
import { concatMatrices, type Matrix } from '../../pdf/content/matrix.ts';
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { dictsIn } from '../../pdf/inventory/trees.ts';
import { key, PDFArray, type PDFDict, type PDFObject, PDFRawStream } from '../../pdf/objects.ts';
import { isExternal } from '../../pdf/streams.ts';
import { layerNames } from '../kinds/layers.ts';
import type { Reading, ReadPage } from '../reading.ts';
import { dictAt, entry } from '../strings.ts';
import { TextFonts } from '../text/text-fonts.ts';
import { itemsOf } from '../trees.ts';
import { appearanceOf } from './appearance.ts';
import { ContentWalk } from './content-walk.ts';
import { matrixOf, type Place, rectUnder } from './matrix.ts';
import { MarksDraft, type PageMarks, type ResourceChain } from './page-marks.ts';
import { groupWord } from './paint.ts';
import { common } from './path.ts';
import { runContent } from './run-content.ts';
import { type GraphicsState, INITIAL_STATE } from './state.ts';

const LINE_END = Uint8Array.of(0x0a);

/** Cost in bytes of opening a stream, against very many empty ones. */
const STREAM_COST_BYTES = 2048;
/** Cache size for decoded forms, in bytes: a letterhead is on every page. */
const KEPT_BYTES = 32 * 1024 * 1024;

const NOWHERE: Place = [0, 0, 0, 0];

function noteGroup(dict: PDFDict, { print }: MarksDraft): void {
  const word = groupWord(dict);
  if (word !== null) print.add(word);
}

/** Reads the content of one document's pages in sequence. */
export class PageContent {
  readonly fonts = new TextFonts();
  readonly reading: Reading;
  readonly #unpacked = new Map<PDFRawStream, Uint8Array>();
  #keptBytes = 0;
  #bytesLeft = INTERPRETED_CONTENT_BYTES;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  /** Reads the page's content streams as one (ISO 32000-2, 7.8.2), and its visible annotations. */
  marksOf({ dict, view }: ReadPage): PageMarks {
    const draft = new MarksDraft();
    const { shown, unit } = view;
    const ctm: Matrix = [unit, 0, 0, unit, -shown.left * unit, -shown.bottom * unit];
    const clip = rectUnder(ctm, [shown.left, shown.bottom, shown.right, shown.top]);
    const state = { ...INITIAL_STATE, ctm, clip };
    noteGroup(dict, draft);
    const resources = [dict, ...ancestorsOf(dict)].find((node) => node.has(key('Resources')));
    const chain = [dictAt(resources, 'Resources') ?? []].flat();
    this.#walk(this.#contents(dict, draft), state, chain, 0, draft);
    for (const annotation of dictsIn(entry(dict, 'Annots')))
      this.#annotation(annotation, state, chain, draft);
    return draft;
  }

  /** Draws a form XObject or an appearance in this state. */
  form(
    stream: PDFRawStream,
    state: GraphicsState,
    outer: ResourceChain,
    depth: number,
    draft: MarksDraft,
  ): void {
    const bytes = this.#bytesOf(stream, draft);
    if (bytes === null) return;
    const own = dictAt(stream.dict, 'Resources');
    const chain = own === undefined ? outer : [own];
    const matrix = matrixOf(stream.dict.get(key('Matrix')), stream.dict.context);
    noteGroup(stream.dict, draft);
    const ctm = concatMatrices(matrix, state.ctm);
    const box = numbersOf(stream.dict.get(key('BBox')), stream.dict.context, 4);
    const clip = box === null ? state.clip : (common(state.clip, rectUnder(ctm, box)) ?? NOWHERE);
    this.#walk(bytes, { ...state, ctm, clip }, chain, depth, draft);
  }

  /** Draws a tiling pattern's cell in its own space. */
  cell(pattern: PDFRawStream, outer: ResourceChain, depth: number, page: MarksDraft): MarksDraft {
    const draft = new MarksDraft(page.patterns);
    this.form(pattern, INITIAL_STATE, outer, depth, draft);
    if (!draft.isWhole) page.isWhole = false;
    for (const word of draft.print) page.print.add(word);
    return draft;
  }

  #walk(
    bytes: Uint8Array,
    state: GraphicsState,
    chain: ResourceChain,
    depth: number,
    draft: MarksDraft,
  ): void {
    runContent(new ContentWalk(this, state, chain, depth, draft), new ContentReader(bytes));
  }

  #annotation(annotation: PDFDict, state: GraphicsState, chain: ResourceChain, draft: MarksDraft): void {
    const layer = entry(annotation, 'OC');
    if (layer !== undefined) draft.layers.push(layerNames(layer));
    const appearance = appearanceOf(annotation);
    if (appearance === null) return;
    const { stream, matrix } = appearance;
    this.form(stream, { ...state, ctm: concatMatrices(matrix, state.ctm) }, chain, 0, draft);
  }

  #contents(page: PDFDict, draft: MarksDraft): Uint8Array {
    const contents = entry(page, 'Contents');
    const parts = (contents instanceof PDFArray ? itemsOf(contents) : [contents]).flatMap((part) =>
      this.#part(part, draft),
    );
    return joinedBytes(parts.flatMap((part) => [part, LINE_END]));
  }

  #part(part: PDFObject | undefined, draft: MarksDraft): Uint8Array[] {
    const bytes = part instanceof PDFRawStream ? this.#bytesOf(part, draft) : null;
    return bytes === null ? [] : [bytes];
  }

  #bytesOf(stream: PDFRawStream, draft: MarksDraft): Uint8Array | null {
    const kept = this.#unpacked.get(stream);
    const decoded = kept === undefined ? this.#decoded(stream) : { bytes: kept, isWhole: true };
    if (decoded === null || !decoded.isWhole) draft.isWhole = false;
    if (decoded === null) return null;
    this.#bytesLeft -= STREAM_COST_BYTES + decoded.bytes.length;
    if (this.#bytesLeft >= 0) return decoded.bytes;
    draft.isWhole = false;
    return null;
  }

  #decoded(stream: PDFRawStream): { readonly bytes: Uint8Array; readonly isWhole: boolean } | null {
    if (isExternal(stream) || this.#bytesLeft <= 0) return null;
    const decoded = decodeStream(stream, this.reading.doc.limits.streamBytes);
    if (decoded.kind !== 'bytes') return null;
    const { bytes, damaged } = decoded;
    if (!damaged && this.#keptBytes + bytes.length <= KEPT_BYTES) {
      this.#unpacked.set(stream, bytes);
      this.#keptBytes += bytes.length;
    }
    return { bytes, isWhole: !damaged };
  }
}
