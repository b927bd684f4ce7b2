/**
 * Writes ICC profiles in fewer bytes: the usual sRGB profile is larger than many images that use it.
 *
 * Profiles with curves and a matrix lose data that no reader uses for colors, and redundant curve points: no
 * color changes by more than a fifth of a ΔE (`pdf/image/icc/compact.ts`). White point, primaries, name,
 * version and copyright stay. Profiles with tables (scanners') lose measurements and the tables from colors
 * to the device, or become curves if they describe a standard space (`pdf/image/icc/compact-tables.ts`).
 * CMYK profiles lose tables that no source is asked for (`pdf/image/icc/compact-ink.ts`). Profiles that differ
 * only in date, program and texts become the first of them, or that of an output intent: equal streams are merged
 * later. In output intents, and everywhere in lossless mode, only profiles that differ in nothing but their date
 * become one. Not changed otherwise: broken ones, output intents; tables of a blending color space; all profiles in
 * lossless mode.
 */

import { deflate, markMaxCompressed } from '../codecs/flate/deflate.ts';
import { contentDigest } from '../pdf/check/changes.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream, filterSteps } from '../pdf/filter/filters.ts';
import { compactProfile } from '../pdf/image/icc/compact.ts';
import { compactInkProfile } from '../pdf/image/icc/compact-ink.ts';
import { compactTableProfile } from '../pdf/image/icc/compact-tables.ts';
import { colorDigest, undatedDigest } from '../pdf/image/icc/profile.ts';
import { multiRoleStreams } from '../pdf/multi-role-streams.ts';
import { nonTreeObjects } from '../pdf/non-tree-objects.ts';
import { key, PDFArray, PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../pdf/objects.ts';
import { isExternal, PACKING_KEYS, repackedStream, type StreamItem } from '../pdf/streams.ts';
import { childObjects } from '../pdf/walk.ts';
import { dictSignature, PACKING } from './duplicates/merge.ts';
import { eachItem, type ItemOutcome, type Pass, type PassContext, saved, skipped } from './pass.ts';

/** More than any profile has; measurements of scanners are among the largest. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;
/** Maximum distinct profiles: each takes some hundredths of a second. */
const MAX_PROFILES = 500;

export const profiles: Pass = {
  id: 'profiles',
  writes: ['other-streams'],
  enabled: () => true,

  run: (doc, ctx) => {
    const { items, blended, intended } = profilesOf(doc);
    const mayShrink = ctx.options.convertToJpeg && ctx.options.quality < 100;
    const exact = mayShrink ? intended : [...intended, ...items];
    const firstOfDates = new Map<string, PDFRawStream>();
    const curves = compactedOnce(compactProfile);
    const any = compactedOnce(
      (profile) => compactProfile(profile) ?? compactTableProfile(profile) ?? compactInkProfile(profile),
    );
    const intents = intentsByMeaning(doc, mayShrink && items.length > 0 ? intended : []);
    const shown = { doc, ctx, intents, firsts: new Map<string, PDFRawStream>(), compact: any };
    const blending = { doc, ctx, intents, firsts: new Map<string, PDFRawStream>(), compact: curves };
    const isExact = new Set(exact.length < 2 ? [] : exact);
    return eachItem('profiles', [...isExact, ...(mayShrink ? items : [])], ctx, (item) => {
      if (isExact.has(item)) return undate(doc, ctx, firstOfDates, item);
      return shrink(blended.has(item.ref) ? blending : shown, item);
    });
  },
};

/** Caches by content: a document often has the same profile many times. */
function compactedOnce(
  compact: (profile: Uint8Array) => Uint8Array | null,
): (profile: Uint8Array) => Uint8Array | null {
  const known = new Map<string, Uint8Array | null>();
  return (profile) => {
    const digest = contentDigest(profile);
    let found = known.get(digest);
    if (found === undefined && known.size < MAX_PROFILES) {
      const smaller = compact(profile);
      known.set(digest, (found = smaller === null ? null : markMaxCompressed(deflate(smaller))));
    }
    return found ?? null;
  };
}

interface Shrinking {
  readonly doc: PdfDocument;
  readonly ctx: PassContext;
  readonly compact: (profile: Uint8Array) => Uint8Array | null;
  /** Profiles of output intents by `meaningOf`: they stay whole, so that an equal copy costs nothing. */
  readonly intents: ReadonlyMap<string, PDFRawStream>;
  /** The first profile by the digest of what its colors depend on. */
  readonly firsts: Map<string, PDFRawStream>;
}

function shrink({ doc, ctx, compact, intents, firsts }: Shrinking, { ref, stream }: StreamItem): ItemOutcome {
  const profile = profileBytes(doc, { ref, stream });
  if (!(profile instanceof Uint8Array)) return profile;
  const digest = colorDigest(profile);
  const first = digest === null ? undefined : (intents.get(meaningOf(stream, digest)) ?? firsts.get(digest));
  const packed = first === undefined ? compact(profile) : null;
  const isSmaller = packed !== null && packed.length < stream.contents.length;
  const own = isSmaller ? repackedStream(stream, packed, { kind: 'flate', predictor: null }) : stream;
  if (digest !== null && first === undefined && firsts.size < MAX_PROFILES) firsts.set(digest, own);
  if (first === undefined && !isSmaller) return skipped('not-smaller');
  const made = first === undefined ? own : withDataOf(first, stream);
  doc.context.assign(ref, made);
  ctx.changes.stream(ref);
  const [before, after] = [stream.contents.length, made.contents.length];
  if (after >= before) return saved(0);
  ctx.reportProfile({ object: ref.objectNumber, before, after });
  return saved(before - after);
}

/** Gives a profile the data of the first that differs from it in nothing but the date. */
function undate(
  doc: PdfDocument,
  ctx: PassContext,
  firsts: Map<string, PDFRawStream>,
  { ref, stream }: StreamItem,
): ItemOutcome {
  const profile = profileBytes(doc, { ref, stream });
  if (!(profile instanceof Uint8Array)) return profile;
  const digest = undatedDigest(profile);
  if (digest === null) return skipped('undecodable');
  const meaning = meaningOf(stream, digest);
  const first = firsts.get(meaning);
  if (first === undefined) {
    if (firsts.size < MAX_PROFILES) firsts.set(meaning, stream);
    return skipped('not-smaller');
  }
  doc.context.assign(ref, withDataOf(first, stream));
  ctx.changes.stream(ref);
  return saved(0);
}

/** Returns the decoded profile, or why it stays. */
function profileBytes(doc: PdfDocument, { ref, stream }: StreamItem): Uint8Array | ItemOutcome {
  if (multiRoleStreams(doc).has(ref)) return skipped('required-as-is');
  if (isExternal(stream)) return skipped('external-data');
  if (filterSteps(stream.dict)?.some(({ name }) => name === 'Crypt')) return skipped('required-as-is');
  const decoded = decodeStream(stream, MAX_PROFILE_BYTES);
  return decoded.kind !== 'bytes' || decoded.damaged ? skipped('undecodable') : decoded.bytes;
}

function intentsByMeaning(
  doc: PdfDocument,
  intended: readonly StreamItem[],
): ReadonlyMap<string, PDFRawStream> {
  const intents = new Map<string, PDFRawStream>();
  for (const item of intended.slice(0, MAX_PROFILES)) {
    const profile = profileBytes(doc, item);
    const digest = profile instanceof Uint8Array ? colorDigest(profile) : null;
    const meaning = digest === null ? null : meaningOf(item.stream, digest);
    if (meaning !== null && !intents.has(meaning)) intents.set(meaning, item.stream);
  }
  return intents;
}

/** Equal for streams that are merged once their data is the same. */
function meaningOf({ dict }: PDFRawStream, digest: string): string {
  return `${digest} ${dictSignature(dict, new Map(), PACKING)}`;
}

function withDataOf(first: PDFRawStream, stream: PDFRawStream): PDFRawStream {
  const copy = repackedStream(stream, first.contents, { kind: 'none' });
  for (const name of PACKING_KEYS) {
    const value = first.dict.get(key(name));
    if (value !== undefined) copy.dict.set(key(name), value);
  }
  return copy;
}

interface Profiles {
  /** Profiles used only by color spaces, in ascending object number. */
  readonly items: readonly StreamItem[];
  /**
   * Profiles of spaces in which transparent colors are blended, so that other colors are converted into them
   * (ISO 32000-2, 11.3.4).
   */
  readonly blended: ReadonlySet<PDFRef>;
  /** Profiles of output intents. */
  readonly intended: readonly StreamItem[];
}

function profilesOf(doc: PdfDocument): Profiles {
  const found = { spaces: new Set<PDFRef>(), intended: new Set<PDFRef>(), blended: new Set<PDFRef>() };
  for (const [, object] of nonTreeObjects(doc)) noteProfiles(object, found, 0);
  const streamsOf = (refs: Iterable<PDFRef>) =>
    [...refs]
      .flatMap((ref) => {
        const stream = doc.context.lookup(ref);
        return stream instanceof PDFRawStream ? [{ ref, stream }] : [];
      })
      .sort((a, b) => a.ref.objectNumber - b.ref.objectNumber);
  const items = streamsOf(found.spaces).filter(({ ref }) => !found.intended.has(ref));
  return { items, blended: found.blended, intended: streamsOf(found.intended) };
}

type FoundProfiles = Readonly<Record<'spaces' | 'intended' | 'blended', Set<PDFRef>>>;

/** Maximum nesting of color spaces. */
const MAX_NESTED = 20;

function noteProfiles(object: PDFObject, found: FoundProfiles, depth: number): void {
  const profile = profileOfSpace(object);
  if (profile !== null) {
    found.spaces.add(profile);
    return;
  }
  if (object instanceof PDFDict) {
    const intended = object.get(key('DestOutputProfile'));
    if (intended instanceof PDFRef) found.intended.add(intended);
    const blended =
      object.get(key('S')) === key('Transparency') ? profileOfSpace(object.lookup(key('CS'))) : null;
    if (blended !== null) found.blended.add(blended);
  }
  if (depth === MAX_NESTED) return;
  for (const child of childObjects(object)) noteProfiles(child, found, depth + 1);
}

function profileOfSpace(space: PDFObject | undefined): PDFRef | null {
  if (!(space instanceof PDFArray) || space.size() < 2 || space.get(0) !== key('ICCBased')) return null;
  const profile = space.get(1);
  return profile instanceof PDFRef ? profile : null;
}
