import { sha256Hex } from '../../codecs/digest/sha256.ts';
import type { ImageXObject } from '../image/image-xobject.ts';
import type { PDFRef } from '../objects.ts';

/** An indirect object of the input, or the trailer. */
export type Owner = PDFRef | 'trailer';

/** Dictionary keys (without slash) and array indexes from an indirect object down to one entry. */
export type ObjectPath = readonly (string | number)[];

/** Joins a path to one text; slashes inside names are escaped. */
export function pathText(path: ObjectPath): string {
  return path.map((step) => String(step).replaceAll('/', '#2F')).join('/');
}

/** As returned by `contentDigest`. */
export type ContentDigest = string;

/** Digest that identifies decoded content. */
export function contentDigest(content: Uint8Array): ContentDigest {
  return sha256Hex(content);
}

/** Replacement of a page's image: a form with the image's unit square as space. */
export interface SeparatedPicture {
  /** Digest of the form's content. */
  readonly digest: ContentDigest;
  /** True if its layers have the image's color space; else they have the device's. */
  readonly keepsSpace: boolean;
}

/** Consecutive strips that were joined to one image. */
export interface JoinedStrips {
  /** Number of strips. */
  readonly strips: number;
  /** Bytes of their streams in the input, without strips that other images were made of too. */
  readonly storedBytes: number;
  readonly codec: ImageXObject['codec'];
}

/** An image whose invisible parts were cropped. */
export interface CroppedPicture {
  /** Pixels in the input. */
  readonly width: number;
  readonly height: number;
  readonly storedBytes: number;
}

/**
 * Changes declared by passes, in the input's object numbers. The check compares everything else: an
 * undeclared difference makes compress() return the original.
 */
export class Changes {
  readonly #streams = new Map<Owner, Set<string>>();
  readonly #entries = new Map<Owner, Set<string>>();
  /** Merged objects, and the surviving ones themselves, to the surviving object. */
  readonly #merged = new Map<Owner, PDFRef>();
  /** Surviving objects to the ones that were merged into them. */
  readonly #absorbed = new Map<Owner, PDFRef[]>();
  /** Images that were merged although encoded differently, to the surviving image. */
  readonly #twins = new Map<Owner, PDFRef>();
  readonly #joined = new Map<Owner, ContentDigest | null>();
  readonly #content = new Map<Owner, ContentDigest>();
  readonly #separated = new Map<Owner, SeparatedPicture>();
  readonly #cropped = new Map<Owner, CroppedPicture>();
  readonly #strips = new Map<Owner, JoinedStrips>();
  readonly #divided = new Set<Owner>();
  /** Streams made from pages' joined contents, to those pages. */
  readonly #joinedInto = new Map<Owner, PDFRef>();

  /** Emptied pages outside the page tree. The check makes sure that no page of the tree is among them. */
  readonly emptiedPages: readonly PDFRef[];
  /** Structure elements that were removed with such pages. */
  readonly removedElements: ReadonlySet<PDFRef>;
  /** True if values that pages inherit may be in the pages: a linearized file has them there. */
  completePages = false;
  readonly #emptiedPages: PDFRef[] = [];
  readonly #removedElements = new Set<PDFRef>();

  constructor() {
    this.emptiedPages = this.#emptiedPages;
    this.removedElements = this.#removedElements;
  }

  /** Declares a page reduced to the entries that a destination may need; the removed entries are declared too. */
  emptiedPage(ref: PDFRef): void {
    this.#emptiedPages.push(ref);
  }

  /** Declares a removed structure element; references to it are removed too. */
  removedElement(ref: PDFRef): void {
    this.#removedElements.add(ref);
  }

  /** Declares that this stream's data and these keys of its dictionary may differ. */
  stream(ref: PDFRef, keys: readonly string[] = []): void {
    const known = this.#streams.get(ref) ?? new Set();
    for (const key of keys) known.add(key);
    this.#streams.set(ref, known);
  }

  /** Declares that the entry at `path` inside `owner`, and everything below, may differ. */
  entry(owner: Owner, path: ObjectPath): void {
    const known = this.#entries.get(owner) ?? new Set();
    known.add(pathText(path));
    this.#entries.set(owner, known);
  }

