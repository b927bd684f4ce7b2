/**
 * Interprets content: what it draws, how large, and which resources it names (ISO 32000-2, 7.8). Each stream
 * is interpreted once. Only content that looks up names outside its own resources is interpreted again, for
 * each scope that resolves them differently.
 */
import { joinedBytes } from '../../../lists.ts';
import type { PdfDocument } from '../../document.ts';
import { type Decoded, decodeStream } from '../../filter/filters.ts';
import { interpretedBytes, joinedLimit } from '../../filter/growth.ts';
import {
  arrayItems,
  key,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '../../objects.ts';
import { isExternal } from '../../streams.ts';
import { ContentReader } from '../syntax/operations.ts';
import { appearancesOf } from './appearances.ts';
import { markGroup } from './colorspaces.ts';
import { ContentFrame, type UnresolvedNames } from './frame.ts';
import { concat, IDENTITY, type Linear, linearOf } from './linear.ts';
import type { ContentPage } from './pages.ts';
import { type DividedParts, divideParts, glyphsOf, type Part, type PartList } from './parts.ts';
import { type Located, locatedEntry, ResourceRegistry, type Scope } from './resources.ts';
import { type ContentHost, ContentRun, type ContentVisitor } from './run.ts';
import { ContentUnit, type DrawnImage, type UnitKind } from './units.ts';

/** Maximum nesting of forms; readers stop between 20 and 40, so they differ on deeper ones. */
const MAX_DEPTH = 40;
/** "A common practice is to define glyphs in terms of a 1000-unit glyph coordinate system" (9.6.4). */
const DEFAULT_FONT_MATRIX: Linear = { a: 0.001, b: 0, c: 0, d: 0.001 };

/** Cost in bytes of opening a stream, against very many empty ones. */
const STREAM_COST_BYTES = 2048;

export class ContentInterpreter implements ContentHost {
  readonly context: PDFContext;
  readonly visitor: ContentVisitor;
  readonly registry = new ResourceRegistry();
  /** Used names that no reachable dictionary defines. */
  readonly looseNames: UnresolvedNames = new Map();
  readonly images = new Map<PDFRef, DrawnImage>();
  /** Every unit, after the units that it draws. */
  readonly units: ContentUnit[] = [];
  /** Dictionaries of the interpreted streams and Type 3 fonts. */
  readonly interpreted = new Set<PDFDict>();

  readonly #streamBytes: number;
  #bytesLeft: number;
  /** Keyed by dictionary: units whose names resolve equally in every scope. */
  readonly #closed = new Map<PDFDict, ContentUnit>();
  /** Other units, by dictionary and scope. */
  readonly #open = new Map<PDFDict, Map<Scope | null, ContentUnit>>();
  readonly #active = new Set<PDFDict>();
  readonly #partLists = new Map<object, PartList>();

  constructor(doc: PdfDocument, visitor: ContentVisitor) {
    this.context = doc.context;
    this.visitor = visitor;
    this.#streamBytes = doc.limits.streamBytes;
    this.#bytesLeft = interpretedBytes(doc.context);
  }

  /** Interprets a page: its content streams as one (7.8.2), and the appearances of its annotations. */
  page({ dict, resources, annotations }: ContentPage): ContentUnit {
    const frame = this.#rootFrame('page', resources);
    markGroup(frame, dict);
    this.visitor.begin?.(dict, frame);
    const parts = this.#contentParts(dict.get(key('Contents')), frame);
    new ContentRun(frame, this).run(new ContentReader(joined(parts)));
    if (annotations.length > 0)
      this.#drawParts(annotations, () => annotations.flatMap(appearancesOf), IDENTITY, frame);
    this.units.push(frame.unit);
    return frame.unit;
  }

  /** Interprets content that something other than a page may draw, with its own resources only. */
  stray(ref: PDFRef, stream: PDFRawStream): void {
    const frame = this.#rootFrame('form', null);
    this.streamUnit('form', ref, stream, frame);
  }

  streamUnit(kind: UnitKind, ref: PDFRef, stream: PDFRawStream, frame: ContentFrame): ContentUnit | null {
    const home: Located = { dict: stream.dict, owner: ref, path: [] };
    return this.#unit(kind, home, frame, (inner) => {
      this.visitor.begin?.(stream.dict, inner);
      const bytes = this.#decoded(stream, inner);
      if (bytes !== null) new ContentRun(inner, this).run(new ContentReader(bytes));
    });
  }

  /** Counts all glyphs of the font as drawn, whatever codes text uses. */
  fontUnit(font: Located, frame: ContentFrame): ContentUnit | null {
    return this.#unit('font', font, frame, (inner) => {
      const matrix = font.dict.has(key('FontMatrix'))
        ? linearOf(font.dict.get(key('FontMatrix')), this.context)
        : DEFAULT_FONT_MATRIX;
      if (matrix === null) inner.doubt('sizes');
      const procs = font.dict.lookup(key('CharProcs'));
      if (!(procs instanceof PDFDict)) return;
      this.#drawParts(procs, () => glyphsOf(procs), matrix ?? DEFAULT_FONT_MATRIX, inner);
    });
  }

  image(ref: PDFRef, stream: PDFRawStream): DrawnImage {
    let image = this.images.get(ref);
    if (image === undefined) this.images.set(ref, (image = { kind: 'image', ref, stream }));
    return image;
  }

  /**
   * Draws all streams of a list that several pages or fonts may share. From the second use on, streams
   * independent of the scope are one unit; else many pages with the same many annotations would take
   * quadratic time.
   */
  #drawParts(source: object, read: () => readonly Part[], linear: Linear, frame: ContentFrame): void {
    const list = this.#partLists.get(source);
    if (list === undefined) {
      const parts = read();
      this.#partLists.set(source, { kind: 'in-work' });
      for (const part of parts) this.#drawPart(part, linear, frame);
      this.#partLists.set(source, { kind: 'read', parts });
    } else if (list.kind === 'in-work') {
      // A glyph that shows text in its own font; readers stop at different depths.
      frame.doubt('names');
    } else {
      this.#drawDivided(list.kind === 'divided' ? list : this.#divide(source, list.parts), linear, frame);
    }
  }

  #divide(source: object, parts: readonly Part[]): DividedParts {
    const divided = divideParts(parts, (stream) => this.#closed.get(stream.dict));
    this.#partLists.set(source, divided);
    this.units.push(divided.closed);
    return divided;
  }

  #drawDivided(list: DividedParts, linear: Linear, frame: ContentFrame): void {
    let open = list.open.get(frame.scope);
    if (open === undefined) list.open.set(frame.scope, (open = this.#openList(list.rest, frame.scope)));
    for (const unit of [list.closed, open]) {
      frame.absorb(unit);
      frame.unit.draw(unit, linear);
    }
  }

  #openList(parts: readonly Part[], scope: Scope | null): ContentUnit {
    const frame = new ContentFrame(new ContentUnit('list'), scope, false, this.looseNames);
    for (const part of parts) {
      if (this.#bytesLeft > 0) this.#drawPart(part, IDENTITY, frame);
      else frame.doubt('names');
    }
    this.units.push(frame.unit);
    return frame.unit;
  }

  #drawPart({ kind, ref, stream, linear }: Part, outer: Linear, frame: ContentFrame): void {
    if (linear === null) frame.doubt('sizes');
    const unit = this.streamUnit(kind, ref, stream, frame);
    if (unit !== null) frame.unit.draw(unit, concat(linear ?? IDENTITY, outer));
  }

  #rootFrame(kind: UnitKind, resources: Located | null): ContentFrame {
    const scope = resources === null ? null : this.registry.scope(resources, null);
    return new ContentFrame(new ContentUnit(kind), scope, resources !== null, this.looseNames);
  }

  #unit(
    kind: UnitKind,
    home: Located,
    frame: ContentFrame,
    read: (inner: ContentFrame) => void,
  ): ContentUnit | null {
    const known = this.#closed.get(home.dict) ?? this.#open.get(home.dict)?.get(frame.scope);
    if (known !== undefined) {
      frame.absorb(known);
      return known;
    }
    if (this.#active.has(home.dict) || this.#active.size === MAX_DEPTH) {
      // Readers stop at different depths.
      frame.doubt('names');
      return null;
    }
    const own = locatedEntry(home, key('Resources'));
    const scope = own === null ? frame.scope : this.registry.scope(own, frame.scope);
    const inner = new ContentFrame(new ContentUnit(kind), scope, own !== null, this.looseNames);
    this.#active.add(home.dict);
    read(inner);
    this.#active.delete(home.dict);
    this.#remember(home.dict, inner.unit, frame.scope);
    frame.absorb(inner.unit);
    return inner.unit;
  }

  #remember(dict: PDFDict, unit: ContentUnit, outer: Scope | null): void {
    this.interpreted.add(dict);
    this.units.push(unit);
    if (unit.outermost > (outer?.depth ?? -1)) {
      unit.outermost = Number.POSITIVE_INFINITY;
      this.#closed.set(dict, unit);
      return;
    }
    let byScope = this.#open.get(dict);
    if (byScope === undefined) this.#open.set(dict, (byScope = new Map()));
    byScope.set(outer, unit);
  }

  #contentParts(contents: PDFObject | undefined, frame: ContentFrame): Uint8Array[] {
    const found = this.context.lookup(contents);
    const items = found instanceof PDFArray ? arrayItems(found) : [found];
    // Readers ignore entries that are no stream.
    const streams = items
      .map((item) => this.context.lookup(item))
      .filter((each) => each instanceof PDFRawStream);
    let left = joinedLimit(streams);
    const parts: Uint8Array[] = [];
    for (const stream of streams) {
      const bytes = this.#decoded(stream, frame);
      if (bytes === null) continue;
      left -= bytes.length;
      if (left < 0) {
        frame.doubt('names');
        break;
      }
      parts.push(bytes);
    }
    return parts;
  }

  /** Returns the decoded bytes; null, or a doubt, if they are incomplete. */
  #decoded(stream: PDFRawStream, frame: ContentFrame): Uint8Array | null {
    const limit = Math.min(this.#streamBytes, this.#bytesLeft);
    const decoded = isExternal(stream) || limit <= 0 ? null : decodeStream(stream, limit);
    if (decoded !== null) this.#bytesLeft -= STREAM_COST_BYTES + unpackedBytes(decoded, limit);
    if (decoded?.kind !== 'bytes' || decoded.damaged) frame.doubt('names');
    return decoded?.kind === 'bytes' ? decoded.bytes : null;
  }
}

const LINE_END = Uint8Array.of(0x0a);

/** Joins the parts with white space, so that no token runs into the next part. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? parts[0]! : joinedBytes(parts.flatMap((part) => [part, LINE_END]));
}

/** Number of decoded bytes, including those of failed attempts. */
function unpackedBytes(decoded: Decoded, limit: number): number {
  if (decoded.kind !== 'undecodable') return decoded.bytes.length;
  return decoded.reason === 'too-large' ? limit : 0;
}
