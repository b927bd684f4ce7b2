/**
 * Draws small images that one page draws once as inline images: their object, its dictionary and their resource
 * cost several times their samples, and equal headers are compressed with the content (ISO 32000-2, 8.9.7).
 *
 * Display stays exactly the same: the new content has the same operations, and each inline image is read again and
 * compared with its object. Not drawn so: images with masks, layers, a place in the structure or color spaces other
 * than device spaces and their palettes; more than 4 kB of samples; samples that contain "EI", which readers may
 * take for the end; content that several pages share or with uncertain resources; PDF 2.0, which needs a length. A page
 * changes only if its content grows by less than the objects take.
 */
import { deflate, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { locatedEntry } from '../../pdf/content/interpret/resources.ts';
import { pageContent } from '../../pdf/content/joined.ts';
import { SingleUses } from '../../pdf/content/only-once.ts';
import { contentStreams, type PageContent } from '../../pdf/content/streams.ts';
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { readColorSpace } from '../../pdf/image/colorspace.ts';
import { sameImageData } from '../../pdf/image/image-data.ts';
import { type ImageXObject, isImageStream, readImageXObject } from '../../pdf/image/image-xobject.ts';
import { multiRoleStreams } from '../../pdf/multi-role-streams.ts';
import { nonTreeObjects } from '../../pdf/non-tree-objects.ts';
import { key, type PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { referenceCounts } from '../../pdf/walk.ts';
import { colorSpaceAt, InlinePlaces, type ResourcePlaces } from '../contents/inline-places.ts';
import { drawsTheSame, type InlineSpot } from '../contents/inline-spots.ts';
import { inlineXObject } from '../contents/inline-xobject.ts';
import { replaceContent } from '../contents/replace-content.ts';
import { createTally, type Pass, type PassContext, saved, skipped } from '../pass.ts';
import { inlineText, MAX_INLINE_BYTES } from './inline-text.ts';

/** Stored bytes; for larger images, an object costs little. */
const MAX_STORED_BYTES = 1024;
/** Fewer are not worth an analysis of the document. */
const MIN_IMAGES = 8;
/** `12 0 obj`, `stream … endstream endobj`, `/Length 123`, the resource and the cross-reference entry. */
const OBJECT_BYTES = 60;
/** Trial sizes may be wrong by this share of the content. */
const DOUBT_SHARE = 0.01;
const DOUBT_BYTES = 40;

export const smallImages: Pass = {
  id: 'inline-images',
  writes: ['content', 'images', 'structure'],
  enabled: () => true,

  run: async (doc, ctx) => {
    const tally = createTally('inline-images');
    const small = smallImagesOf(doc);
    if (small.size < MIN_IMAGES || doc.headerVersion >= '2') return tally.report();
    const drawing = new InlineDrawing(doc, ctx, small);
    for (const page of contentStreams(doc).pages) {
      ctx.signal?.throwIfAborted();
      const outcome = drawing.draw(page);
      if (outcome === 'drawn') tally.add(saved(0));
      else if (outcome !== null) tally.add(skipped(outcome));
    }
    return tally.report();
  },
};

function smallImagesOf(doc: PdfDocument): ReadonlyMap<PDFRef, ImageXObject> {
  const small = new Map<PDFRef, ImageXObject>();
  for (const [ref, object] of nonTreeObjects(doc)) {
    if (!isImageStream(object) || object.contents.length > MAX_STORED_BYTES) continue;
    const image = readImageXObject(ref, object);
    if (image !== null && image.width * image.height <= MAX_INLINE_BYTES * 8) small.set(ref, image);
  }
  return small;
}

/** An image and the operation that draws it: [start, end) of the content. */
interface Use {
  readonly name: string;
  readonly image: ImageXObject;
  readonly text: Uint8Array;
  readonly start: number;
  readonly end: number;
}

class InlineDrawing {
  readonly #doc: PdfDocument;
  readonly #ctx: PassContext;
  readonly #small: ReadonlyMap<PDFRef, ImageXObject>;
  readonly #places: InlinePlaces;
  readonly #once: SingleUses;
  readonly #references: ReadonlyMap<PDFRef, number>;

  constructor(doc: PdfDocument, ctx: PassContext, small: ReadonlyMap<PDFRef, ImageXObject>) {
    this.#doc = doc;
    this.#ctx = ctx;
    this.#small = small;
    this.#places = new InlinePlaces(doc);
    this.#once = new SingleUses(doc, this.#places.survey);
    this.#references = referenceCounts(doc.context);
  }

  /** Null if the page draws none. */
  draw(page: PageContent): 'drawn' | 'not-smaller' | 'verification-failed' | null {
    const { dict, parts, isWhole } = page;
    const places = isWhole && parts.length > 0 && this.#isOwn(page) ? this.#placesOf(page) : null;
    const content = places === null ? null : pageContent(dict, this.#ctx.limits.streamBytes);
    if (places === null || content === null) return null;
    const uses = this.#usesIn(content, places);
    if (uses.length === 0) return null;
    const drawn = withInline(content, uses);
    if (!isWorth(content, drawn, uses)) return 'not-smaller';
    if (!this.#isSame(page, content, drawn, uses, places)) return 'verification-failed';
    replaceContent(this.#doc, this.#ctx.changes, { ref: page.page, dict }, drawn);
    this.#removeNames(places, uses);
    return 'drawn';
  }

  #isOwn({ dict, parts }: PageContent): boolean {
    const shared = multiRoleStreams(this.#doc);
    const contents = dict.get(key('Contents'));
    const isOwn = !(contents instanceof PDFRef) || this.#references.get(contents) === 1;
    return isOwn && !parts.some(({ ref }) => shared.has(ref));
  }

  #placesOf({ dict, parts }: PageContent): ResourcePlaces | null {
    const places = this.#places.of({ pages: [dict], stream: parts[0]!.stream });
    return places?.tables.length === 1 && places.bare.length === 0 ? places : null;
  }

  #usesIn(content: Uint8Array, { tables }: ResourcePlaces): readonly Use[] {
    const names = tables[0]!.category('XObject')?.dict;
    const reader = new ContentReader(content);
    const uses = new Map<string, Use | null>();
    while (names !== undefined && reader.next()) {
      const name = reader.operator === 'Do' && reader.operandCount === 1 ? reader.name(0) : null;
      if (name === null) continue;
      // Drawn again: one object is better.
      uses.set(name, uses.has(name) ? null : this.#found(reader, name, names.get(key(name))));
    }
    return reader.problem === null ? [...uses.values()].filter((use) => use !== null) : [];
  }

  #found({ start, end }: ContentReader, name: string, ref: unknown): Use | null {
    const image = ref instanceof PDFRef ? this.#small.get(ref) : undefined;
    const text = image === undefined || !this.#once.isDrawn(image) ? null : inlineText(image);
    return image === undefined || text === null ? null : { name, image, text, start, end };
  }

  /** Reads the new content as any reader does; each image stands between line ends. */
  #isSame(
    { parts }: PageContent,
    content: Uint8Array,
    drawn: Uint8Array,
    uses: readonly Use[],
    places: ResourcePlaces,
  ): boolean {
    const images = new Map(uses.map((use, at) => [use.start + growthBefore(uses, at) + 1, use]));
    const spots: { readonly spot: InlineSpot; readonly name: string }[] = [];
    const reader = new ContentReader(drawn);
    while (reader.next()) {
      const use = images.get(reader.start);
      if (use === undefined) continue;
      const { start, end, inlineImage } = reader;
      if (inlineImage === null || end - start !== use.text.length - 2) return false;
      const spot = { start, end, image: inlineImage };
      const host = { content: drawn, stream: parts[0]!.stream };
      const made = inlineXObject(
        host,
        spot,
        (name) => colorSpaceAt(places, name),
        this.#ctx.limits.streamBytes,
      );
      if (made.kind === 'kept' || !isSameImage(use.image, made.stream, this.#ctx.limits.streamBytes))
        return false;
      spots.push({ spot, name: use.name });
    }
    return spots.length === uses.length && drawsTheSame(drawn, content, spots);
  }

  #removeNames({ tables: [table] }: ResourcePlaces, uses: readonly Use[]): void {
    const category = table === undefined ? null : locatedEntry(table.home, key('XObject'));
    if (category === null) throw new Error('an image was found under its name');
    for (const { name } of uses) {
      category.dict.delete(key(name));
      this.#ctx.changes.entry(category.owner, [...category.path, name]);
    }
  }
}

function growthBefore(uses: readonly Use[], count: number): number {
  return uses.slice(0, count).reduce((sum, { text, start, end }) => sum + text.length - (end - start), 0);
}

function withInline(content: Uint8Array, uses: readonly Use[]): Uint8Array {
  const drawn = new Uint8Array(content.length + growthBefore(uses, uses.length));
  let [from, to] = [0, 0];
  for (const { start, end, text } of uses) {
    drawn.set(content.subarray(from, start), to);
    to += start - from;
    drawn.set(text, to);
    to += text.length;
    from = end;
  }
  drawn.set(content.subarray(from), to);
  return drawn;
}

function isWorth(content: Uint8Array, drawn: Uint8Array, uses: readonly Use[]): boolean {
  const size = (bytes: Uint8Array) => deflate(bytes, TRIAL_LEVEL).length;
  const [before, after] = [size(content), size(drawn)];
  const objects = uses.reduce(
    (sum, { image: { stream } }) =>
      sum + stream.contents.length + String(stream.dict).length / 2 + OBJECT_BYTES,
    0,
  );
  return after + after * DOUBT_SHARE + DOUBT_BYTES < before + objects;
}

function isSameImage({ stream, ref, ...image }: ImageXObject, made: PDFRawStream, maxBytes: number): boolean {
  const other = readImageXObject(ref, made);
  if (other === null) return false;
  const space = (one: PDFRawStream) => JSON.stringify(readColorSpace(one.dict.lookup(key('ColorSpace'))));
  return (
    image.width === other.width &&
    image.height === other.height &&
    (image.bits === other.bits || image.color.kind === 'stencil') &&
    image.color.kind === other.color.kind &&
    JSON.stringify(image.decode) === JSON.stringify(other.decode) &&
    (image.color.kind === 'stencil' || space(stream) === space(made)) &&
    sameImageData(stream, made, maxBytes)
  );
}
