/**
 * Makes one picture of the strips that scanners and fax programs write a page as: pictures of one bit, each an object of
 * its own, drawn edge to edge. One is smaller than thirty, since what its coder has learned in one strip is forgotten in
 * the next, and readers show no seams in it.
 *
 * What is shown stays the same: the same bits at the same places (each corner within a tenth of a pixel, since writers
 * round). The upper strips' rows come first, in the object of the first strip that nothing else draws, and the content of
 * the page or form draws that one in the place of all, which is proved by reading it again. Paper without ink, which many
 * places may draw as one strip, becomes a part of each and stays for the others. Left alone: strips with ink that are drawn in more than one place,
 * or that anything else refers to; whose symbols are elsewhere (`/JBIG2Globals`) and make them smaller than one picture; between which something is painted, marked or shown as text; with masks, tags, layers
 * or metadata of their own; that two decoders read differently; all of a document whose content is not certain; forms
 * without resources of their own.
 */
import { deflate, TRIAL_LEVEL } from '../codecs/flate/deflate.ts';
import { analyzeContent } from '../pdf/content/analysis.ts';
import { SingleUses } from '../pdf/content/only-once.ts';
import { type ResourceUse, resourceUses } from '../pdf/content/resources-used.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { key, type PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from '../pdf/objects.ts';
import { PACKING_KEYS } from '../pdf/streams.ts';
import type { SkipReason } from '../report.ts';
import { replaceContent, replaceStreamContent } from './contents/replace-content.ts';
import { createTally, type Pass, type PassContext, saved, skipped } from './pass.ts';
import { type StripHost, stripHosts } from './strips/hosts.ts';
import { joinedRows, stripRows } from './strips/joined-bits.ts';
import { type PlacedStack, redrawnContent } from './strips/redrawn.ts';
import { type JoinableStacks, StripUses } from './strips/uses.ts';
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
  /** By the dictionary of pictures. */
  readonly #uses: ReadonlyMap<PDFDict, ResourceUse>;

  constructor(doc: PdfDocument, ctx: PassContext) {
    const survey = analyzeContent(doc);
    this.#doc = doc;
    this.#ctx = ctx;
    this.#once = new SingleUses(doc, survey);
    this.#strips = new StripUses(this.#once, ctx);
    this.#uses = new Map(resourceUses(doc, survey).map((use) => [use.dict, use]));
  }

  /** What became of the strips that this content draws. */
  async joinIn(host: StripHost): Promise<SkipReason | 'joined'> {
    const use = this.#uses.get(host.xObjects);
    if (use?.certainty !== 'certain') return use?.certainty ?? 'required-as-is';
    if (!this.#mayBeRewritten(host)) return 'required-as-is';
    const { stacks, isOwn } = await this.#strips.joinable(host);
    if (stacks.length === 0) return 'required-as-is';
    const joined = await this.#read(stacks);
    if (joined.size === 0) return 'undecodable';
    for (const [stack, rows] of joined) if (!(await this.#isWorth(stack, rows, isOwn))) joined.delete(stack);
    if (joined.size === 0) return 'not-smaller';
    const content = redrawnContent(host.content, [...joined.keys()]);
    if (content === null) return 'unclear-content';
    if (host.home.kind === 'page') replaceContent(this.#doc, this.#ctx.changes, host.home, content);
    else replaceStreamContent(this.#ctx.changes, host.home, content);
    for (const [stack, rows] of joined) this.#replace(stack, rows, isOwn, use);
    return 'joined';
  }

  /** What another page draws, too, would be drawn there with other resources; a form has its own wherever it is drawn. */
  #mayBeRewritten({ home }: StripHost): boolean {
    const contents = home.kind === 'page' ? home.dict.get(key('Contents')) : undefined;
    return !(contents instanceof PDFRef) || this.#once.isNamed(contents);
  }

  /** Stacks of which every strip can be read to the bit, with the rows of the whole. */
  async #read(stacks: readonly PlacedStack[]): Promise<Map<PlacedStack, Uint8Array>> {
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

  async #isWorth(stack: PlacedStack, rows: Uint8Array, isOwn: JoinableStacks['isOwn']): Promise<boolean> {
    const most = bytesWithSymbols(stack.strips.filter(isOwn), this.#once);
    return most === null || (await takesLess(stack, rows, most, this.#ctx));
  }

  #replace(
    { strips, carrier, height }: PlacedStack,
    rows: Uint8Array,
    isOwn: JoinableStacks['isOwn'],
    { dict, homes }: ResourceUse,
  ): void {
    const { changes } = this.#ctx;
    const { ref, stream, codec } = carrier.image;
    const entries = stream.dict.clone();
    for (const name of PACKING_KEYS) entries.delete(key(name));
    entries.set(key('Height'), PDFNumber.of(height));
    entries.set(key('Filter'), PDFName.of('FlateDecode'));
    this.#doc.context.assign(ref, PDFRawStream.of(entries, deflate(rows, TRIAL_LEVEL)));
    changes.stream(ref, ['Height']);
    const own = strips.filter(isOwn);
    changes.joinedStrips(ref, {
      strips: strips.length,
      storedBytes: own.reduce((sum, { image }) => sum + image.stream.contents.length, 0),
      codec,
    });
    for (const strip of own) {
      if (strip === carrier) continue;
      dict.delete(key(strip.name));
      for (const { owner, path } of homes) changes.entry(owner, [...path, strip.name]);
    }
  }
}

/** Of a strip that cannot be read. */
const NOTHING = new Uint8Array(0);
