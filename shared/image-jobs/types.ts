import type { CcittParams } from '../codecs/ccitt/decode.ts';
import type { SamplePacking } from '../codecs/flate/sample-packing.ts';
import type { Jbig2Setting } from '../codecs/jbig2/coding.ts';
import type { GrayConversion } from '../codecs/pixels/gray-conversion.ts';
import type { Channels, Raster } from '../codecs/pixels/raster.ts';
import type { ExactReason, InkRefusal, MovedEdges, MrcRefusal, SkipReason } from '../report.ts';
import type { Chroma } from './chroma.ts';
import type { EncodedImage, EncodedSpace, SampleBits } from './encoded-image.ts';
import type { PageLayers } from './mrc/layers.ts';
import type { PictureStep } from './quality.ts';
import type { PixelSize } from './resolution.ts';

/**
 * One image as a pure job: plain data in, plain data out, nothing shared. It may run in any thread; the
 * result depends on its data alone. One-bit pages that are coded together have jobs of their own
 * (`bilevel/bilevel-pages.ts`).
 */
export type ImageJob = RecodeJob | RetryJob | BilevelJob;

/** Decides what a stored image becomes. */
export interface RecodeJob {
  readonly kind: 'recode';
  readonly width: number;
  readonly height: number;
  readonly bits: SampleBits;
  readonly space: SampleSpace;
  readonly source: ImageSource;
  /** Bytes of the stream in the file. */
  readonly storedBytes: number;
  readonly role: ImageRole;
  /** Its soft mask or stencil; null if all of it is visible. */
  readonly alpha: AlphaGuide | null;
  /** Matte color of its soft mask, 0-255 per component, with which the image is pre-blended; else null. */
  readonly matte: readonly number[] | null;
  /** Reason why samples and color space must stay; their encoding may still improve. */
  readonly refusal: SkipReason | null;
  /** Conversion to gray, if requested and needed; takes precedence over `refusal`. */
  readonly gray: GrayConversion | null;
  /** Maximum size in pixels; the image's own size without a limit. */
  readonly target: PixelSize;
  /** Maximum size by `maxDimension` alone, which line art obeys too; absent if the image is within. */
  readonly pixelLimit?: PixelSize;
  /** Minimum size in pixels by `minDpi`, for a soft mask; absent without that limit. */
  readonly minSize?: PixelSize;
  /** Ratio of its resolution to `target` if it may keep its size, see `firstStep`; else 1. */
  readonly excess: number;
  /** For a one-bit image: number of pixels on each side that become one; absent: 1. */
  readonly bitFactor?: number;
  /** For a one-bit image: see `isTooMixed`; absent: any number. */
  readonly maxMixedBytes?: number;
  /** Drawn so large that single pixels are visible. */
  readonly isCoarse: boolean;
  readonly settings: ImageSettings;
  /** Dots per inch at which it covers a page alone, if its text may be separated; else null. */
  readonly separable: number | null;
  /** Dots per inch at which it covers a page alone, if it may become one bit. */
  readonly ink?: number;
  /**
   * Size and quality of the ordinary form at the default settings for scans, if `settings` and `target` are softer;
   * see `mrc/page-context.ts`.
   */
  readonly usual?: PictureStep & { readonly excess: number };
  /** Present for a job of a size search. */
  readonly search?: PictureSearch;
}

/** A search tries sizes and qualities of one image; `target` and `settings` of the job are the maximum. */
export type PictureSearch =
  /** Makes the image as without a search. */
  | {
      readonly kind: 'first';
      /** True if there is room to keep the image that this job prepares. */
      readonly keepsPicture: boolean;
    }
  /** Tries other settings on an image that could not be kept. */
  | { readonly kind: 'next'; readonly step: PictureStep };

/** Encodes an image again that the first job of a search has prepared. */
export interface RetryJob {
  readonly kind: 'retry';
  readonly picture: Picture;
  readonly step: PictureStep;
}

/**
 * An image prepared for repeated JPEG encoding at several sizes and qualities: decoded, unblended from its
 * matte, filled where hidden, and at most of the maximum size.
 */
export interface Picture {
  readonly raster: Raster;
  /** Color space of its JPEGs. */
  readonly space: EncodedSpace;
  readonly chroma: Chroma;
  /** Width in the file, in pixels. */
  readonly storedWidth: number;
  /** Quality of the source JPEG; null for exact samples. */
  readonly storedQuality: number | null;
  /** Metadata segments to copy into every JPEG. */
  readonly metadata: Uint8Array;
  /** Maximum share of the lossless bytes for a JPEG to be used. */
  readonly share: number;
  readonly isDetailed: boolean;
  readonly unblended: boolean;
  readonly becameGray: boolean;
}

/** A one-bit image, as stored. */
export interface BilevelImage {
  readonly width: number;
  readonly height: number;
  readonly source: ImageSource;
  /** Number of pixels on each side that become one; absent: 1. */
  readonly bitFactor?: number;
  /** See `isTooMixed`; absent: any number. */
  readonly maxMixedBytes?: number;
  readonly settings: Pick<ImageSettings, 'jbig2'>;
}

/** Recodes a one-bit image alone; its samples stay, whatever they mean. */
export interface BilevelJob extends BilevelImage {
  readonly kind: 'bilevel';
  /** Bytes that its new form must stay below. */
  readonly storedBytes: number;
}

