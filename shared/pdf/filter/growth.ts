/**
 * Limits on what the streams of one document decode to. Without them, a file of two kilobytes costs seconds
 * and hundreds of megabytes: Flate makes up to 1032 bytes of one, Brotli any number.
 */
import { isMaxCompressed } from '../../codecs/flate/deflate.ts';
import { PdfError } from '../../errors.ts';
import { INTERPRETED_CONTENT_BYTES } from '../../limits.ts';
import { key, type PDFContext, type PDFDict, PDFNumber, type PDFRawStream } from '../objects.ts';

const MEGABYTE = 1024 * 1024;
/**
 * A stream may always decode to the first, and beyond that to `STREAM_RATIO` times its stored bytes. In real
 * documents streams of more than 200 kB grow less than 20 times.
 */
const STREAM_FREE_BYTES = 8 * MEGABYTE;
const STREAM_RATIO = 32;
/** The same for all streams that are not images together, per byte of the file; real documents stay below 10. */
const DOCUMENT_FREE_BYTES = 64 * MEGABYTE;
const DOCUMENT_RATIO = 128;
/** Bytes per pixel of an image's samples: four components of 16 bits, or eight of 8. */
const MAX_PIXEL_BYTES = 8;
/**
 * An image is sparse if its samples take more than this many times its stored bytes: an empty page, or one with a line
 * of text. Decoding it costs as much as decoding a photograph, and little can be saved.
 */
const SPARSE_RATIO = 600;
/** Bytes of the samples of all sparse images: a page in RGB at 300 dpi, about a second of work. */
const SPARSE_BYTES = 25 * MEGABYTE;

interface DecodeBudget {
  readonly allowed: number;
  left: number;
  /** Null if growth is not limited. */
  readonly growth: Growth | null;
}

type SparseKind = 'bytes' | 'bits';

interface Growth {
  readonly allowed: number;
  left: number;
  /** Bytes of each stream. */
  readonly counted: WeakMap<PDFRawStream, number>;
  /** Bytes left for the samples of sparse images, and pixels for those of one bit. */
  readonly sparseLeft: Record<SparseKind, number>;
  /** Sparse images that were counted. */
  readonly sparse: WeakSet<PDFRawStream>;
}

const budgets = new WeakMap<PDFContext, DecodeBudget>();

/**
 * Limits the total decoded bytes of this document's streams; each decoding counts.
 * @param fileBytes also limits how much streams grow, each and together; null for files that Pagelight wrote
 */
export function limitDecoding(
  context: PDFContext,
  totalBytes: number,
  fileBytes: number | null = null,
): void {
  const allowed = fileBytes === null ? null : DOCUMENT_FREE_BYTES + DOCUMENT_RATIO * fileBytes;
  const growth =
    allowed === null
      ? null
      : {
          allowed,
          left: allowed,
          counted: new WeakMap<PDFRawStream, number>(),
          sparseLeft: { bytes: SPARSE_BYTES, bits: SPARSE_BYTES },
          sparse: new WeakSet<PDFRawStream>(),
        };
  budgets.set(context, { allowed: totalBytes, left: totalBytes, growth });
}

/** Counts bytes decoded elsewhere. @throws PdfError `limit_exceeded` */
export function spend(context: PDFContext, bytes: number): void {
  const budget = budgets.get(context);
  if (budget === undefined) return;
  budget.left -= bytes;
  if (budget.left < 0) throw exceeded(budget.allowed);
}

/**
 * Counts bytes of one step of decoding a stream. The document's limit of growth counts the most that was decoded of
 * each stream, so that the order of decoding decides nothing.
 * @throws PdfError `limit_exceeded`
 */
export function spendOn(stream: PDFRawStream, bytes: number): void {
  spend(stream.dict.context, bytes);
  const growth = growthOf(stream);
  if (growth === null) return;
  const counted = growth.counted.get(stream) ?? 0;
  if (bytes <= counted) return;
  growth.counted.set(stream, bytes);
  growth.left -= bytes - counted;
  if (growth.left < 0) throw exceeded(growth.allowed);
}

