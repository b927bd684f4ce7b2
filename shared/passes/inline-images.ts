/**
 * Moves inline images from content into image XObjects, where the passes for strips and images process them
 * and equal ones are stored once (ISO 32000-2, 8.9.7).
 *
 * Display stays exactly the same: abbreviations are expanded, names of color spaces are resolved, and the
 * samples are the same. The image has a new name that nothing in the document uses, in the resources of the
 * content that draws it. Not moved: images too small to pay for an object; images in content that readers may
 * divide into operations differently, or with uncertain resources (forms without resources, XFA); filters and
 * color spaces not allowed in inline images; truncated data.
 */
import { deflate, TRIAL_LEVEL } from '../codecs/flate/deflate.ts';
import { contentDigest } from '../pdf/check/changes.ts';
import { contentStreams } from '../pdf/content/streams.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { readImageXObject } from '../pdf/image/image-xobject.ts';
import { multiRoleStreams } from '../pdf/multi-role-streams.ts';
import type { PDFDict, PDFRef } from '../pdf/objects.ts';
import type { SkipReason } from '../report.ts';
import { addXObject, colorSpaceAt, InlinePlaces, type ResourcePlaces } from './contents/inline-places.ts';
import {
  drawsTheSame,
  type InlineHost,
  type InlineSpot,
  inlineHosts,
  withoutInline,
} from './contents/inline-spots.ts';
import { dictText, inlineXObject, WORTH_AN_OBJECT_BYTES } from './contents/inline-xobject.ts';
import { replaceStreamContent } from './contents/replace-content.ts';
import { createTally, type Pass, type PassContext, saved, skipped } from './pass.ts';
import { inlineStrips } from './strips/inline-strips.ts';

/**
 * Overhead: `12 0 obj<</Type/XObject/Subtype/Image …>>stream … endstream endobj`, its resource name and its
 * xref entry.
 */
const OBJECT_BYTES = 250;

export const inlineImages: Pass = {
  id: 'inline-images',
  writes: ['content', 'images', 'structure'],
  enabled: () => true,

  run: async (doc, ctx) => {
    const tally = createTally('inline-images');
    const streams = contentStreams(doc);
    const shared = multiRoleStreams(doc);
    const hosts = inlineHosts(streams, ctx.limits.streamBytes)
      .filter(({ ref }) => !shared.has(ref))
      .map(withStrips);
    const move =
      hosts.length === 0 ? null : new InlineMove(doc, ctx, pageRefsOf(streams.pages), worth(hosts));
    for (const [done, host] of hosts.entries()) {
      ctx.signal?.throwIfAborted();
      for (const outcome of move?.moveFrom(host) ?? []) {
        tally.add(outcome === 'moved' ? saved(0) : skipped(outcome));
      }
      for (let small = 0; small < host.small; small++) tally.add(skipped('already-small'));
      ctx.progress.at('structure', done + 1, hosts.length);
    }
    return tally.report();
  },
};

/** A content stream with the strips among its inline images, including small ones. */
interface HostOfStrips extends InlineHost {
  readonly strips: ReadonlySet<InlineSpot>;
}

function withStrips(host: InlineHost): HostOfStrips {
  const strips = new Set(inlineStrips(host));
  const small = host.smallSpots.filter((spot) => strips.has(spot));
  const spots = [...host.spots, ...small].sort((a, b) => a.start - b.start);
  return { ...host, spots, small: host.small - small.length, strips };
}

