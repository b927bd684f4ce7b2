import { PdfError } from '../errors.ts';
import type { Attachment } from './attachments.ts';
import type { PageRange } from './forest.ts';
import { PartWeights } from './part-weights.ts';
import type { SourceDocument } from './source-document.ts';

/** A candidate for a part: pages with their attachments. */
export interface Trial {
  readonly range: PageRange;
  readonly attachments: readonly Attachment[];
}

/** Maximum candidates written for one part; the second guess is nearly always right. */
const MAX_TRIES = 12;
/** Bytes of a file besides its pages, before the first part was written. */
const FRAME_BYTES = 1500;
/** Compression ratio of objects, before the first part was written. */
const DEFAULT_PACKING = 0.25;

/**
 * Cuts a document into as few parts of at most `limitBytes` as the page order allows. Every part has as many
 * pages as fit; attachments go into the first parts with room.
 * @param make writes one candidate
 * @throws PdfError `cannot_split` when a page or an attachment alone exceeds the limit
 */
export function cutIntoParts<Part extends { readonly bytes: Uint8Array }>(
  whole: SourceDocument,
  limitBytes: number,
  make: (trial: Trial) => Part,
): Part[] {
  const cutter = new Cutter(whole, limitBytes, make);
  const parts: Part[] = [];
  while (cutter.pagesLeft > 0) parts.push(cutter.next());
  cutter.end();
  return parts;
}

class Cutter<Part extends { readonly bytes: Uint8Array }> {
  readonly #whole: SourceDocument;
  readonly #limit: number;
  readonly #make: (trial: Trial) => Part;
  #first = 0;
  #attachments: readonly Attachment[];
  /** Measured in the previous part. */
  #packing = DEFAULT_PACKING;
  #frame = FRAME_BYTES;

  constructor(whole: SourceDocument, limit: number, make: (trial: Trial) => Part) {
    this.#whole = whole;
    this.#limit = limit;
    this.#make = make;
    this.#attachments = whole.attachments;
  }

  get pagesLeft(): number {
    return this.#whole.pages.length - this.#first;
  }

  next(): Part {
    const weights = new PartWeights(this.#whole, this.#first);
    let attachments = this.#batch(this.#sizeOf(weights, 1));
    for (;;) {
      const rest = this.#attachments.slice(attachments.length);
      // Each part needed for the remaining attachments must have a page.
      const most = Math.max(1, this.pagesLeft - this.#partsFor(rest));
      const found = this.#fullest(weights, most, attachments);
      if (found.kind === 'part') {
        this.#first += found.pages;
        this.#attachments = rest;
        return found.part;
      }
      if (attachments.length === 0)
        throw overLimit('page-over-limit', this.#limit, found.bytes, this.#first + 1);
      attachments = attachments.slice(0, -1);
    }
  }

  /** @throws PdfError when no part had room for the remaining attachments */
  end(): void {
    const [left] = this.#attachments;
    if (left !== undefined) throw overLimit('attachment-over-limit', this.#limit, left.bytes);
  }

  /** Returns the part with the most pages that fit. */
  #fullest(weights: PartWeights, most: number, attachments: readonly Attachment[]) {
    const besides = attachments.reduce((sum, { bytes }) => sum + bytes, 0);
    let best: { readonly pages: number; readonly part: Part } | null = null;
    let tooMany = most + 1;
    let tooLarge = 0;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const fitting = best?.pages ?? 0;
      const guess = this.#guess(weights, fitting, tooMany, besides);
      if (guess <= fitting) break;
      const range = { first: this.#first, end: this.#first + guess };
      const part = this.#make({ range, attachments });
      this.#learn(weights, guess, part.bytes.length - besides);
      if (part.bytes.length <= this.#limit) best = { pages: guess, part };
      else {
        tooMany = guess;
        tooLarge = part.bytes.length;
      }
    }
    return best === null
      ? ({ kind: 'none', bytes: tooLarge } as const)
      : ({ kind: 'part', ...best } as const);
  }

  /** Guesses the most pages between these two that fit; one more than `fitting` if none is predicted to. */
  #guess(weights: PartWeights, fitting: number, tooMany: number, besides: number): number {
    let guess = fitting;
    while (guess + 1 < tooMany && this.#sizeOf(weights, guess + 1) + besides <= this.#limit) guess += 1;
    return fitting === 0 && tooMany > 1 ? Math.max(1, guess) : guess;
  }

  #sizeOf(weights: PartWeights, pages: number): number {
    const { streams, objects } = weights.of(pages);
    return this.#frame + streams + objects * this.#packing;
  }

  /** Updates the estimates for the next guess. */
  #learn(weights: PartWeights, pages: number, bytes: number): void {
    const { streams, objects } = weights.of(pages);
    this.#frame = Math.min(FRAME_BYTES, Math.max(200, bytes - streams));
    this.#packing = Math.max(0.01, (bytes - streams - this.#frame) / Math.max(1, objects));
  }

  /** Returns the next attachments that have room beside the first page. */
  #batch(besides: number): readonly Attachment[] {
    let bytes = besides;
    const taken: Attachment[] = [];
    for (const attachment of this.#attachments) {
      bytes += attachment.bytes;
      if (bytes > this.#limit) break;
      taken.push(attachment);
    }
    return taken;
  }

  /** Returns the number of parts that these attachments fill, without pages. */
  #partsFor(attachments: readonly Attachment[]): number {
    let parts = 0;
    let room = 0;
    for (const { bytes } of attachments) {
      if (bytes > room) {
        parts += 1;
        room = this.#limit;
      }
      room -= bytes;
    }
    return parts;
  }
}

function overLimit(
  reason: 'page-over-limit' | 'attachment-over-limit',
  allowed: number,
  found: number,
  page?: number,
): PdfError {
  return new PdfError({
    code: 'cannot_split',
    reason,
    allowed,
    found,
    ...(page === undefined ? {} : { page }),
  });
}