  /**
   * Declares `ref` equal to `into`, which its references now have as target; declarations for `into` hold for
   * it too.
   */
  merged(ref: PDFRef, into: PDFRef): void {
    this.#merged.set(ref, into);
    const absorbed = this.#absorbed.get(into);
    if (absorbed === undefined) this.#absorbed.set(into, [ref]);
    else absorbed.push(ref);
    if (!this.#merged.has(into)) this.#merged.set(into, into);
  }

  /**
   * In addition to `merged`: the image `ref` was encoded differently than `into`, with the same samples, or
   * the same JPEG with other metadata. The check proves that for the input, whatever the surviving image
   * became.
   */
  declareDuplicateImage(ref: PDFRef, into: PDFRef): void {
    this.#twins.set(ref, into);
  }

  /** Returns the image that replaced this duplicate, else null. */
  duplicateOf(owner: Owner): PDFRef | null {
    return this.#twins.get(owner) ?? null;
  }

  /** Returns the object numbers of all objects merged into this one, its own first. */
  mergedObjectNumbers(ref: PDFRef): readonly number[] {
    const absorbed = this.#absorbed.get(ref) ?? [];
    return [ref.objectNumber, ...absorbed.flatMap((other) => this.mergedObjectNumbers(other))];
  }

  /**
   * Declares that this content stream was rewritten; its decoded content has exactly this digest. The last
   * call wins.
   */
  content(ref: PDFRef, digest: ContentDigest): void {
    this.#content.set(ref, digest);
    const page = this.#joinedInto.get(ref);
    if (page !== undefined) this.#joined.set(page, digest);
  }

  /** Declares an image replaced by a form that draws layers; nothing else of the image or its users changed. */
  separated(image: PDFRef, picture: SeparatedPicture): void {
    this.#separated.set(image, picture);
  }

  /** Declares an image that now has the height of all strips; the other strips are no longer drawn. */
  joinedStrips(image: PDFRef, joined: JoinedStrips): void {
    this.#strips.set(image, joined);
  }

  /** Declares an image that was cropped. */
  croppedPicture(image: PDFRef, whole: CroppedPicture): void {
    this.#cropped.set(image, whole);
  }

  /** Returns the size of this image before it was cropped; null for any other. */
  wholeOf(owner: Owner): CroppedPicture | null {
    return this.#cropped.get(owner) ?? null;
  }

  /** Returns the strips that this image was joined from; null for any other. */
  stripsOf(owner: Owner): JoinedStrips | null {
    return this.#strips.get(owner) ?? null;
  }

  /** Returns the form that replaced this image or the one it was merged into; else null. */
  separatedPicture(owner: Owner): SeparatedPicture | null {
    return this.#separated.get(owner) ?? this.#separated.get(this.#survivor(owner)) ?? null;
  }

  /**
   * Declares that the parts of this page's `/Contents` are now one stream: rewritten content with that
   * digest, or, without a digest, the same parts with line breaks between.
   * @param into that stream, if other passes may still rewrite it
   */
  contentsJoined(page: PDFRef, digest: ContentDigest | null = null, into: PDFRef | null = null): void {
    this.#joined.set(page, digest);
    if (into !== null) this.#joinedInto.set(into, page);
  }

  /** Null if the joined parts are unchanged, undefined if they were not joined. */
  joinedContents(owner: Owner): ContentDigest | null | undefined {
    return this.#joined.get(owner);
  }

  /**
   * Declares that the content of this page is now in several streams, which other pages may share. It is otherwise as
   * declared for the page or its stream.
   */
  contentsDivided(page: PDFRef): void {
    this.#divided.add(page);
  }

  isDivided(owner: Owner): boolean {
    return this.#divided.has(owner);
  }

  /** Returns the declared content digests of this stream. */
  contentDigests(ref: PDFRef): readonly ContentDigest[] {
    const owners = new Set([ref, this.#survivor(ref)]);
    return [...owners].flatMap((owner) => this.#content.get(owner) ?? []);
  }

  /** Returns whether both were declared to become the same object. */
  areMerged(one: PDFRef, other: PDFRef): boolean {
    return this.#merged.has(one) && this.#survivor(one) === this.#survivor(other);
  }

  /** Returns the keys that may differ with this stream's data; null if the data may not differ. */
  streamKeys(ref: PDFRef): ReadonlySet<string> | null {
    return union(this.#streams.get(ref), this.#streams.get(this.#survivor(ref)));
  }

  /** Returns the paths (as of `pathText`) that may differ inside `owner`, else null. */
  entryPaths(owner: Owner): ReadonlySet<string> | null {
    return union(this.#entries.get(owner), this.#entries.get(this.#survivor(owner)));
  }

  /** Returns the surviving object after all merges. */
  #survivor(owner: Owner): Owner {
    const into = this.#merged.get(owner);
    return into === undefined || into === owner ? owner : this.#survivor(into);
  }
}

/** Merges the declarations for an object and for the one it was merged into. */
function union(
  own: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
): ReadonlySet<string> | null {
  if (own === undefined || other === undefined || own === other) return own ?? other ?? null;
  return new Set([...own, ...other]);
}