/** Selects images that are worth an object: large ones, repeated ones, and strips that the strips pass joins. */
function worth(hosts: readonly HostOfStrips[]): ReadonlySet<InlineSpot> {
  const bySource = new Map<string, InlineSpot[]>();
  const packedBytes = new Map<InlineSpot, number>();
  for (const { content, spots } of hosts) {
    for (const spot of spots) {
      const source = content.subarray(spot.start, spot.end);
      packedBytes.set(spot, deflate(source, TRIAL_LEVEL).length);
      const digest = contentDigest(source);
      bySource.set(digest, [...(bySource.get(digest) ?? []), spot]);
    }
  }
  const worthy = new Set(hosts.flatMap(({ strips }) => [...strips]));
  for (const spots of bySource.values()) {
    const bytes = packedBytes.get(spots[0]!)!;
    const isWorth =
      bytes >= WORTH_AN_OBJECT_BYTES || bytes * (spots.length - 1) > OBJECT_BYTES + 20 * spots.length;
    if (isWorth) for (const spot of spots) worthy.add(spot);
  }
  return worthy;
}

function pageRefsOf(pages: readonly { readonly page: PDFRef; readonly dict: PDFDict }[]) {
  return new Map(pages.map(({ page, dict }) => [dict, page]));
}

interface Moved {
  readonly name: string;
  readonly ref: PDFRef;
}

class InlineMove {
  readonly #doc: PdfDocument;
  readonly #ctx: PassContext;
  readonly #pages: ReadonlyMap<PDFDict, PDFRef>;
  readonly #worth: ReadonlySet<InlineSpot>;
  /** Created on demand: it needs a content analysis. */
  #known: InlinePlaces | null = null;
  /** Keyed by dictionary and data. */
  readonly #moved = new Map<string, Moved>();

  constructor(
    doc: PdfDocument,
    ctx: PassContext,
    pages: ReadonlyMap<PDFDict, PDFRef>,
    worthy: ReadonlySet<InlineSpot>,
  ) {
    this.#doc = doc;
    this.#ctx = ctx;
    this.#pages = pages;
    this.#worth = worthy;
  }

  /** Returns the result for each inline image of this content. */
  moveFrom(host: InlineHost): (SkipReason | 'moved')[] {
    if (!host.spots.some((spot) => this.#worth.has(spot))) return host.spots.map(() => 'already-small');
    if (!host.isClear) return host.spots.map(() => 'undecodable');
    const places = this.#places().of(host);
    if (places === null) return host.spots.map(() => 'required-as-is');
    const replaced: { readonly spot: InlineSpot; readonly name: string }[] = [];
    const used = new Set<Moved>();
    const outcomes = host.spots.map((spot) => {
      const moved = this.#worth.has(spot) ? this.#imageOf(host, spot, places) : 'already-small';
      if (typeof moved === 'string') return moved;
      replaced.push({ spot, name: moved.name });
      used.add(moved);
      return 'moved';
    });
    if (replaced.length === 0) return outcomes;
    const content = withoutInline(host.content, replaced);
    if (!drawsTheSame(host.content, content, replaced)) return host.spots.map(() => 'undecodable');
    this.#replace(host, content, places, used);
    return outcomes;
  }
  /** Returns the XObject of this inline image, created at its first place. */
  #imageOf(host: InlineHost, spot: InlineSpot, places: ResourcePlaces): Moved | SkipReason {
    const { context } = this.#doc;
    const made = inlineXObject(
      host,
      spot,
      (name) => colorSpaceAt(places, name),
      this.#ctx.limits.streamBytes,
    );
    if (made.kind === 'kept') return made.reason;
    const identity = `${contentDigest(made.stream.contents)} ${dictText(context, made.stream)}`;
    const known = this.#moved.get(identity);
    if (known !== undefined) return known;
    const ref = context.nextRef();
    if (readImageXObject(ref, made.stream) === null) return 'damaged-data';
    context.assign(ref, made.stream);
    const moved = { name: this.#places().freshName(), ref };
    this.#moved.set(identity, moved);
    return moved;
  }

  #places(): InlinePlaces {
    return (this.#known ??= new InlinePlaces(this.#doc));
  }

  #replace(host: InlineHost, content: Uint8Array, places: ResourcePlaces, used: ReadonlySet<Moved>): void {
    const { changes } = this.#ctx;
    replaceStreamContent(changes, host, content);
    for (const { name, ref } of used) {
      addXObject(places, name, ref, changes, (page) => this.#pages.get(page)!);
    }
  }
}
