import type { MovedPixels } from '../../codecs/moved-pixels/judge.ts';
import type { Host } from '../../host.ts';
import { createImageCodecs, type ImageCodecs } from '../../image-jobs/image-codecs.ts';
import type { Limits } from '../../limits.ts';
import { sameBytes } from '../../pdf/bytes.ts';
import { componentCount } from '../../pdf/image/colorspace.ts';
import { type ImageXObject, readImageXObject } from '../../pdf/image/image-xobject.ts';
import { type PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { imageRgb } from '../color/space-color.ts';
import type { PictureSource } from '../content/page-marks.ts';
import { cellsOf, DETAIL_CELLS, MAX_CELLS } from '../looks/grid.ts';
import { composedLooks, type PartPlace, type PlacedLook } from './composed.ts';
import { type Layer, layeredLook, TURNED_PARTS } from './layered.ts';
import { movedBetween } from './moved-pixels.ts';
import {
  areVisuallySimilar,
  LAYERED_SPOT_DIFFERENCE,
  lightDistance,
  type PictureDifference,
  pictureDifference,
} from './similarity.ts';
import { maskOf, opacityOf, samplesOf, type Thumbnail, thumbnailOf } from './thumbnail.ts';
import { seenFields, TURNS } from './turns.ts';

/** A part of a whole, with its position. */
export interface PlacedSource extends PartPlace {
  readonly source: PictureSource;
}

export interface LayeredDifference {
  readonly difference: PictureDifference | null;
  readonly isNearer: boolean;
}

/** Cached looks; each has up to half a megabyte. A scan has one image per page. */
const MAX_THUMBNAILS = 64;

interface CachedThumbnail {
  readonly cells: number;
  readonly look: Promise<Thumbnail | null>;
}

/** Cached looks of images. */
export class PictureLooks {
  readonly #codecs: ImageCodecs;
  readonly #limits: Limits;
  readonly #thumbnails = new Map<PDFRawStream, CachedThumbnail>();
  /** Keyed by the image after, then before: the same may be drawn on every page. */
  readonly #moved = new Map<PDFRawStream, ReadonlyMap<PDFRawStream, readonly MovedPixels[]>>();
  readonly #images = new Map<PDFRawStream, ImageXObject | null>();

  constructor(host: Host, limits: Limits) {
    this.#codecs = createImageCodecs(host);
    this.#limits = limits;
  }

  /** Null if they look alike; `unknown` if one of them cannot be decoded. */
  async difference(
    before: PictureSource,
    after: PictureSource,
    turns: readonly [before: number, after: number] | null = null,
  ): Promise<PictureDifference | null | 'unknown'> {
    const [a, b] = [this.imageOf(before), this.imageOf(after)];
    if (a === null || b === null) return 'unknown';
    if (turns !== null) return this.#turnedDifference([a, b], turns);
    const isSame = isSameImage(a, b);
    if (isOtherKey(a, b, isSame)) return { kind: 'transparency' };
    if (isSame && isSameMask(a, b)) return null;
    const cells = haveEqualPixels(a, b) ? DETAIL_CELLS : MAX_CELLS;
    const first = await this.#thumbnail(a, cells);
    const second = await this.#thumbnail(b, cells);
    if (first === null || second === null) return 'unknown';
    const difference = pictureDifference(first, second);
    return isSame && difference !== null ? { kind: 'transparency' } : difference;
  }

  /** Compares images that are turned in two ways as they are seen, without small details. */
  async #turnedDifference(
    images: readonly [ImageXObject, ImageXObject],
    turns: readonly [number, number],
  ): Promise<PictureDifference | null | 'unknown'> {
    const seen: Thumbnail[] = [];
    for (const [index, image] of images.entries()) {
      const look = await this.#thumbnail(image);
      if (look === null) return 'unknown';
      const turn = TURNS[turns[index]!]!;
      const { fine: _, ...coarse } = look;
      const colors = look.colors === undefined ? {} : { colors: seenFields(look.colors, turn) };
      seen.push({ ...coarse, ...colors, light: Float64Array.from(seenFields(look.light, turn)) });
    }
    const difference = pictureDifference(seen[0]!, seen[1]!);
    return difference?.kind === 'other' ? { kind: 'turned' } : difference;
  }

  /**
   * The same for an image and several that lie above each other, the lowest first; `isNearer` tells whether those above the
   * lowest one bring it nearer.
   */
  async layered(before: PictureSource, layers: readonly PlacedSource[]): Promise<LayeredDifference | null> {
    const image = this.imageOf(before);
    const look = image === null ? null : await this.#thumbnail(image);
    if (image === null || look === null) return null;
    const painted: Layer[] = [];
    for (const { source, ...part } of layers) {
      const layer = await this.#layer(source);
      if (layer === null) return null;
      painted.push({ ...layer, part });
    }
    const lookOf = (some: readonly Layer[]) =>
      layeredLook(some, ...cellsOf(image.width, image.height), Math.min(image.width, image.height));
    const alone = lightDistance(look, lookOf(painted.slice(0, 1)));
    // The places do not tell an image's orientation; it matters where a layer covers a part.
    const isPart = ({ part }: Layer) => part.right - part.left < 1 || part.bottom - part.top < 1;
    const turned = (painted.some(isPart) ? TURNED_PARTS : TURNED_PARTS.slice(0, 1)).map((turn) => {
      const whole = lookOf(painted.map((layer) => ({ ...layer, part: turn(layer.part) })));
      return {
        difference: pictureDifference(look, whole, LAYERED_SPOT_DIFFERENCE),
        distance: lightDistance(look, whole),
      };
    });
    const best = turned.reduce((one, other) => (other.distance < one.distance ? other : one));
    return { difference: best.difference, isNearer: best.distance < alone };
  }

  /** Null for palettes and stencils, and if it cannot be decoded. */
  async #layer(source: PictureSource): Promise<Omit<Layer, 'part'> | null> {
    const image = this.imageOf(source);
    if (image === null || image.color.kind === 'stencil' || image.color.space.kind === 'Indexed') return null;
    const samples = await samplesOf(image, this.#limits, this.#codecs);
    const opacity = await opacityOf(image, this.#limits, this.#codecs);
    const toRgb = samples === null ? null : imageRgb(image, samples.components);
    return samples === null || toRgb === null || opacity === 'unknown' || opacity?.matte
      ? null
      : { samples, toRgb, opacity };
  }

  /** Returns whether both show the same, though perhaps in other colors. */
  async areAlike(before: PictureSource, after: PictureSource): Promise<boolean> {
    const difference = await this.difference(before, after);
    return difference === null || (difference !== 'unknown' && difference.kind === 'color');
  }

  /** Returns the moved pixels between two one-bit images of one size at one place; empty if there are none. */
  async movedPixels(before: PictureSource, after: PictureSource): Promise<readonly MovedPixels[]> {
    const [a, b] = [this.imageOf(before), this.imageOf(after)];
    if (a === null || b === null || isSameImage(a, b) || !isStripOf(a, b) || a.height !== b.height) return [];
    const known = this.#moved.get(b.stream)?.get(a.stream);
    if (known !== undefined) return known;
    const [first, second] = [
      await samplesOf(a, this.#limits, this.#codecs),
      await samplesOf(b, this.#limits, this.#codecs),
    ];
    const moved = first === null || second === null ? null : movedBetween(first, second);
    const found = moved === null ? [] : [moved];
    this.#moved.set(b.stream, new Map([...(this.#moved.get(b.stream) ?? []), [a.stream, found]]));
    return found;
  }

  /** Returns whether the whole consists of exactly the strips' bits, from top to bottom, with the same meaning. */
  async isMadeOf(whole: PictureSource, strips: readonly PictureSource[]): Promise<boolean> {
    const image = this.imageOf(whole);
    const parts = strips.map((strip) => this.imageOf(strip));
    if (image === null || parts.some((part) => part === null || !isStripOf(part, image))) return false;
    const all = await samplesOf(image, this.#limits, this.#codecs);
    let at = 0;
    for (const part of parts) {
      const samples = part === null ? null : await samplesOf(part, this.#limits, this.#codecs);
      if (all === null || samples === null) return false;
      const end = at + samples.values.length;
      if (!sameBytes(all.values.subarray(at, end), samples.values)) return false;
      at = end;
    }
    return at === all?.values.length;
  }

  /** Returns whether the parts at their places look like the whole, in any common orientation. */
  async isComposedOf(whole: PictureSource, parts: readonly PlacedSource[]): Promise<boolean> {
    const image = this.imageOf(whole);
    const all = image === null ? null : await this.#thumbnail(image);
    if (all === null) return false;
    const looks: PlacedLook[] = [];
    for (const { source, ...place } of parts) {
      const part = this.imageOf(source);
      const look = part === null ? null : await this.#thumbnail(part);
      if (look === null) return false;
      looks.push({ ...place, look });
    }
    return composedLooks(looks).some((composed) => areVisuallySimilar(composed.parts, composed.turned(all)));
  }

  /** Returns false for one component without a palette. */
  mayBeColored(source: PictureSource): boolean {
    const image = this.imageOf(source);
    if (image === null || image.color.kind === 'stencil') return false;
    const { space } = image.color;
    return space.kind === 'Indexed' || (componentCount(space) ?? 3) > 1;
  }

  isOpaque(source: PictureSource): boolean {
    const image = this.imageOf(source);
    return (
      image !== null &&
      image.color.kind !== 'stencil' &&
      image.softMask === null &&
      image.mask.kind === 'none'
    );
  }

  imageOf({ stream }: PictureSource): ImageXObject | null {
    if (stream === null) return null;
    let image = this.#images.get(stream);
    // An inline image has no reference here.
    if (image === undefined) this.#images.set(stream, (image = readImageXObject(PDFRef.of(0), stream)));
    return image;
  }

  #thumbnail(image: ImageXObject, cells = MAX_CELLS): Promise<Thumbnail | null> {
    const known = this.#thumbnails.get(image.stream);
    if (known !== undefined && known.cells >= cells) return known.look;
    const look = thumbnailOf(image, this.#limits, this.#codecs, cells);
    this.#thumbnails.set(image.stream, { cells, look });
    const [oldest] = this.#thumbnails.keys();
    if (this.#thumbnails.size > MAX_THUMBNAILS && oldest !== undefined) this.#thumbnails.delete(oldest);
    return look;
  }
}

/** One-bit images are compared exactly. */
function haveEqualPixels(a: ImageXObject, b: ImageXObject): boolean {
  return a.width === b.width && a.height === b.height && a.bits > 1 && b.bits > 1;
}

/** Only one-bit images are compared exactly as strips. */
function isStripOf(strip: ImageXObject, whole: ImageXObject): boolean {
  return strip.bits === 1 && whole.bits === 1 && strip.width === whole.width && meanTheSame(strip, whole);
}

function meanTheSame(a: ImageXObject, b: ImageXObject): boolean {
  return JSON.stringify([a.color, a.decode]) === JSON.stringify([b.color, b.decode]);
}

/** Equal bytes with the same meaning. */
function isSameImage(a: ImageXObject, b: ImageXObject): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.bits === b.bits &&
    namesOf(a) === namesOf(b) &&
    meanTheSame(a, b) &&
    sameBytes(a.stream.contents, b.stream.contents)
  );
}

/** Masks with equal bytes; other ones may still look alike. */
function isSameMask(a: ImageXObject, b: ImageXObject): boolean {
  const [one, other] = [maskOf(a), maskOf(b)];
  if (one === null || other === null || one === 'none' || other === 'none') return one === other;
  const isSoft = a.softMask !== null;
  return (
    isSoft === (b.softMask !== null) && String(one.matte) === String(other.matte) && isSameImage(one, other)
  );
}

/** A color key (ISO 32000-2, 8.9.6.4) that is gone with no mask instead, or selects other samples. */
function isOtherKey(a: ImageXObject, b: ImageXObject, areSameSamples: boolean): boolean {
  if (a.mask.kind !== 'color-key' || a.softMask !== null || b.softMask !== null) return false;
  if (b.mask.kind === 'color-key') return areSameSamples && String(a.mask.ranges) !== String(b.mask.ranges);
  return b.mask.kind === 'none';
}

function namesOf({ filters }: ImageXObject): string {
  return (filters ?? []).map(({ name }) => name).join(' ');
}
