/**
 * Stores runs of operations that several pages share once, as streams in their `/Contents` arrays (ISO 32000-2, 7.8.2):
 * headers, footers, frames and crop marks with their text. Each page's content begins without anything that deflate
 * could refer to, and these streams are deflated once.
 *
 * The concatenation is the same content, byte by byte: no state, names or marked content change, unlike with forms.
 * Contents are cut behind operators only, where the white space that readers put between streams means nothing. Not
 * divided: contents in several parts, contents with a second user or entries of their own, inline images.
 */
import { sha256Hex } from '../../codecs/digest/sha256.ts';
import { deflate, markMaxCompressed, TRIAL_LEVEL } from '../../codecs/flate/deflate.ts';
import { pageContent } from '../../pdf/content/joined.ts';
import { contentStreams, type PageContent } from '../../pdf/content/streams.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { filterSteps } from '../../pdf/filter/filters.ts';
import { multiRoleStreams } from '../../pdf/multi-role-streams.ts';
import { dictEntries, key, PDFArray, PDFDict, PDFRawStream, type PDFRef } from '../../pdf/objects.ts';
import { PACKING_KEYS } from '../../pdf/streams.ts';
import { referenceCounts } from '../../pdf/walk.ts';
import { createTally, type Pass, type PassContext, saved } from '../pass.ts';
import { REFERENCE_BYTES, STREAM_BYTES, savedInEach } from './costs.ts';
import { divisions, type Piece, type PlacedPiece, timesUsed } from './division.ts';
import { type Operations, operationsOf, startOf } from './operations.ts';
import { type SharedRun, sharedRuns } from './shared-runs.ts';

/** Longer contents are mostly unique drawings. */
const MAX_CONTENT_BYTES = 2 * 1024 * 1024;
/** Maximum for all pages together: an operation takes 40 bytes of memory here. */
const MAX_TOTAL_BYTES = 16 * 1024 * 1024;
/** Below, a content has nothing that is worth a stream. */
const MIN_CONTENT_BYTES = 200;
/** Pages that are looked at first, in groups of neighbors. If they promise too little, no other page is read. */
const [SAMPLED_GROUPS, GROUP_PAGES] = [8, 4];
const SAMPLED_PAGES = SAMPLED_GROUPS * GROUP_PAGES;
/** Share of the file that pieces must promise. */
const MIN_SHARE = 0.003;
/** Contents are divided only if that saves this share of the file, and as many bytes. */
const MIN_GAIN = { share: 0.001, bytes: 200 };

export const pieces: Pass = {
  id: 'dedupe',
  writes: ['content', 'structure'],
  enabled: () => true,

  run: async (doc, ctx) => {
    const tally = createTally('dedupe');
    const pages = pagesToDivide(doc);
    if (pages.length < 2) return tally.report();
    ctx.signal?.throwIfAborted();
    const divided = dividedPages(pages);
    const gain = divided.reduce((sum, { savedBytes }) => sum + savedBytes, 0);
    if (gain < Math.max(MIN_GAIN.bytes, MIN_GAIN.share * doc.input.length)) return tally.report();
    ctx.signal?.throwIfAborted();
    const written = new PieceWriter(doc, ctx);
    for (const page of divided) tally.add(saved(written.replace(page)));
    return tally.report();
  },
};

interface Page {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  readonly content: PDFRef;
  readonly storedBytes: number;
  readonly operations: Operations;
}

function pagesToDivide(doc: PdfDocument): readonly Page[] {
  const shared = multiRoleStreams(doc);
  const single = contentStreams(doc).pages.filter(
    (page) => isSingle(page) && !shared.has(page.parts[0]!.ref),
  );
  if (single.length < 2) return [];
  const sample = sampleOf(single);
  if (
    sample.length < single.length &&
    promisedBytes(read(doc, sample), single.length) < MIN_SHARE * doc.input.length
  )
    return [];
  const uses = referenceCounts(doc.context);
  return read(
    doc,
    single.filter(({ parts }) => uses.get(parts[0]!.ref) === 1),
  );
}

/** One stream, whose dictionary says nothing but how it is packed. */
function isSingle({ dict, parts, isWhole }: PageContent): boolean {
  if (!isWhole || parts.length !== 1 || dict.get(key('Contents')) !== parts[0]!.ref) return false;
  const { stream } = parts[0]!;
  return (
    [...dictEntries(stream.dict).keys()].every((name) => PACKING.has(name)) &&
    filterSteps(stream.dict)?.every(({ name }) => name !== 'Crypt') === true
  );
}

const PACKING = new Set(PACKING_KEYS.map(key));

function sampleOf(pages: readonly PageContent[]): readonly PageContent[] {
  if (pages.length <= 2 * SAMPLED_PAGES) return pages;
  return Array.from({ length: SAMPLED_GROUPS }, (_, group) =>
    Math.floor((group * pages.length) / SAMPLED_GROUPS),
  ).flatMap((from) => pages.slice(from, from + GROUP_PAGES));
}

