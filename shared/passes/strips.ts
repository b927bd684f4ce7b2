/**
 * Makes one picture of the strips that scanners and fax programs write a page as: pictures of one bit, each an object of
 * its own, drawn edge to edge. One is smaller than thirty, since what its coder has learned in one strip is forgotten in
 * the next, and readers show no seams in it.
 *
 * What is shown stays the same: the same bits at the same places (each corner within a tenth of a pixel, since writers
 * round). The upper strips' rows come first, in the object of the strip that is drawn first, and the content draws that
 * one in the place of all, which is proved by reading it again. Left alone: strips that are drawn in more than one place,
 * or that anything else refers to; between which something is painted, marked or shown as text; with masks, tags, layers
 * or metadata of their own; that two decoders read differently; all of a document whose content is not certain.
 */
import { deflate, TRIAL_LEVEL } from '../codecs/flate/deflate.ts';
import { inheritedResources } from '../pdf/content/interpret/inherited-resources.ts';
import { pageContent } from '../pdf/content/joined.ts';
import { OnlyOnce } from '../pdf/content/only-once.ts';
import { pictureRuns } from '../pdf/content/picture-runs.ts';
import { type ResourceUse, resourceUses } from '../pdf/content/resources-used.ts';
import { surveyContent } from '../pdf/content/survey.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { key, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from '../pdf/objects.ts';
import { pageRefs } from '../pdf/page-tree.ts';
import { PACKING_KEYS } from '../pdf/streams.ts';
import type { SkipReason } from '../report.ts';
import { replaceContent } from './contents/replace-content.ts';
import { createTally, type Pass, type PassContext, saved, skipped } from './pass.ts';
import { mayBeOne, pageStacks, type StripImage, stripImages } from './strips/find-stacks.ts';
import { joinedRows, stripRows } from './strips/joined-bits.ts';
import { type PlacedStack, redrawnContent } from './strips/redrawn.ts';

export const strips: Pass = {
  id: 'inline-images',
  writes: ['content', 'images', 'structure'],
  enabled: () => true,

  run: async (doc, ctx) => {
    const tally = createTally('inline-images');
    const pages = pagesOfStrips(doc);
    const join = pages.length === 0 ? null : new StripJoin(doc, ctx);
    for (const page of pages) {
      ctx.signal?.throwIfAborted();
      const outcome = (await join?.joinOn(page)) ?? 'must-stay';
      tally.add(outcome === 'joined' ? saved(0) : skipped(outcome));
    }
    return tally.report();
  },
};

/** A page whose content draws strips, one of them below the other. */
interface StripPage {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly xObjects: PDFDict;
  readonly content: Uint8Array;
  readonly stacks: readonly PlacedStack[];
}

function pagesOfStrips(doc: PdfDocument): readonly StripPage[] {
  const known = new Map<PDFDict, ReadonlyMap<string, StripImage> | null>();
  return pageRefs(doc.trailer).flatMap((ref) => {
    const dict = doc.context.lookup(ref);
    const xObjects = dict instanceof PDFDict ? xObjectsOf(dict, ref) : null;
    if (!(dict instanceof PDFDict) || xObjects === null) return [];
    const images = known.has(xObjects) ? known.get(xObjects) : stripImages(xObjects);
    known.set(xObjects, images ?? null);
    const content = images == null ? null : pageContent(dict, doc.limits.streamBytes);
    const runs = content === null ? null : pictureRuns(content);
    if (images == null || content === null || runs === null) return [];
    const stacks = pageStacks(runs, images);
    return stacks.length === 0 ? [] : [{ ref, dict, xObjects, content, stacks }];
  });
}

function xObjectsOf(page: PDFDict, ref: PDFRef): PDFDict | null {
  const resources = inheritedResources({ dict: page, owner: ref, path: [] });
  const xObjects = resources?.dict.lookup(key('XObject'));
  return xObjects instanceof PDFDict ? xObjects : null;
}

class StripJoin {
  readonly #doc: PdfDocument;
  readonly #ctx: PassContext;
  readonly #once: OnlyOnce;
  /** By the dictionary of pictures. */
  readonly #uses: ReadonlyMap<PDFDict, ResourceUse>;

  constructor(doc: PdfDocument, ctx: PassContext) {
    const survey = surveyContent(doc);
    this.#doc = doc;
    this.#ctx = ctx;
    this.#once = new OnlyOnce(doc, survey);
    this.#uses = new Map(resourceUses(doc, survey).map((use) => [use.dict, use]));
  }

  /** What became of the strips of a page. */
  async joinOn(page: StripPage): Promise<SkipReason | 'joined'> {
    const use = this.#uses.get(page.xObjects);
    if (use?.certainty !== 'certain') return use?.certainty ?? 'must-stay';
    const contents = page.dict.get(key('Contents'));
    if (contents instanceof PDFRef && !this.#once.isNamed(contents)) return 'must-stay';
    const allowed = page.stacks.filter((stack) => mayBeOne(stack, this.#once, this.#ctx));
    if (allowed.length === 0) return 'must-stay';
    const joined = await this.#read(allowed);
    if (joined.size === 0) return 'undecodable';
    const content = redrawnContent(page.content, [...joined.keys()]);
    if (content === null) return 'unclear-content';
    replaceContent(this.#doc, this.#ctx.changes, page, content);
    for (const [stack, rows] of joined) this.#replace(stack, rows, use);
    return 'joined';
  }

  /** Stacks of which every strip can be read to the bit, with the rows of the whole. */
  async #read(stacks: readonly PlacedStack[]): Promise<ReadonlyMap<PlacedStack, Uint8Array>> {
    const images = stacks.flatMap((stack) => stack.strips.map(({ image }) => image));
    const ahead = stripRows(images, this.#ctx);
    const joined = new Map<PlacedStack, Uint8Array>();
    try {
      for (const stack of stacks) {
        const rows: Uint8Array[] = [];
        for (const _ of stack.strips) rows.push((await ahead.next()) ?? NOTHING);
        if (!rows.includes(NOTHING)) joined.set(stack, joinedRows(stack, rows));
      }
    } finally {
      ahead.stop();
    }
    return joined;
  }

  #replace({ strips, first, height }: PlacedStack, rows: Uint8Array, { dict, homes }: ResourceUse): void {
    const { changes } = this.#ctx;
    const { ref, stream, codec } = first.image;
    const entries = stream.dict.clone();
    for (const name of PACKING_KEYS) entries.delete(key(name));
    entries.set(key('Height'), PDFNumber.of(height));
    entries.set(key('Filter'), PDFName.of('FlateDecode'));
    this.#doc.context.assign(ref, PDFRawStream.of(entries, deflate(rows, TRIAL_LEVEL)));
    changes.stream(ref, ['Height']);
    changes.joinedStrips(ref, {
      strips: strips.map(({ image }) => image.ref),
      storedBytes: strips.reduce((sum, { image }) => sum + image.stream.contents.length, 0),
      codec,
    });
    for (const { draw } of strips) {
      if (draw === first.draw) continue;
      dict.delete(key(draw.name));
      for (const { owner, path } of homes) changes.entry(owner, [...path, draw.name]);
    }
  }
}

/** Of a strip that cannot be read. */
const NOTHING = new Uint8Array(0);
