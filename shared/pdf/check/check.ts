/**
 * Proves that a written file is still the document that was read. Both object graphs are walked in step from
 * their trailers, and everything that no pass declared as changed must be equal: dictionaries by value,
 * streams by their decoded bytes, everything else by meaning. This proves more than rendering, since it
 * includes objects that no page shows.
 */
import { sameBytes } from '../bytes.ts';
import { dividedContents, type KnownParts } from '../content/divided.ts';
import { joinedContents, pageContent } from '../content/joined.ts';
import type { PdfDocument } from '../document.ts';
import { withoutAsciiFilters } from '../filter/ascii-filters.ts';
import { decodeStream, filterSteps } from '../filter/filters.ts';
import { sameImageData } from '../image/image-data.ts';
import { multiRoleStreams } from '../multi-role-streams.ts';
import {
  arrayItems,
  contextEntries,
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '../objects.ts';
import { completePages, INHERITED, isAssumed, type OwnedValue, pageRefs } from '../page-tree.ts';
import { PACKING_KEYS } from '../streams.ts';
import { type Changes, contentDigest, type Owner, type SeparatedPicture } from './changes.ts';
import { Identities } from './identity.ts';
import { COLOR_SPACE, PLACE_ENTRIES, pictureForm } from './picture-form.ts';
import { type Difference, difference, type Place, placeAt, stepInto } from './place.ts';

export type { Difference } from './place.ts';

export interface CheckOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Returns the first undeclared difference; null if the output holds the whole document. */
export function firstDifference(
  before: PdfDocument,
  after: PdfDocument,
  changes: Changes,
  options: CheckOptions = {},
): Difference | null {
  return new GraphComparison(before, after, changes).run(options);
}

/** An indirect object of the input with its counterpart. */
interface Pair {
  readonly owner: PDFRef;
  readonly before: PDFObject;
  readonly after: PDFObject;
}

/** Nesting of filter parameters; in a sound file at most two: a filter, and the globals of its parameters. */
const MAX_PACKED_IN_EACH_OTHER = 16;
const CONTENTS = key('Contents');
const ID = key('ID');
const PACKING: ReadonlySet<PDFName> = new Set(PACKING_KEYS.map(key));

class GraphComparison {
  readonly #before: PdfDocument;
  readonly #after: PdfDocument;
  readonly #changes: Changes;
  readonly #queue: Pair[] = [];
  readonly #identities: Identities;
  /** Streams whose encoding is being compared, each because of the one before it. */
  readonly #packing = new Set<PDFRawStream>();
  readonly #parts: KnownParts = new Map();
  /** Nodes of the page tree whose inherited values are compared page by page. */
  #completed: ReadonlySet<Owner> = new Set();

  constructor(before: PdfDocument, after: PdfDocument, changes: Changes) {
    this.#before = before;
    this.#after = after;
    this.#changes = changes;
    this.#identities = new Identities(changes);
  }

  run({ signal, onProgress }: CheckOptions): Difference | null {
    const trailer = placeAt('trailer', this.#changes.entryPaths('trailer'));
    const total = contextEntries(this.#before.context).size;
    let found =
      this.#removals() ??
      this.#inherited() ??
      this.#encryption(trailer) ??
      this.#identifier(trailer) ??
      this.#dicts(this.#before.trailer, this.#after.trailer, trailer, new Set([ID]));
    for (let done = 0; found === null && done < this.#queue.length; done++) {
      const { owner, before, after } = this.#queue[done]!;
      if (done % 256 === 0) signal?.throwIfAborted();
      found = this.#resolved(before, after, placeAt(owner, this.#changes.entryPaths(owner)));
      onProgress?.(Math.min(done + 1, total), total);
    }
    return found;
  }

  /** Only pages outside the page tree may be emptied, and only structure elements may be removed with them. */
  #removals(): Difference | null {
    const pages = new Set(this.#changes.emptiedPages.length === 0 ? [] : pageRefs(this.#before.trailer));
    const emptied = this.#changes.emptiedPages.find((ref) => pages.has(ref));
    if (emptied !== undefined) return difference(placeAt(emptied, null), 'emptied, and a page');
    for (const ref of this.#changes.removedElements) {
      const element = this.#lookup(this.#before, ref);
      const isElement =
        element instanceof PDFDict &&
        element.lookup(key('S')) instanceof PDFName &&
        [undefined, key('StructElem')].includes(element.lookup(key('Type')) as PDFName | undefined);
      if (!isElement) return difference(placeAt(ref, null), 'removed, and no structure element');
    }
    return null;
  }

  /** Each page must have the values that it inherited, wherever they are now. */
  #inherited(): Difference | null {
    const before = this.#changes.completePages ? completePages(this.#before.trailer) : null;
    const after = before === null ? null : completePages(this.#after.trailer);
    if (before === null || after === null || before.pages.size !== after.pages.size) return null;
    this.#completed = new Set([...before.pages.keys(), ...before.nodes]);
    const others = [...after.pages.values()];
    // Pages that inherited one value may have one object in its place.
    const compared = new Map<PDFObject, PDFObject | undefined>();
    for (const [index, [page, values]] of [...before.pages].entries())
      for (const name of INHERITED) {
        const owner = values.get(name)?.owner ?? page;
        const value = saidOf(name, values, this.#before);
        const other = saidOf(name, others[index]!, this.#after);
        if (value !== undefined && other !== undefined && compared.get(value) === other) continue;
        if (value !== undefined) compared.set(value, other);
        const inside = stepInto(placeAt(owner, this.#changes.entryPaths(owner)), name);
        const found = inside === null ? null : this.#values(value, other, inside);
        if (found !== null) return found;
      }
    return null;
  }

  #isCompared(name: PDFName, { above, owner }: Place): boolean {
    return above !== null || !INHERITED.includes(name) || !this.#completed.has(owner);
  }

  /** An equal dictionary means the same passwords and permissions. */
  #encryption(place: Place): Difference | null {
    const before = this.#before.security?.encryptDictionary;
    const after = this.#after.security?.encryptDictionary;
    return this.#resolved(before, after, { ...place, above: place, step: 'Encrypt' });
  }

  /**
   * The first half of `/ID` is permanent and part of the encryption key (14.4); the writer creates the second
   * half.
   */
  #identifier(place: Place): Difference | null {
    const before = this.#before.trailer.lookup(ID);
    const after = this.#after.trailer.lookup(ID);
    const inside: Place = { ...place, above: place, step: 'ID' };
    const first = before instanceof PDFArray ? before.lookup(0) : undefined;
    if (first !== undefined && !(after instanceof PDFArray && after.size() === 2))
      return difference(inside, 'no longer two halves');
    return this.#resolved(first, after instanceof PDFArray ? after.lookup(0) : undefined, inside);
  }

  #values(before: PDFObject | undefined, after: PDFObject | undefined, place: Place): Difference | null {
    if (this.#isRemoved(before)) {
      return isNothing(this.#lookup(this.#after, after))
        ? null
        : difference(place, 'removed, and still there');
    }
    if (before instanceof PDFRef && this.#identities.isKnown(before, after)) return null;
    const from = this.#lookup(this.#before, before);
    const to = this.#lookup(this.#after, after);
    if (before === undefined || after === undefined || from === undefined || to === undefined)
      return this.#resolved(from, to, place);
    if (before instanceof PDFRef || after instanceof PDFRef) {
      const wrong = this.#identities.meet(before, after, from);
      if (wrong !== null) return difference(place, wrong);
    }
    if (!(before instanceof PDFRef)) return this.#resolved(from, to, place);
    // What is declared for an object also holds where the writer put it in the place of its reference.
    this.#queue.push({ owner: before, before: from, after: to });
    return null;
  }

  #isRemoved(object: PDFObject | undefined): boolean {
    return object instanceof PDFRef && this.#changes.removedElements.has(object);
  }

  #lookup(doc: PdfDocument, object: PDFObject | undefined): PDFObject | undefined {
    return object instanceof PDFRef ? contextEntries(doc.context).get(object) : object;
  }

  #resolved(before: PDFObject | undefined, after: PDFObject | undefined, place: Place): Difference | null {
    if (isNothing(before)) return isNothing(after) ? null : difference(place, 'was not there before');
    if (isNothing(after)) return difference(place, 'no longer there');
    if (before instanceof PDFDict) {
      return after instanceof PDFDict
        ? this.#dicts(before, after, place)
        : difference(place, 'no longer a dictionary');
    }
    if (before instanceof PDFArray) {
      return after instanceof PDFArray
        ? this.#arrays(before, after, place)
        : difference(place, 'no longer an array');
    }
    if (before instanceof PDFRawStream) {
      return after instanceof PDFRawStream
        ? this.#streams(before, after, place)
        : difference(place, 'no longer a stream');
    }
    return sameScalar(before, after) ? null : difference(place, `${before} became ${after}`);
  }

  #dicts(before: PDFDict, after: PDFDict, place: Place, ignored?: ReadonlySet<PDFName>): Difference | null {
    const beforeEntries = dictEntries(before);
    const afterEntries = dictEntries(after);
    let found: Difference | null = null;
    beforeEntries.forEach((value, name) => {
      if (found !== null || ignored?.has(name) || !this.#isCompared(name, place)) return;
      const inside = stepInto(place, name);
      if (inside === null) return;
      found =
        name === CONTENTS && place.above === null
          ? this.#contents(before, after, inside)
          : this.#values(value, afterEntries.get(name), inside);
    });
    afterEntries.forEach((value, name) => {
      if (found !== null || beforeEntries.has(name) || ignored?.has(name) || !this.#isCompared(name, place))
        return;
      const inside = stepInto(place, name);
      if (inside !== null && !isNothing(this.#lookup(this.#after, value)))
        found = difference(inside, 'was not there before');
    });
    return found;
  }

  #arrays(before: PDFArray, after: PDFArray, place: Place): Difference | null {
    const afterItems = arrayItems(after);
    const isShorter = afterItems.length < arrayItems(before).length;
    const beforeItems = isShorter
      ? arrayItems(before).filter((item) => !this.#isRemoved(item))
      : arrayItems(before);
    if (beforeItems.length !== afterItems.length) return difference(place, 'has another length');
    for (let i = 0; i < beforeItems.length; i++) {
      const inside = stepInto(place, i);
      const found = inside === null ? null : this.#values(beforeItems[i], afterItems[i], inside);
      if (found !== null) return found;
    }
    return null;
  }

  #streams(before: PDFRawStream, after: PDFRawStream, place: Place): Difference | null {
    if (place.above === null && this.#isShared(place)) {
      const found = this.#dicts(before.dict, after.dict, place, PACKING);
      if (found !== null) return found;
      return this.#sameData(before, after) ? null : difference(place, 'changed, and has another role');
    }
    const separated = place.above === null ? this.#changes.separatedPicture(place.owner) : null;
    if (separated !== null) return this.#layers(before, after, place, separated);
    const declaredKeys = place.owner === 'trailer' ? null : this.#changes.streamKeys(place.owner);
    const ignored = declaredKeys === null ? PACKING : new Set([...PACKING, ...[...declaredKeys].map(key)]);
    const found = this.#dicts(before.dict, after.dict, place, ignored);
    if (found !== null) return found;
    const twin = this.#changes.duplicateOf(place.owner);
    if (twin !== null) return this.#isTwin(before, twin) ? null : difference(place, 'no twin of its image');
    if (declaredKeys !== null) return null;
    if (this.#isDeclaredContent(after, place)) return null;
    return this.#sameData(before, after) ? null : difference(place, 'stream data differs');
  }

  /** A declaration for one role of a stream would apply to its other roles, too. */
  #isShared({ owner }: Place): boolean {
    return owner !== 'trailer' && multiRoleStreams(this.#before).has(owner);
  }

  /** The form must have the image's place in the document, and all layers its color space. */
  #layers(
    before: PDFRawStream,
    after: PDFRawStream,
    place: Place,
    { digest, keepsSpace }: SeparatedPicture,
  ): Difference | null {
    const form = pictureForm(after);
    if (form === null) return difference(place, 'no form of layers');
    const content = this.#content(after);
    if (content === null || contentDigest(content) !== digest) {
      return difference(place, 'rewritten content differs');
    }
    for (const name of PLACE_ENTRIES) {
      const inside = stepInto(place, key(name));
      if (inside === null) continue;
      const found = this.#values(before.dict.get(key(name)), after.dict.get(key(name)), inside);
      if (found !== null) return found;
    }
    const space = before.dict.get(COLOR_SPACE) ?? before.dict.get(key('CS'));
    for (const [name, layer] of keepsSpace ? form : []) {
      const inside = stepInto(place, name);
      const found = inside === null ? null : this.#values(space, layer.dict.get(COLOR_SPACE), inside);
      if (found !== null) return found;
    }
    return null;
  }

  /** Returns whether two images of the input were equal, so that the result for one may replace the other. */
  #isTwin(stream: PDFRawStream, twin: PDFRef): boolean {
    const other = this.#lookup(this.#before, twin);
    return other instanceof PDFRawStream && sameImageData(stream, other, this.#before.limits.streamBytes);
  }

  /** The content of a page, or whatever else has this name. */
  #contents(before: PDFDict, after: PDFDict, place: Place): Difference | null {
    if (this.#changes.isDivided(place.owner)) return this.#dividedContents(before, after, place);
    if (this.#changes.joinedContents(place.owner) !== undefined)
      return this.#joinedContents(before, after, place);
    return this.#values(before.get(CONTENTS), after.get(CONTENTS), place);
  }

  /** The parts must follow each other as the one content did, byte by byte. */
  #dividedContents(before: PDFDict, after: PDFDict, place: Place): Difference | null {
    const content = dividedContents(after, this.#after.limits.streamBytes, this.#parts);
    if (content === null) return difference(place, 'divided content cannot be read');
    const joined = this.#changes.joinedContents(place.owner);
    const ref = before.get(CONTENTS);
    const stream = this.#lookup(this.#before, ref);
    let digests = typeof joined === 'string' ? [joined] : [];
    if (joined === undefined && ref instanceof PDFRef && stream instanceof PDFRawStream) {
      const own = placeAt(ref, this.#changes.entryPaths(ref));
      const found = this.#dicts(stream.dict, PDFDict.withContext(after.context), own, PACKING);
      if (found !== null) return found;
      if (!this.#isShared(own)) digests = [...this.#changes.contentDigests(ref)];
    }
    if (digests.length > 0) {
      return digests.includes(contentDigest(content)) ? null : difference(place, 'rewritten content differs');
    }
    const { streamBytes } = this.#before.limits;
    const whole = joined === null ? joinedContents(before, streamBytes) : pageContent(before, streamBytes);
    return whole !== null && sameBytes(whole, content) ? null : difference(place, 'divided content differs');
  }

  /** The concatenated parts must equal the one stream, since content is read across them (7.8.2). */
  #joinedContents(before: PDFDict, after: PDFDict, place: Place): Difference | null {
    const whole = after.lookup(CONTENTS);
    const content = whole instanceof PDFRawStream ? this.#content(whole) : null;
    const digest = this.#changes.joinedContents(place.owner);
    if (content === null) return difference(place, 'joined content cannot be read');
    if (digest != null) {
      return contentDigest(content) === digest ? null : difference(place, 'rewritten content differs');
    }
    const parts = joinedContents(before, this.#before.limits.streamBytes);
    return parts !== null && sameBytes(parts, content) ? null : difference(place, 'joined content differs');
  }

  /** Returns whether the stream is content that a pass declared and checked. */
  #isDeclaredContent(after: PDFRawStream, { owner }: Place): boolean {
    const digests = owner === 'trailer' ? [] : this.#changes.contentDigests(owner);
    if (digests.length === 0) return false;
    const content = this.#content(after);
    return content !== null && digests.includes(contentDigest(content));
  }

  /** Null if it does not decode completely. */
  #content(stream: PDFRawStream): Uint8Array | null {
    const decoded = decodeStream(stream, this.#after.limits.streamBytes);
    return decoded.kind === 'bytes' && !decoded.damaged ? decoded.bytes : null;
  }

  #sameData(before: PDFRawStream, after: PDFRawStream): boolean {
    // A stream's encoding may depend on another stream (`/JBIG2Globals`), and in damaged files on itself.
    if (this.#packing.size === MAX_PACKED_IN_EACH_OTHER || this.#packing.has(before)) return false;
    this.#packing.add(before);
    try {
      return this.#sameUnpacked(before, after);
    } finally {
      this.#packing.delete(before);
    }
  }

  #sameUnpacked(before: PDFRawStream, after: PDFRawStream): boolean {
    const samePacking = ['Filter', 'DecodeParms', 'DP'].every((name) => {
      const place = placeAt('trailer', null);
      return this.#resolved(before.dict.lookup(key(name)), after.dict.lookup(key(name)), place) === null;
    });
    if (samePacking && sameBytes(before.contents, after.contents)) return true;
    const { streamBytes } = this.#before.limits;
    const bare = withoutAsciiFilters(before, streamBytes);
    if (bare !== null && this.#sameUnpacked(bare, after)) return true;
    const plainBefore = decodeStream(before, streamBytes);
    const plainAfter = decodeStream(after, streamBytes);
    if (plainBefore.kind === 'undecodable' || plainBefore.kind !== plainAfter.kind) return false;
    if (plainBefore.damaged !== plainAfter.damaged || !sameBytes(plainBefore.bytes, plainAfter.bytes))
      return false;
    if (plainBefore.kind === 'bytes') return true;
    // Data of an image codec is only comparable with the same filter and parameters.
    const lastBefore = filterSteps(before.dict)?.at(-1);
    const lastAfter = filterSteps(after.dict)?.at(-1);
    if (lastBefore === undefined || lastAfter === undefined || lastBefore.name !== lastAfter.name)
      return false;
    const place = placeAt('trailer', null);
    return this.#resolved(lastBefore.params ?? PDFNull, lastAfter.params ?? PDFNull, place) === null;
  }
}

/** A page may say what readers assume, or not. */
function saidOf(
  name: PDFName,
  values: ReadonlyMap<PDFName, OwnedValue>,
  { context }: PdfDocument,
): PDFObject | undefined {
  return isAssumed(name, values, context) ? undefined : values.get(name)?.value;
}

function isNothing(object: PDFObject | undefined): object is undefined {
  return object === undefined || object === PDFNull;
}

function sameScalar(before: PDFObject, after: PDFObject): boolean {
  if (before === after) return true;
  if (before instanceof PDFNumber)
    return after instanceof PDFNumber && before.asNumber() === after.asNumber();
  // Fast path: most strings are written unchanged.
  if (before instanceof PDFString && after instanceof PDFString && before.asString() === after.asString())
    return true;
  if (isString(before)) return isString(after) && sameBytes(before.asBytes(), after.asBytes());
  return false;
}

function isString(object: PDFObject): object is PDFString | PDFHexString {
  return object instanceof PDFString || object instanceof PDFHexString;
}
