import { sha256Hex } from '../../codecs/digest/sha256.ts';
import type { ImageXObject } from '../image/image-xobject.ts';
import type { PDFRef } from '../objects.ts';

/** An indirect object of the input, or the trailer. */
export type Owner = PDFRef | 'trailer';

/** Dictionary keys (without slash) and array indexes from an indirect object down to one entry. */
export type ObjectPath = readonly (string | number)[];

/** A path as one text; a slash inside a name is none between steps. */
export function pathText(path: ObjectPath): string {
  return path.map((step) => String(step).replaceAll('/', '#2F')).join('/');
}

/** As `contentDigest` makes it. */
export type ContentDigest = string;

/** Tells decoded content apart from any other. */
export function contentDigest(content: Uint8Array): ContentDigest {
  return sha256Hex(content);
}

/** What a picture of a page became: a form of its own unit square. */
export interface SeparatedPicture {
  /** Of what the form draws. */
  readonly digest: ContentDigest;
  /** Its layers are in the picture's colour space; else in the one of the device. */
  readonly keepsSpace: boolean;
}

/** Pictures that were one behind the other and are one now. */
export interface JoinedStrips {
  /** How many. */
  readonly strips: number;
  /** Bytes of their streams in the input, but for those that other pictures were made of, too. */
  readonly storedBytes: number;
  readonly codec: ImageXObject['codec'];
}

/** Of a picture that lost what nobody saw of it. */
export interface CroppedPicture {
  /** Pixels in the input. */
  readonly width: number;
  readonly height: number;
  readonly storedBytes: number;
}

/**
 * What the passes say they changed, in the input's object numbers. The check compares everything else: a
 * difference that is not declared here sends the original back.
 */
export class Changes {
  readonly #streams = new Map<Owner, Set<string>>();
  readonly #entries = new Map<Owner, Set<string>>();
  /** Merged objects to the one that stays; that one to itself. */
  readonly #merged = new Map<Owner, PDFRef>();
  /** Objects that stay to the ones that were merged into them. */
  readonly #absorbed = new Map<Owner, PDFRef[]>();
  /** Images that were merged though packed differently, to the image that stays. */
  readonly #twins = new Map<Owner, PDFRef>();
  readonly #joined = new Map<Owner, ContentDigest | null>();
  readonly #content = new Map<Owner, ContentDigest>();
  readonly #separated = new Map<Owner, SeparatedPicture>();
  readonly #cropped = new Map<Owner, CroppedPicture>();
  readonly #strips = new Map<Owner, JoinedStrips>();
  /** Streams that pages' joined contents became, to those pages. */
  readonly #joinedInto = new Map<Owner, PDFRef>();

  /** Pages outside of the page tree that are bare now. The check holds that none of the tree is among them. */
  readonly emptiedPages: readonly PDFRef[];
  /** Structure elements that are gone with such pages. */
  readonly removedElements: ReadonlySet<PDFRef>;
  readonly #emptiedPages: PDFRef[] = [];
  readonly #removedElements = new Set<PDFRef>();

  constructor() {
    this.emptiedPages = this.#emptiedPages;
    this.removedElements = this.#removedElements;
  }

  /** Nothing of this page is left but what a destination may ask; what went is declared, too. */
  emptiedPage(ref: PDFRef): void {
    this.#emptiedPages.push(ref);
  }

  /** This structure element is gone, with whatever names it. */
  removedElement(ref: PDFRef): void {
    this.#removedElements.add(ref);
  }

  /** The data of this stream may differ, and so may (or may come or go) these keys of its dictionary. */
  stream(ref: PDFRef, keys: readonly string[] = []): void {
    const known = this.#streams.get(ref) ?? new Set();
    for (const key of keys) known.add(key);
    this.#streams.set(ref, known);
  }

  /** The entry at `path` inside `owner`, and all below it, may differ, come or go. */
  entry(owner: Owner, path: ObjectPath): void {
    const known = this.#entries.get(owner) ?? new Set();
    known.add(pathText(path));
    this.#entries.set(owner, known);
  }