function read(doc: PdfDocument, pages: readonly PageContent[]): readonly Page[] {
  let total = 0;
  return pages.flatMap(({ page: ref, dict, parts }): Page[] => {
    const { ref: content, stream } = parts[0]!;
    if (total > MAX_TOTAL_BYTES) return [];
    const bytes = pageContent(dict, doc.limits.streamBytes);
    if (bytes === null || bytes.length < MIN_CONTENT_BYTES || bytes.length > MAX_CONTENT_BYTES) return [];
    total += bytes.length;
    const operations = operationsOf(bytes);
    return operations === null
      ? []
      : [{ ref, dict, content, storedBytes: stream.contents.length, operations }];
  });
}

function runsIn(pages: readonly Page[]): readonly SharedRun[] {
  const contents = pages.map(({ operations }) => operations);
  return sharedRuns(contents, densityOf(pages));
}

function densityOf(pages: readonly Page[]): number {
  const stored = pages.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  return Math.min(1, stored / pages.reduce((sum, { operations }) => sum + operations.content.length, 1));
}

/** Bytes that `all` pages may save if they are like the sample. */
function promisedBytes(sample: readonly Page[], all: number): number {
  const density = densityOf(sample);
  let promised = 0;
  for (const { bytes, places } of runsIn(sample))
    promised += Math.max(0, savedInEach(bytes.length * density, places.length)) * places.length;
  return (promised * all) / SAMPLED_PAGES;
}

/** A page with its new parts. */
interface DividedPage extends Page {
  readonly parts: readonly Part[];
  readonly savedBytes: number;
}

type Part =
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'own'; readonly bytes: Uint8Array; readonly packed: Uint8Array };

/** Returns the pages that become smaller. */
function dividedPages(pages: readonly Page[]): readonly DividedPage[] {
  const candidates = runsIn(pages).map((run): Piece => {
    return { run, packedBytes: deflate(run.bytes, TRIAL_LEVEL).length };
  });
  const chosen = divisions(
    pages.map(({ operations }) => operations),
    candidates,
  );
  const times = timesUsed(chosen);
  const costEach = (piece: Piece) => (piece.packedBytes + STREAM_BYTES) / times.get(piece)!;
  return pages.flatMap((page, at): DividedPage[] => {
    if (chosen[at]!.length === 0) return [];
    const parts = partsOf(page.operations, chosen[at]!);
    const bytes = parts.reduce(
      (sum, part) =>
        sum +
        (part.kind === 'own' ? part.packed.length + STREAM_BYTES : costEach(part.piece)) +
        REFERENCE_BYTES,
      0,
    );
    const savedBytes = Math.floor(page.storedBytes + STREAM_BYTES - bytes);
    return savedBytes > 0 ? [{ ...page, parts, savedBytes }] : [];
  });
}

function partsOf(operations: Operations, chosen: readonly PlacedPiece[]): readonly Part[] {
  const parts: Part[] = [];
  let done = 0;
  const own = (to: number) => {
    if (to === done) return;
    const bytes = operations.content.subarray(startOf(operations, done), operations.ends[to - 1]);
    parts.push({ kind: 'own', bytes, packed: deflate(bytes) });
  };
  for (const { piece, place } of chosen) {
    own(place.from);
    parts.push({ kind: 'piece', piece });
    done = place.to;
  }
  own(operations.count);
  return parts;
}

class PieceWriter {
  readonly #doc: PdfDocument;
  readonly #ctx: PassContext;
  readonly #streams = new Map<Piece, PDFRef>();
  /** Streams by the digest of their bytes. */
  readonly #equal = new Map<string, PDFRef>();

  constructor(doc: PdfDocument, ctx: PassContext) {
    this.#doc = doc;
    this.#ctx = ctx;
  }

  /** Returns the bytes saved. */
  replace({ ref, dict, content, parts, savedBytes }: DividedPage): number {
    const { context } = this.#doc;
    const array = PDFArray.withContext(context);
    for (const part of parts) array.push(part.kind === 'own' ? this.#stream(part) : this.#shared(part.piece));
    dict.set(key('Contents'), array);
    context.delete(content);
    this.#ctx.changes.contentsDivided(ref);
    return savedBytes;
  }

  #shared(piece: Piece): PDFRef {
    const ref =
      this.#streams.get(piece) ?? this.#stream({ bytes: piece.run.bytes, packed: deflate(piece.run.bytes) });
    this.#streams.set(piece, ref);
    return ref;
  }

  /** Own parts of several pages may be equal: short ones, which are not worth a search. */
  #stream({ bytes, packed }: { readonly bytes: Uint8Array; readonly packed: Uint8Array }): PDFRef {
    const digest = sha256Hex(packed);
    const known = this.#equal.get(digest);
    if (known !== undefined) return known;
    const packing = PDFDict.withContext(this.#doc.context);
    const isPacked = packed.length < bytes.length;
    if (isPacked) packing.set(key('Filter'), key('FlateDecode'));
    const stored = isPacked ? markMaxCompressed(packed) : bytes.slice();
    const ref = this.#doc.context.register(PDFRawStream.of(packing, stored));
    this.#equal.set(digest, ref);
    return ref;
  }
}