function exceeded(allowed: number): PdfError {
  return new PdfError({ code: 'limit_exceeded', limit: 'totalBytes', allowed });
}

/** Returns one byte more than is left for a step: reaching it exceeds the limit without a larger allocation. */
export function withinBudget(stream: PDFRawStream, maxBytes: number): number {
  const left = budgets.get(stream.dict.context)?.left ?? maxBytes;
  const growth = growthOf(stream);
  const more = growth === null ? maxBytes : growth.left + (growth.counted.get(stream) ?? 0);
  return Math.min(maxBytes, left + 1, more + 1);
}

/** Images have their own limits: those of their pixels. */
function growthOf(stream: PDFRawStream): Growth | null {
  const { dict, contents } = stream;
  if (pixelBytes(dict) > 0 || isMaxCompressed(contents)) return null;
  return budgets.get(dict.context)?.growth ?? null;
}

/** Returns whether an image with `sampleBytes` of samples is sparse, in a file that Pagelight did not write. */
export function isSparse(
  { dict, contents }: PDFRawStream,
  sampleBytes: number,
  ratio: number = SPARSE_RATIO,
): boolean {
  const isLimited = budgets.get(dict.context)?.growth != null && !isMaxCompressed(contents);
  return isLimited && sampleBytes > ratio * contents.length;
}

/**
 * Counts the samples of a sparse image, once; returns false if there is no room for them.
 * @param amount bytes, or pixels of one bit: either takes about as long
 */
export function hasRoomForSparse(stream: PDFRawStream, amount: number, kind: SparseKind = 'bytes'): boolean {
  const growth = budgets.get(stream.dict.context)?.growth;
  if (growth == null || growth.sparse.has(stream)) return true;
  if (amount > growth.sparseLeft[kind]) return false;
  growth.sparseLeft[kind] -= amount;
  growth.sparse.add(stream);
  return true;
}

/** Returns the bytes that a stream of the document may decode to; more is `too-large`. */
export function growthLimit(stream: PDFRawStream): number {
  const { dict, contents } = stream;
  if (isMaxCompressed(contents)) return Number.POSITIVE_INFINITY;
  // Any stream can call itself an image, also a page's content.
  const ofImage = Math.max(SPARSE_BYTES, SPARSE_RATIO * contents.length);
  return Math.max(limitFor(dict.context, contents.length), Math.min(pixelBytes(dict), ofImage));
}

/** Returns the bytes that parts of one content may have together: an array may name one stream very often. */
export function joinedLimit(parts: readonly PDFRawStream[]): number {
  const stored = [...new Set(parts)].reduce((sum, { contents }) => sum + contents.length, 0);
  return parts.length === 0 ? 0 : limitFor(parts[0]!.dict.context, stored);
}

function limitFor(context: PDFContext, storedBytes: number): number {
  const isLimited = budgets.get(context)?.growth != null;
  return isLimited ? Math.max(STREAM_FREE_BYTES, STREAM_RATIO * storedBytes) : Number.POSITIVE_INFINITY;
}

/** Returns the bytes of content that are interpreted: a shared part of pages is interpreted for each. */
export function interpretedBytes(context: PDFContext): number {
  const growth = budgets.get(context)?.growth;
  return Math.min(INTERPRETED_CONTENT_BYTES, growth?.allowed ?? INTERPRETED_CONTENT_BYTES);
}

/** Returns the most bytes that the samples of an image may have; 0 if the dictionary is no image's. */
function pixelBytes(dict: PDFDict): number {
  if (dict.lookup(key('Subtype')) !== key('Image')) return 0;
  const [width, height] = [dict.lookup(key('Width')), dict.lookup(key('Height'))];
  if (!(width instanceof PDFNumber && height instanceof PDFNumber)) return 0;
  return Math.max(0, width.asNumber() * height.asNumber() * MAX_PIXEL_BYTES);
}
