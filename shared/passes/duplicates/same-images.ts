import { headerSegments } from '../../codecs/jpeg/format/header.ts';
import { stripMetadata } from '../../codecs/jpeg/format/segments.ts';
import { contentDigest } from '../../pdf/check/changes.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { decodedHead } from '../../pdf/filter/filters.ts';
import { imageData } from '../../pdf/image/image-data.ts';
import { type ImageXObject, isImageStream, readImageXObject } from '../../pdf/image/image-xobject.ts';
import { multiRoleStreams } from '../../pdf/multi-role-streams.ts';
import { nonTreeObjects } from '../../pdf/non-tree-objects.ts';
import type { PDFRef } from '../../pdf/objects.ts';
import type { Pass, PassContext } from '../pass.ts';
import { dictSignature, isFree, type Merges, mergeObjects, PACKING } from './merge.ts';

/**
 * Merges images with the same samples and equal dictionaries, whatever their encoding: another filter,
 * predictor or level of deflate, or the same JPEG with other metadata, if metadata is removed. Each is then
 * recoded once, for the largest place of all. Not merged: images with an identity (in the structure tree),
 * damaged ones, lossless codecs (JBIG2, CCITT, JPX) with anything else, and the same colors in another space
 * or depth.
 */
export const sameImages: Pass = {
  id: 'dedupe',
  writes: ['structure', 'images'],
  enabled: () => true,

  async run(doc, ctx) {
    const images = comparableImages(doc, ctx);
    const merges = new Map<PDFRef, PDFRef>();
    const hintOf = remembered((image) => hint(image, ctx));
    const identityOf = remembered((image) => identity(image, ctx));
    // Images become equal once their masks are merged.
    for (let merged = true; merged; ) {
      merged = false;
      const left = images.filter(({ ref }) => !merges.has(ref));
      const same = groupsOf(left, (image) => meaningOf(image, merges))
        .flatMap((group) => groupsOf(group, hintOf))
        .flatMap(byChecksum)
        .flatMap((group) => groupsOf(group, identityOf));
      for (const [first, ...others] of same) {
        for (const other of others) merges.set(other.ref, first!.ref);
        merged = true;
      }
    }
    for (const [ref, into] of merges) ctx.changes.declareDuplicateImage(ref, into);
    return mergeObjects(doc, ctx.changes, merges);
  },
};

function comparableImages(doc: PdfDocument, { limits }: Pick<PassContext, 'limits'>): ImageXObject[] {
  const shared = multiRoleStreams(doc);
  return nonTreeObjects(doc).flatMap(([ref, object]) => {
    if (shared.has(ref)) return [];
    const image = isImageStream(object) && isFree(object.dict) ? readImageXObject(ref, object) : null;
    if (image === null || image.isExternal || image.width * image.height > limits.imagePixels) return [];
    const isCrypt = image.filters?.some(({ name }) => name === 'Crypt') ?? true;
    const isOtherCodec = image.codec === 'jpx' || image.codec === 'jbig2' || image.codec === 'ccitt';
    // A matte can only be removed from an image with its own mask.
    const isMatted = image.matte !== null;
    return isCrypt || isOtherCodec || isMatted || image.codec === 'other' ? [] : [image];
  });
}

/** Groups images by key, in order, if there are at least two; `null` matches nothing. */
function groupsOf(
  images: readonly ImageXObject[],
  keyOf: (image: ImageXObject) => string | null,
): ImageXObject[][] {
  const groups = new Map<string, ImageXObject[]>();
  for (const image of images) {
    const found = keyOf(image);
    if (found === null) continue;
    const group = groups.get(found);
    if (group === undefined) groups.set(found, [image]);
    else group.push(image);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Everything in the dictionary except the encoding of the data. */
function meaningOf({ stream, codec }: ImageXObject, merges: Merges): string {
  return `${codec === 'dct' ? 'jpeg' : 'samples'} ${dictSignature(stream.dict, merges, PACKING)}`;
}

/** Slides and scans of equal size often begin with the same rows of background; this is beyond most headings. */
const HEAD_BYTES = 64 * 1024;

/** Cheap key from the first bytes, equal for images that may be equal. */
function hint(image: ImageXObject, { limits }: PassContext): string | null {
  const head =
    image.codec === 'dct' ? afterHeader(image, limits.streamBytes) : decodedHead(image.stream, HEAD_BYTES);
  return head === null ? null : contentDigest(head);
}

/** Data of the first scan, after any metadata. */
function afterHeader({ stream, filters }: ImageXObject, maxBytes: number): Uint8Array | null {
  const jpeg = filters?.length === 1 ? stream.contents : imageData(stream, maxBytes)?.bytes;
  const start = jpeg === undefined ? undefined : headerSegments(jpeg)?.at(-1)?.end;
  return start === undefined ? null : (jpeg?.subarray(start, start + HEAD_BYTES) ?? null);
}

/** Groups by the checksum at the end: for equal encodings, it distinguishes most before any is decoded (RFC 1950, 2.2). */
function byChecksum(group: readonly ImageXObject[]): ImageXObject[][] {
  const [first, ...others] = group.map(flateParams);
  if (first === null || others.some((params) => params !== first)) return [[...group]];
  return groupsOf(group, ({ stream }) => String(stream.contents.subarray(-4)));
}

/** Null for anything but one Flate filter. */
function flateParams({ filters }: ImageXObject): string | null {
  if (filters?.length !== 1 || filters[0]!.name !== 'FlateDecode') return null;
  return String(filters[0]!.params);
}

/** Equal for images of the same kind with equal content. */
function identity({ stream }: ImageXObject, { limits, options, signal }: PassContext): string | null {
  signal?.throwIfAborted();
  const data = imageData(stream, limits.streamBytes);
  if (data === null) return null;
  if (data.kind === 'samples') return contentDigest(data.bytes);
  const jpeg = options.stripMetadata ? stripMetadata(data.bytes) : data.bytes;
  return `${data.colorTransform} ${contentDigest(jpeg)}`;
}

function remembered(keyOf: (image: ImageXObject) => string | null): (image: ImageXObject) => string | null {
  const known = new Map<PDFRef, string | null>();
  return (image) => {
    const found = known.has(image.ref) ? known.get(image.ref) : keyOf(image);
    known.set(image.ref, found ?? null);
    return found ?? null;
  };
}
