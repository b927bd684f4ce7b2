/**
 * Joins strips and tiles, as scanners, fax, office and map programs write a page, to one image: images drawn
 * edge to edge, each an object of its own. One image is smaller than thirty, since a coder restarts in
 * each strip; readers show no seams in it; and everything that examines images sees its full size.
 *
 * Display stays the same: the same bits, samples or coefficients at the same places (each corner within a
 * tenth of a pixel, since writers round), with soft masks that are cut alike. The whole replaces the first
 * part that nothing else draws, and the content of the page or form draws it instead of all parts, which is
 * checked by parsing it again. A part of uniform color, which many places may draw, is copied into each and
 * stays for the others. Stencils may leave gaps, in which nothing is painted.
 *
 * Not joined: non-uniform parts that are drawn more than once or referenced elsewhere; JPEGs with different
 * tables, or that end inside a block; tiles with few colors each but many together; strips with shared
 * symbols (`/JBIG2Globals`) that are smaller than one image; strips with other painting, marks or text
 * between; strips with stencil masks, tags, layers or metadata; strips on which two decoders differ;
 * documents with uncertain content; forms without resources.
 */
import { deflate, TRIAL_LEVEL } from '../codecs/flate/deflate.ts';
import { analyzeContent } from '../pdf/content/analysis.ts';
import { SingleUses } from '../pdf/content/only-once.ts';
import { type ResourceUse, resourceUses } from '../pdf/content/resources-used.ts';
import type { PdfDocument } from '../pdf/document.ts';
import type { ImageXObject } from '../pdf/image/image-xobject.ts';
import { key, type PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from '../pdf/objects.ts';
import { PACKING_KEYS } from '../pdf/streams.ts';
import type { SkipReason } from '../report.ts';
import type { OrderedResults } from '../work/run-ordered.ts';
import { replaceContent, replaceStreamContent } from './contents/replace-content.ts';
import { createTally, type Pass, type PassContext, saved, skipped } from './pass.ts';
import { type StripHost, stripHosts } from './strips/hosts.ts';
import { stripRows } from './strips/joined-bits.ts';
import {
  type JoinedPixels,
  joinedPixels,
  joinedRows,
  type Layer,
  maskLayer,
} from './strips/joined-pixels.ts';
import { type PlacedMosaic, redrawnContent } from './strips/redrawn.ts';
import { softMaskImage } from './strips/strip-images.ts';
import { type JoinableMosaics, StripUses } from './strips/uses.ts';
import { bytesWithSymbols, takesLess } from './strips/with-symbols.ts';

export const strips: Pass = {
  id: 'strips',
  writes: ['content', 'images', 'structure'],
  enabled: () => true,

  run: async (doc, ctx) => {
    const tally = createTally('strips');
    const hosts = stripHosts(doc);
    const join = hosts.length === 0 ? null : new StripJoin(doc, ctx);
    for (const host of hosts) {
      ctx.signal?.throwIfAborted();
      const outcome = (await join?.joinIn(host)) ?? 'required-as-is';
      tally.add(outcome === 'joined' ? saved(0) : skipped(outcome));
    }
    return tally.report();
  },
};

class StripJoin {
  readonly #doc: PdfDocument;
  readonly #ctx: PassContext;
  readonly #once: SingleUses;
  readonly #strips: StripUses;
  /** Keyed by XObject dictionary. */
  readonly #uses: ReadonlyMap<PDFDict, ResourceUse>;

  constructor(doc: PdfDocument, ctx: PassContext) {
    const survey = analyzeContent(doc);
    this.#doc = doc;
    this.#ctx = ctx;
    this.#once = new SingleUses(doc, survey);
    this.#strips = new StripUses(this.#once, ctx);
    this.#uses = new Map(resourceUses(doc, survey).map((use) => [use.dict, use]));
  }

  /** Joins the strips that this content draws; returns the result for each group. */
  async joinIn(host: StripHost): Promise<SkipReason | 'joined'> {
    const use = this.#uses.get(host.xObjects);
    if (use?.certainty !== 'certain') return use?.certainty ?? 'required-as-is';
    if (!this.#mayBeRewritten(host)) return 'required-as-is';
    const { mosaics, isOwn } = await this.#strips.joinable(host);
    if (mosaics.length === 0) return 'required-as-is';
    const joined = await this.#read(mosaics);
    if (joined.size === 0) return 'undecodable';
    for (const [mosaic, layers] of joined)
      if (!(await this.#isWorth(mosaic, layers, isOwn))) joined.delete(mosaic);
    if (joined.size === 0) return 'not-smaller';
    const content = redrawnContent(host.content, [...joined.keys()]);
    if (content === null) return 'unclear-content';
    if (host.home.kind === 'page') replaceContent(this.#doc, this.#ctx.changes, host.home, content);
    else replaceStreamContent(this.#ctx.changes, host.home, content);
    for (const [mosaic, layers] of joined) this.#replace(mosaic, layers, isOwn, use);
    return 'joined';
  }

  /** Content shared with another page would be drawn there with other resources; a form always has its own. */
  #mayBeRewritten({ home }: StripHost): boolean {
    const contents = home.kind === 'page' ? home.dict.get(key('Contents')) : undefined;
    return !(contents instanceof PDFRef) || this.#once.isNamed(contents);
  }

  /** Reads mosaics whose strips can all be decoded exactly, with the joined image and its soft mask. */
  async #read(mosaics: readonly PlacedMosaic[]): Promise<Map<PlacedMosaic, JoinedLayers>> {
    const layers = mosaics.map((mosaic) => ({ mosaic, mask: maskLayer(mosaic) }));
    const all = layers.flatMap(({ mosaic, mask }) => (mask === null ? [mosaic] : [mosaic, mask]));
    const bits = all.filter(isOfBits).flatMap(({ strips }) => strips.map(({ image }) => image));
    const ahead = stripRows(bits, this.#ctx);
    const joined = new Map<PlacedMosaic, JoinedLayers>();
    try {
      for (const { mosaic, mask } of layers) {
        const picture = await this.#join(mosaic, ahead);
        const opacity = mask === null ? null : await this.#join(mask, ahead);
        if (picture !== null && (mask === null || opacity !== null)) joined.set(mosaic, { picture, opacity });
        this.#ctx.signal?.throwIfAborted();
        await this.#ctx.threads.yieldToMessages();
      }
    } finally {
      ahead.stop();
    }
    return joined;
  }

  async #join(layer: Layer, ahead: OrderedResults<Uint8Array | null>): Promise<JoinedLayer | null> {
    if (!isOfBits(layer)) {
      const pixels = joinedPixels(layer, this.#ctx);
      return pixels === null ? null : { ...pixels, rows: null };
    }
    const rows: Uint8Array[] = [];
    for (const _ of layer.strips) rows.push((await ahead.next()) ?? NOTHING);
    if (rows.includes(NOTHING)) return null;
    const joined = joinedRows(layer, rows);
    return { filter: 'FlateDecode', params: null, data: deflate(joined, TRIAL_LEVEL), rows: joined };
  }

  async #isWorth(
    mosaic: PlacedMosaic,
    { picture }: JoinedLayers,
    isOwn: JoinableMosaics['isOwn'],
  ): Promise<boolean> {
    const most = bytesWithSymbols(mosaic.strips.filter(isOwn), this.#once);
    return most === null || picture.rows === null || (await takesLess(mosaic, picture.rows, most, this.#ctx));
  }

  #replace(
    mosaic: PlacedMosaic,
    { picture, opacity }: JoinedLayers,
    isOwn: JoinableMosaics['isOwn'],
    { dict, homes }: ResourceUse,
  ): void {
    const { carrier } = mosaic;
    const own = mosaic.strips.filter(isOwn);
    const masks = own.flatMap(({ image }) => softMaskImage(image) ?? []);
    const carrierMask = softMaskImage(carrier.image);
    this.#write(
      carrier.image,
      mosaic,
      picture,
      own.map(({ image }) => image),
    );
    if (opacity !== null && carrierMask !== null) this.#write(carrierMask, mosaic, opacity, masks);
    for (const strip of own) {
      if (strip === carrier) continue;
      dict.delete(key(strip.name));
      for (const { owner, path } of homes) this.#ctx.changes.entry(owner, [...path, strip.name]);
    }
  }

  /** @param own the images that it was made from, except those that others were made from, too */
  #write(
    { ref, stream, codec }: ImageXObject,
    { strips, width, height }: PlacedMosaic,
    { filter, params, data }: JoinedLayer,
    own: readonly ImageXObject[],
  ): void {
    const { changes } = this.#ctx;
    const entries = stream.dict.clone();
    for (const name of PACKING_KEYS) entries.delete(key(name));
    entries.set(key('Width'), PDFNumber.of(width));
    entries.set(key('Height'), PDFNumber.of(height));
    entries.set(key('Filter'), PDFName.of(filter));
    if (params !== null) entries.set(key('DecodeParms'), params);
    this.#doc.context.assign(ref, PDFRawStream.of(entries, data));
    changes.stream(ref, ['Width', 'Height', 'DecodeParms']);
    changes.joinedStrips(ref, {
      strips: strips.length,
      storedBytes: own.reduce((sum, image) => sum + image.stream.contents.length, 0),
      codec,
    });
  }
}

interface JoinedLayer extends JoinedPixels {
  /** One-bit rows before encoding; else null. */
  readonly rows: Uint8Array | null;
}

interface JoinedLayers {
  readonly picture: JoinedLayer;
  readonly opacity: JoinedLayer | null;
}

function isOfBits({ strips }: Layer): boolean {
  return strips[0]!.form === 'bits';
}

/** Placeholder for a strip that cannot be read. */
const NOTHING = new Uint8Array(0);
