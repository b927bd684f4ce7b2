/**
 * Writes ICC profiles in fewer bytes: the usual profile of sRGB takes more than many pictures that it serves.
 *
 * Profiles of curves and a matrix lose what no reader makes colours of, and their curves the points that are not needed:
 * no colour is off by more than a fifth of a ΔE (`pdf/image/icc/compact.ts`). White, primaries, name, version and whose
 * it is stay. Left alone: profiles with tables of colours (CMYK, most scanners'), broken ones, and those that say what the
 * document is to be printed for (output intents); all of them where nothing may be lost.
 */
import { deflate, knownTight } from '../codecs/flate/deflate.ts';
import { contentDigest } from '../pdf/check/changes.ts';
import { indirectObjects, type PdfDocument } from '../pdf/document.ts';
import { decodeStream, filterSteps } from '../pdf/filter/filters.ts';
import { compactProfile } from '../pdf/image/icc/compact.ts';
import { key, PDFArray, PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../pdf/objects.ts';
import { isExternal, repackedStream, type StreamItem } from '../pdf/streams.ts';
import { childObjects } from '../pdf/walk.ts';
import { eachItem, type ItemOutcome, type Pass, type PassContext, saved, skipped } from './pass.ts';

/** More than any profile of curves; of tables there are larger ones, which stay. */
const MOST_PROFILE_BYTES = 4 * 1024 * 1024;
/** Different ones: each is looked at for some hundredths of a second. */
const MOST_PROFILES = 500;

export const profiles: Pass = {
  id: 'streams',
  writes: ['other-streams'],
  enabled: ({ convertToJpeg, quality }) => convertToJpeg && quality < 100,

  run: (doc, ctx) => {
    const compact = compactedOnce();
    return eachItem('streams', profilesOf(doc), ctx, (item) => shrink(doc, item, compact, ctx));
  },
};

/** By content: the same profile often stands in a document many times. */
function compactedOnce(): (profile: Uint8Array) => Uint8Array | null {
  const known = new Map<string, Uint8Array | null>();
  return (profile) => {
    const digest = contentDigest(profile);
    let found = known.get(digest);
    if (found === undefined && known.size < MOST_PROFILES) {
      const smaller = compactProfile(profile);
      known.set(digest, (found = smaller === null ? null : knownTight(deflate(smaller))));
    }
    return found ?? null;
  };
}

function shrink(
  doc: PdfDocument,
  { ref, stream }: StreamItem,
  compact: (profile: Uint8Array) => Uint8Array | null,
  ctx: PassContext,
): ItemOutcome {
  if (isExternal(stream)) return skipped('external-data');
  if (filterSteps(stream.dict)?.some(({ name }) => name === 'Crypt')) return skipped('must-stay');
  const decoded = decodeStream(stream, MOST_PROFILE_BYTES);
  if (decoded.kind !== 'bytes' || decoded.damaged) return skipped('undecodable');
  const packed = compact(decoded.bytes);
  if (packed === null || packed.length >= stream.contents.length) return skipped('not-smaller');
  doc.context.assign(ref, repackedStream(stream, packed, { kind: 'flate', predictor: null }));
  ctx.changes.stream(ref);
  ctx.reportProfile({
    object: ref.objectNumber,
    before: stream.contents.length,
    after: packed.length,
  });
  return saved(stream.contents.length - packed.length);
}

/** Profiles of colour spaces that are nothing else besides, in ascending object number. */
function profilesOf(doc: PdfDocument): readonly StreamItem[] {
  const spaces = new Set<PDFRef>();
  const others = new Set<PDFRef>();
  for (const [, object] of indirectObjects(doc)) noteProfiles(object, spaces, others, 0);
  return [...spaces]
    .filter((ref) => !others.has(ref))
    .flatMap((ref) => {
      const stream = doc.context.lookup(ref);
      return stream instanceof PDFRawStream ? [{ ref, stream }] : [];
    })
    .sort((a, b) => a.ref.objectNumber - b.ref.objectNumber);
}

/** Colour spaces lie in colour spaces, but not deeper than this. */
const MOST_NESTED = 20;

function noteProfiles(object: PDFObject, spaces: Set<PDFRef>, others: Set<PDFRef>, depth: number): void {
  if (object instanceof PDFArray && object.size() > 1 && object.get(0) === key('ICCBased')) {
    const profile = object.get(1);
    if (profile instanceof PDFRef) spaces.add(profile);
    return;
  }
  if (object instanceof PDFDict) {
    const intended = object.get(key('DestOutputProfile'));
    if (intended instanceof PDFRef) others.add(intended);
  }
  if (depth === MOST_NESTED) return;
  for (const child of childObjects(object)) noteProfiles(child, spaces, others, depth + 1);
}
