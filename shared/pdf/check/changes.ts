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
  readonly #streams = new Map<string, Set<string>>();
  readonly #entries = new Map<string, Set<string>>();
  /** Tags of merged objects to the tag of the one that stays; that one stands under its own. */
  readonly #merged = new Map<string, string>();
  /** Tags of objects that stay to the ones that were merged into them. */
  readonly #absorbed = new Map<string, PDFRef[]>();
  /** Tags of images that were merged though packed differently, to the image that stays. */
  readonly #twins = new Map<string, PDFRef>();
  readonly #joined = new Map<string, ContentDigest | null>();
  readonly #content = new Map<string, ContentDigest>();
  readonly #separated = new Map<string, SeparatedPicture>();
  readonly #cropped = new Map<string, CroppedPicture>();
  readonly #strips = new Map<string, JoinedStrips>();
  /** Tags of streams that pages' joined contents became, to those pages' tags. */
  readonly #joinedInto = new Map<string, string>();

  /** The data of this stream may differ, and so may (or may come or go) these keys of its dictionary. */
  stream(ref: PDFRef, keys: readonly string[] = []): void {
    const known = this.#streams.get(ref.tag) ?? new Set();
    for (const key of keys) known.add(key);
    this.#streams.set(ref.tag, known);
  }

  /** The entry at `path` inside `owner`, and all below it, may differ, come or go. */
  entry(owner: Owner, path: ObjectPath): void {
    const tag = ownerTag(owner);
    const known = this.#entries.get(tag) ?? new Set();
    known.add(pathText(path));
    this.#entries.set(tag, known);
  }

  /** `ref` is equal to `into`, and its references now lead there: what is declared for that one holds for it too. */
  merged(ref: PDFRef, into: PDFRef): void {
    this.#merged.set(ref.tag, into.tag);
    const absorbed = this.#absorbed.get(into.tag);
    if (absorbed === undefined) this.#absorbed.set(into.tag, [ref]);
    else absorbed.push(ref);
    if (!this.#merged.has(into.tag)) this.#merged.set(into.tag, into.tag);
  }

  /**
   * Beside `merged`: the image `ref` was packed another way than `into`, and held the same samples, or the same JPEG
   * around other metadata. The check proves that of the input, whatever became of the image that stays.
   */
  twin(ref: PDFRef, into: PDFRef): void {
    this.#twins.set(ref.tag, into);
  }

  /** The image that this one was the twin of, else null. */
  twinOf(owner: Owner): PDFRef | null {
    return this.#twins.get(ownerTag(owner)) ?? null;
  }

  /** Object numbers of all that were merged into this object, its own first. */
  standsFor(ref: PDFRef): readonly number[] {
    const absorbed = this.#absorbed.get(ref.tag) ?? [];
    return [ref.objectNumber, ...absorbed.flatMap((other) => this.standsFor(other))];
  }

  /** This content stream is written anew: decoded it is exactly the content of that digest. The last call counts. */
  content(ref: PDFRef, digest: ContentDigest): void {
    this.#content.set(ref.tag, digest);
    const page = this.#joinedInto.get(ref.tag);
    if (page !== undefined) this.#joined.set(page, digest);
  }

  /** This image is now a form that draws layers in its place, and nothing else of it or of who draws it changed. */
  separated(image: PDFRef, picture: SeparatedPicture): void {
    this.#separated.set(image.tag, picture);
  }

  /** This image is now as high as all of the strips, and the others are drawn no more. */
  joinedStrips(image: PDFRef, joined: JoinedStrips): void {
    this.#strips.set(image.tag, joined);
  }

  /** This image is now only a part of itself. */
  croppedPicture(image: PDFRef, whole: CroppedPicture): void {
    this.#cropped.set(image.tag, whole);
  }

  /** What this image was before it was cropped; null of any other. */
  wholeOf(owner: Owner): CroppedPicture | null {
    return this.#cropped.get(ownerTag(owner)) ?? null;
  }

  /** What this image was joined of; null of any other. */
  stripsOf(owner: Owner): JoinedStrips | null {
    return this.#strips.get(ownerTag(owner)) ?? null;
  }

  /** What this image became, or the one that it was merged into; else null. */
  separatedPicture(owner: Owner): SeparatedPicture | null {
    const tag = ownerTag(owner);
    return this.#separated.get(tag) ?? this.#separated.get(this.#survivor(tag)) ?? null;
  }

  /**
   * The parts of this page's `/Contents` are now one stream: written anew as the content of that digest, or, without
   * one, the same with an end of line between them.
   *
   * @param into that stream, where other passes may still write it anew
   */
  contentsJoined(page: PDFRef, digest: ContentDigest | null = null, into: PDFRef | null = null): void {
    this.#joined.set(page.tag, digest);
    if (into !== null) this.#joinedInto.set(into.tag, page.tag);
  }

  /** Null when the parts are the same, undefined when they were not joined. */
  joinedContents(owner: Owner): ContentDigest | null | undefined {
    return this.#joined.get(ownerTag(owner));
  }

  /** What this stream may be instead of what it was. */
  contentDigests(ref: PDFRef): readonly ContentDigest[] {
    const tags = new Set([ref.tag, this.#survivor(ref.tag)]);
    return [...tags].flatMap((tag) => this.#content.get(tag) ?? []);
  }

  /** Both were declared to be one object in the end. */
  areMerged(one: PDFRef, other: PDFRef): boolean {
    return this.#merged.has(one.tag) && this.#survivor(one.tag) === this.#survivor(other.tag);
  }

  /** Keys that may differ when this stream's data may differ, else null. */
  streamKeys(ref: PDFRef): ReadonlySet<string> | null {
    return union(this.#streams.get(ref.tag), this.#streams.get(this.#survivor(ref.tag)));
  }

  /** Paths (as `pathText` has them) that may differ inside `owner`, else null. */
  entryPaths(owner: Owner): ReadonlySet<string> | null {
    const tag = ownerTag(owner);
    return union(this.#entries.get(tag), this.#entries.get(this.#survivor(tag)));
  }

  /** The object that stands for this one after all merges. */
  #survivor(tag: string): string {
    const into = this.#merged.get(tag);
    return into === undefined || into === tag ? tag : this.#survivor(into);
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

function ownerTag(owner: Owner): string {
  return owner === 'trailer' ? 'trailer' : owner.tag;
}
