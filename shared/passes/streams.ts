/**
 * Deflates every byte stream again at the final level (ISO 32000-2, 7.4.4).
 *
 * The decoded bytes stay exactly the same. Streams of an image codec are not changed, a predictor stays (its
 * rows are deflated), and damaged data stays, so that readers show the same as before. Mesh shadings get a
 * predictor where that is smaller. Where the last filters must stay, ASCII filters in front of them are undone.
 */
import { isMaxCompressed, markMaxCompressed } from '../codecs/flate/deflate.ts';
import { contentStreams } from '../pdf/content/streams.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { withoutAsciiFilters } from '../pdf/filter/ascii-filters.ts';
import { decodeKeepingPredictor, filterSteps } from '../pdf/filter/filters.ts';
import { isImage } from '../pdf/image/image-xobject.ts';
import { key, type PDFDict, type PDFRawStream } from '../pdf/objects.ts';
import { isExternal, repackedStream, type StreamItem, streamItems } from '../pdf/streams.ts';
import type { SkipReason } from '../report.ts';
import type { DeflateJob, PackedBytes } from '../work/job.ts';
import { runOrdered } from '../work/run-ordered.ts';
import { copyOf } from '../work/transferables.ts';
import { type BegunPass, eachItem, type ItemOutcome, type PassContext, saved, skipped } from './pass.ts';
import { runDeflateJob, worthwhile } from './run-job.ts';
import { deflatedInParts, hasParts } from './streams/deflate-parts.ts';
import { meshRowBytes, predictorOf } from './streams/mesh-rows.ts';

/** Bytes of the filter entry. */
const FILTER_ENTRY_BYTES = '/Filter/FlateDecode'.length;
/** For smaller streams, sending the job to a thread costs more than the work. */
const SMALL_STREAM_BYTES = 200;
/** Stored bytes of streams in work at the same time; decoded they are several times as many. */
const BYTES_IN_FLIGHT = 2 * 1024 * 1024;

export const streams: BegunPass = {
  id: 'streams',
  writes: ['other-streams', 'fonts', 'content', 'metadata'],
  reads: ['fonts', 'metadata', 'other-streams'],
  enabled: () => true,

  run: async (doc, ctx) => (await streams.begin(doc, ctx))(),

  async begin(doc, ctx) {
    const packer = new StreamPacker(ctx);
    const early = ctx.threads.areOpen ? packer.packAhead(itemsOfOwn(doc)) : undefined;
    return async () => {
      early?.stop();
      const items = streamItems(doc);
      const packed = packer.packAhead(items);
      try {
        return await eachItem('streams', items, ctx, async (item) => applied(doc, item, await packed.next()));
      } finally {
        packed.stop();
      }
    };
  },
};

/** Streams that no other pass is working on; largest first, or the last one would be waited for. */
function itemsOfOwn(doc: PdfDocument): StreamItem[] {
  const { pages, others } = contentStreams(doc);
  const contents = new Set([...pages.flatMap(({ parts }) => parts), ...others].map(({ ref }) => ref));
  return streamItems(doc)
    .filter(({ ref }) => !contents.has(ref))
    .sort((one, other) => other.stream.contents.length - one.stream.contents.length);
}

/** Result of deflating a stream again, or the reason why it was not tried, and the stream without ASCII filters. */
type Repacked =
  | { readonly kind: 'refused'; readonly reason: SkipReason; readonly bare: PDFRawStream | null }
  | (PackedBytes & { readonly predictor: PDFDict | null });

/** Deflates each stream once, even if it is requested again. */
class StreamPacker {
  readonly #ctx: PassContext;
  readonly #begun = new Map<PDFRawStream, Promise<Repacked>>();

  constructor(ctx: PassContext) {
    this.#ctx = ctx;
  }