  /** `ref` is equal to `into`, and its references now lead there: what is declared for that one holds for it too. */
  merged(ref: PDFRef, into: PDFRef): void {
    this.#merged.set(ref, into);
    const absorbed = this.#absorbed.get(into);
    if (absorbed === undefined) this.#absorbed.set(into, [ref]);
    else absorbed.push(ref);
    if (!this.#merged.has(into)) this.#merged.set(into, into);
  }

  /**
   * Beside `merged`: the image `ref` was packed another way than `into`, and held the same samples, or the same JPEG
   * around other metadata. The check proves that of the input, whatever became of the image that stays.
   */
  declareDuplicateImage(ref: PDFRef, into: PDFRef): void {
    this.#twins.set(ref, into);
  }

  /** The image that this one was the twin of, else null. */
  duplicateOf(owner: Owner): PDFRef | null {
    return this.#twins.get(owner) ?? null;
  }

  /** Object numbers of all that were merged into this object, its own first. */
  mergedObjectNumbers(ref: PDFRef): readonly number[] {
    const absorbed = this.#absorbed.get(ref) ?? [];
    return [ref.objectNumber, ...absorbed.flatMap((other) => this.mergedObjectNumbers(other))];
  }

  /** This content stream is written anew: decoded it is exactly the content of that digest. The last call counts. */
  content(ref: PDFRef, digest: ContentDigest): void {
    this.#content.set(ref, digest);
    const page = this.#joinedInto.get(ref);
    if (page !== undefined) this.#joined.set(page, digest);
  }

  /** This image is now a form that draws layers in its place, and nothing else of it or of who draws it changed. */
  separated(image: PDFRef, picture: SeparatedPicture): void {
    this.#separated.set(image, picture);
  }

  /** This image is now as high as all of the strips, and the others are drawn no more. */
  joinedStrips(image: PDFRef, joined: JoinedStrips): void {
    this.#strips.set(image, joined);
  }

  /** This image is now only a part of itself. */
  croppedPicture(image: PDFRef, whole: CroppedPicture): void {
    this.#cropped.set(image, whole);
  }

  /** What this image was before it was cropped; null of any other. */
  wholeOf(owner: Owner): CroppedPicture | null {
    return this.#cropped.get(owner) ?? null;
  }

  /** What this image was joined of; null of any other. */
  stripsOf(owner: Owner): JoinedStrips | null {
    return this.#strips.get(owner) ?? null;
  }

  /** What this image became, or the one that it was merged into; else null. */
  separatedPicture(owner: Owner): SeparatedPicture | null {
    return this.#separated.get(owner) ?? this.#separated.get(this.#survivor(owner)) ?? null;
  }

  /**
   * The parts of this page's `/Contents` are now one stream: written anew as the content of that digest, or, without
   * one, the same with an end of line between them.
   *
   * @param into that stream, where other passes may still write it anew
   */
  contentsJoined(page: PDFRef, digest: ContentDigest | null = null, into: PDFRef | null = null): void {
    this.#joined.set(page, digest);
    if (into !== null) this.#joinedInto.set(into, page);
  }

  /** Null when the parts are the same, undefined when they were not joined. */
  joinedContents(owner: Owner): ContentDigest | null | undefined {
    return this.#joined.get(owner);
  }

  /** What this stream may be instead of what it was. */
  contentDigests(ref: PDFRef): readonly ContentDigest[] {
    const owners = new Set([ref, this.#survivor(ref)]);
    return [...owners].flatMap((owner) => this.#content.get(owner) ?? []);
  }

  /** Both were declared to be one object in the end. */
  areMerged(one: PDFRef, other: PDFRef): boolean {
    return this.#merged.has(one) && this.#survivor(one) === this.#survivor(other);
  }

  /** Keys that may differ when this stream's data may differ, else null. */
  streamKeys(ref: PDFRef): ReadonlySet<string> | null {
    return union(this.#streams.get(ref), this.#streams.get(this.#survivor(ref)));
  }

  /** Paths (as `pathText` has them) that may differ inside `owner`, else null. */
  entryPaths(owner: Owner): ReadonlySet<string> | null {
    return union(this.#entries.get(owner), this.#entries.get(this.#survivor(owner)));
  }

  /** The object that stands for this one after all merges. */
  #survivor(owner: Owner): Owner {
    const into = this.#merged.get(owner);
    return into === undefined || into === owner ? owner : this.#survivor(into);
  }
}

/** What was declared for an object itself, and for the one that it was merged into. */
function union(
  own: ReadonlySet<string> | undefined,
  other: ReadonlySet<string> | undefined,
): ReadonlySet<string> | null {
  if (own === undefined || other === undefined || own === other) return own ?? other ?? null;
  return new Set([...own, ...other]);
}