/** Color space as needed for codec choices. */
export type SampleSpace =
  | { readonly kind: 'gray' }
  | {
      readonly kind: 'rgb';
      /** Equal components may become one DeviceGray component. */
      readonly mayBecomeGray: boolean;
      /** All pixels have equal components: the samples contain only the first. */
      readonly isGray?: true;
    }
  | { readonly kind: 'cmyk' }
  /** Lab and DeviceN: amounts that may be averaged and coded separately. */
  | { readonly kind: 'channels'; readonly components: 3 | 4 }
  | {
      readonly kind: 'indexed';
      readonly base: 'gray' | 'rgb' | 'other';
      /** Bytes of one table entry. */
      readonly entryBytes: number;
      readonly table: Uint8Array;
    }
  /** DeviceN of two, or of more colorants than JPEG supports: amounts that may be averaged. */
  | { readonly kind: 'inks'; readonly components: number }
  /** Any other space: samples without a known meaning. */
  | { readonly kind: 'other'; readonly components: number };

export type ImageSource =
  /**
   * Rows of a PDF image with all filters undone; with `packing` they are still encoded and not suitable for
   * codecs.
   */
  | { readonly kind: 'samples'; readonly rows: Uint8Array; readonly packing?: SamplePacking }
  | {
      readonly kind: 'dct';
      readonly jpeg: Uint8Array;
      /** `/ColorTransform` of the filter's parameters, if given. */
      readonly colorTransform: number | null;
    }
  | { readonly kind: 'ccitt'; readonly data: Uint8Array; readonly params: CcittParams }
  | {
      readonly kind: 'jbig2';
      readonly data: Uint8Array;
      /** Data of `/JBIG2Globals`. */
      readonly globals: Uint8Array | null;
    }
  | {
      readonly kind: 'jpx';
      readonly data: Uint8Array;
      /** The dictionary names no color space: the data's own applies (ISO 32000-2, 7.4.9). */
      readonly hasOwnSpace: boolean;
      /** An opacity channel follows the colors (`/SMaskInData 1`). */
      readonly hasOpacity: boolean;
    };

/** A soft mask must stay DeviceGray, and its edges must not shift. */
export type ImageRole = 'picture' | 'soft-mask';

/** The mask of an image, for reading only: its own job recodes it. */
export interface AlphaGuide {
  readonly width: number;
  readonly height: number;
  readonly bits: Exclude<SampleBits, 16>;
  readonly source: ImageSource;
  /** The highest sample value hides instead of showing. */
  readonly inverted: boolean;
}

export interface ImageSettings {
  readonly quality: number;
  /** An image that is no JPEG may become one. */
  readonly mayBecomeJpeg: boolean;
  /** A photograph that stays exact may become reversible JPEG 2000. */
  readonly mayBecomeJpx?: boolean;
  /** Color space or bit depth may change (no Decode array or color key depends on them). */
  readonly mayChangeSpace: boolean;
  readonly stripMetadata: boolean;
  /** Colors hidden by its mask may be changed. */
  readonly mayDropHidden?: boolean;
  readonly jbig2: Jbig2Setting;
}

/** Result of a job: the image as it is, in a new form, or as the layers of a scanned page. */
export type ImageJobResult = ImageResult | SeparatedPage;

export type ImageResult = KeptImage | ReplacedImage;

export interface KeptImage extends ImageFacts {
  readonly kind: 'kept';
  readonly reason: SkipReason;
}

export interface ReplacedImage extends ImageFacts {
  readonly kind: 'replaced';
  readonly image: EncodedImage;
  /** It was converted to gray: an unchanged space, or a palette's base, is gray now. */
  readonly becameGray?: boolean;
  /** The source has fine detail, such as small print, and the new form has fewer pixels. */
  readonly lostDetail?: boolean;
  /** Opacity of the data, as the soft mask that the image needs now. */
  readonly opacity?: EncodedImage;
  /** Reason why it has more pixels than `maxDimension` allows. */
  readonly allPixels?: SkipReason;
  /** The matte was undone: the soft mask must no longer have it. */
  readonly unblended?: boolean;
  /** Pixels on the edges of its letters moved, and the judge found no broken rule. */
  readonly moved?: MovedEdges;
  /** For a tried form: maximum share of the lossless bytes for a JPEG to be used. */
  readonly share?: number;
}

/** The page with separated text. */
export interface SeparatedPage extends JobFacts {
  readonly kind: 'layers';
  readonly layers: PageLayers;
}

interface JobFacts {
  /** Reason why its text was not separated. */
  readonly notSeparated?: MrcRefusal;
  /** Number of pictures on the page of one bit that was made of it. */
  readonly inkPictures?: number;
  /** Reason why it did not become one bit. */
  readonly notInk?: InkRefusal;
  /** Bytes decoded to get plain samples. */
  readonly unpackedBytes?: number;
  /** Reason why it did not become gray. */
  readonly stillColor?: SkipReason;
}

interface ImageFacts extends JobFacts {
  /** Reason why no pixel moved although allowed. */
  readonly stayedExact?: ExactReason;
  /** Value from 0 to 255 of all samples of a uniform soft mask. */
  readonly constant?: number;
  /** For the next job of a search, if the image may be a JPEG and there is room. */
  readonly picture?: Picture;
}

export function kept(reason: SkipReason): KeptImage {
  return { kind: 'kept', reason };
}

/** Samples per pixel, for spaces that a raster can hold. */
export function channelsOf(space: Exclude<SampleSpace, { kind: 'other' | 'inks' }>): Channels {
  if (space.kind === 'channels') return space.components;
  return space.kind === 'rgb' && space.isGray === true ? 1 : CHANNELS[space.kind];
}

/** An index is one sample. */
const CHANNELS = { gray: 1, rgb: 3, cmyk: 4, indexed: 1 } as const;

/** Returns whether three equal components may become DeviceGray. */
export function mayBecomeGray({ space, settings }: RecodeJob): boolean {
  return space.kind === 'rgb' && space.mayBecomeGray && settings.mayChangeSpace;
}

export function replaced(image: EncodedImage): ReplacedImage {
  return { kind: 'replaced', image };
}