  packAhead(items: readonly StreamItem[]) {
    const { threads, signal } = this.#ctx;
    const room = { items: threads.areOpen ? Number.POSITIVE_INFINITY : 1, size: BYTES_IN_FLIGHT };
    const sizeOf = ({ stream }: StreamItem) => (this.#begun.has(stream) ? 0 : stream.contents.length);
    return runOrdered(items, room, sizeOf, ({ stream }) => this.#pack(stream), signal);
  }

  #pack(stream: PDFRawStream): Promise<Repacked> {
    const known = this.#begun.get(stream);
    if (known !== undefined) return known;
    const packing = this.#repacked(stream);
    this.#begun.set(stream, packing);
    return packing;
  }

  async #repacked(stream: PDFRawStream): Promise<Repacked> {
    const { threads, limits, rules } = this.#ctx;
    threads.throwIfClosed();
    if (isExternal(stream)) return refused('external-data');
    const asciiAtMost = (reason: SkipReason): Repacked => ({
      ...refused(reason),
      bare: withoutAsciiFilters(stream, limits.streamBytes),
    });
    // The images pass has already encoded them with their rows in mind.
    if (isImage(stream)) return asciiAtMost('image-codec');
    if (isMaxCompressed(stream.contents)) return refused('not-smaller');
    const steps = filterSteps(stream.dict);
    // A Crypt filter controls the encryption of this stream: its place in the chain must stay.
    if (steps === null || steps.some(({ name }) => name === 'Crypt')) return refused('required-as-is');
    const isMetadata = stream.dict.get(key('Type')) === key('Metadata');
    if (isMetadata && !rules.filteredMetadata) return refused('required-as-is');
    const plain = decodeKeepingPredictor(stream, limits.streamBytes);
    if (plain.kind === 'codec') return asciiAtMost('image-codec');
    if (plain.kind === 'undecodable')
      return asciiAtMost(plain.reason === 'too-large' ? 'too-large' : 'undecodable');
    if (plain.damaged) return refused('damaged-data');

    const { bytes, predictor } = plain;
    // Predicted bytes are meaningless without their filter.
    const worthBytes = predictor === null ? FILTER_ENTRY_BYTES : null;
    const rowBytes = predictor === null ? meshRowBytes(stream.dict, bytes.length) : [];
    const job: DeflateJob = { kind: 'deflate', bytes, worthBytes, rowBytes };
    if (!threads.areOpen || bytes.length <= SMALL_STREAM_BYTES) return { ...runDeflateJob(job), predictor };
    if (hasParts(bytes) && rowBytes.length === 0) {
      const packed = await deflatedInParts(bytes, threads);
      return packed === null
        ? refused('worker-failed')
        : { ...worthwhile(bytes, packed, worthBytes), predictor };
    }
    // Undecoded bytes are a view into the file.
    const own = bytes.buffer === stream.contents.buffer ? copyOf(bytes) : bytes;
    const result = await threads.run({ ...job, bytes: own }, () => {
      const again = decodeKeepingPredictor(stream, limits.streamBytes);
      if (again.kind !== 'bytes') throw new Error('a stream that was unpacked is unpacked again');
      return runDeflateJob({ ...job, bytes: again.bytes });
    });
    return result.kind === 'lost' ? refused('worker-failed') : { ...result, predictor };
  }
}

function refused(reason: SkipReason): Extract<Repacked, { readonly kind: 'refused' }> {
  return { kind: 'refused', reason, bare: null };
}

function applied(doc: PdfDocument, { ref, stream }: StreamItem, repacked: Repacked): ItemOutcome {
  if (repacked.kind === 'refused') {
    const { reason, bare } = repacked;
    if (bare === null || bare.contents.length >= stream.contents.length) return skipped(reason);
    doc.context.assign(ref, bare);
    return saved(stream.contents.length - bare.contents.length);
  }
  const { plain, packed, rowBytes } = repacked;
  const predictor = rowBytes === undefined ? repacked.predictor : predictorOf(rowBytes, stream.dict);
  const isFiltered = filterSteps(stream.dict)?.length !== 0;
  const before = stream.contents.length + (isFiltered ? FILTER_ENTRY_BYTES : 0);
  const after = plain?.length ?? packed.length + FILTER_ENTRY_BYTES;
  if (after >= before) return skipped('not-smaller');

  const bytes = plain ?? markMaxCompressed(packed);
  const packing = plain === null ? { kind: 'flate' as const, predictor } : { kind: 'none' as const };
  doc.context.assign(ref, repackedStream(stream, bytes, packing));
  return saved(before - after);
}
