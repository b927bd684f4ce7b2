import type { CcittParams } from '../codecs/ccitt/decode.ts';
import type { SamplePacking } from '../codecs/flate/sample-packing.ts';
import type { Jbig2Coding } from '../codecs/jbig2/coding.ts';
import type { GrayConversion } from '../codecs/pixels/gray-conversion.ts';
import type { Channels, Raster } from '../codecs/pixels/raster.ts';
import type { ExactReason, MovedEdges, SeparationRefusal, SkipReason } from '../report.ts';
import type { Chroma } from './chroma.ts';
import { type EncodedImage, type EncodedSpace, encodedBytes, type SampleBits } from './encoded-image.ts';
import type { PageLayers } from './mrc/layers.ts';
import type { PictureStep } from './quality.ts';
import type { PixelSize } from './resolution.ts';

/**
 * One image as one pure piece of work: plain data in, plain data out, nothing shared. It may run in any thread, and
 * its result depends on nothing else.
 */
export interface ImageJob {
  readonly kind: 'image';
  readonly width: number;
  readonly height: number;
  readonly bits: SampleBits;
  readonly space: SampleSpace;
  readonly source: ImageSource;
  /** Bytes of the stream as the file holds it. */
  readonly storedBytes: number;
  readonly role: ImageRole;
  /** Where this image shows through its soft mask or stencil, or null when all of it does. */
  readonly alpha: AlphaGuide | null;
  /** The colour, 0-255 for each component, that the picture is pre-blended with by its soft mask; else null. */
  readonly matte: readonly number[] | null;
  /** Why samples and colour space must stay as they are; they may still be packed better. */
  readonly refusal: SkipReason | null;
  /** How the picture becomes gray, where that is asked and it is not; this goes before `refusal`. */
  readonly gray: GrayConversion | null;
  /** Pixels to keep at most; the image's own size where nothing bounds it. */
  readonly target: PixelSize;
  /** How many times finer than `target` it is where it may stay so, see `firstStep`; else 1. */
  readonly excess: number;
  /** Of a picture of one bit: as many pixels on each side become one; all stay where left out. */
  readonly bitFactor?: number;
  /** Drawn so large that its pixels are seen one by one. */
  readonly isCoarse: boolean;
  readonly settings: ImageSettings;
  /** The dots per inch at which it covers a page alone, where its text may be separated from the paper; else null. */
  readonly separable: number | null;
  /** Present where one job of many for the same image asks how large it would be. */
  readonly search?: PictureSearch;
}

/** Sizes and qualities of one picture are tried; `target` and `settings` say the most that is asked for. */
export interface PictureSearch {
  /** What is tried now; null for the first time, which makes the image as if nothing were searched. */
  readonly step: PictureStep | null;
  /** What an earlier job of the same search has made ready; nothing else of the job counts then. */
  readonly picture?: Picture;
  /** There is room to keep what this job makes ready. */
  readonly keepsPicture: boolean;
}

/**
 * A picture ready to be written as a JPEG, again and again at other sizes and qualities: unpacked, out of its matte,
 * filled where nobody sees it, and not larger than was asked for at most.
 */
export interface Picture {
  readonly raster: Raster;
  /** What a JPEG of it is in. */
  readonly space: EncodedSpace;
  readonly chroma: Chroma;
  /** Pixels across as the file holds it. */
  readonly storedWidth: number;
  /** Of the JPEG that it came from; null where it came from exact samples. */
  readonly storedQuality: number | null;
  /** Segments to carry into every JPEG of it. */
  readonly metadata: Uint8Array;
  /** A JPEG of it is taken when it is this share of the bytes of what loses nothing. */
  readonly share: number;
  readonly isDetailed: boolean;
  readonly unblended: boolean;
  readonly becameGray: boolean;
}

/** What codec choices need to know of a colour space. */
export type SampleSpace =
  | { readonly kind: 'gray' }
  | {
      readonly kind: 'rgb';
      /** Equal components may become one DeviceGray component. */
      readonly mayBecomeGray: boolean;
      /** They may, and are equal in every pixel: of the samples there is the first component alone. */
      readonly isGray?: true;
    }
  | { readonly kind: 'cmyk' }
  /** Lab and DeviceN: amounts that may be averaged and coded, each by itself. */
  | { readonly kind: 'channels'; readonly components: 3 | 4 }
  | {
      readonly kind: 'indexed';
      readonly base: 'gray' | 'rgb' | 'other';
      /** Bytes of one table entry. */
      readonly entryBytes: number;
      readonly table: Uint8Array;
    }
  /** DeviceN of two, or of more colorants than a JPEG has: amounts that may be averaged. */
  | { readonly kind: 'inks'; readonly components: number }
  /** Any other: its samples are numbers without a meaning. */
  | { readonly kind: 'other'; readonly components: number };

export type ImageSource =
  /** Rows as a PDF image holds them, all filters undone; with `packing` they are still packed, and no codec looks at them. */
  | { readonly kind: 'samples'; readonly rows: Uint8Array; readonly packing?: SamplePacking }
  | {
      readonly kind: 'dct';
      readonly jpeg: Uint8Array;
      /** `/ColorTransform` of the filter's parameters, where given. */
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
      /** The dictionary names no colour space: the data's own one holds (ISO 32000-2, 7.4.9). */
      readonly hasOwnSpace: boolean;
      /** Behind the colours lies how much of them is seen (`/SMaskInData 1`). */
      readonly hasOpacity: boolean;
    };

/** A soft mask must stay DeviceGray, and what it hides or shows must not shift. */
export type ImageRole = 'picture' | 'soft-mask';

/** The mask beside an image, only to look at: its own result is its own job's. */
export interface AlphaGuide {
  readonly width: number;
  readonly height: number;
  readonly bits: Exclude<SampleBits, 16>;
  readonly source: ImageSource;
  /** The highest sample value hides instead of shows. */
  readonly inverted: boolean;
}

export interface ImageSettings {
  readonly quality: number;
  /** An image that is no JPEG may become one. */
  readonly mayBecomeJpeg: boolean;
  /** The colour space or the bit depth may change (no Decode array, no colour key that speaks of the old ones). */
  readonly mayChangeSpace: boolean;
  readonly stripMetadata: boolean;
  /** What JBIG2 data may be made of at most. */
  readonly jbig2: Jbig2Coding;
}

export interface KeptImage {
  readonly kind: 'kept';
  readonly reason: SkipReason;
}

export type ImageJobResult = (
  | KeptImage
  | {
      readonly kind: 'replaced';
      readonly image: EncodedImage;
      /** It was converted: a space that stayed the same, and a palette's base, are gray now. */
      readonly becameGray?: boolean;
      /** The source holds fine detail, such as small print, and the new form has fewer pixels. */
      readonly lostDetail?: boolean;
      /** Opacity that lay in the data, as the soft mask that the image needs now. */
      readonly opacity?: EncodedImage;
      /** The matte has been taken out: the soft mask must no longer name it. */
      readonly unblended?: boolean;
    }
) & {
  /** The page with its text separated from the paper, to stand in the place of all that is said otherwise. */
  readonly layers?: PageLayers;
  /** Its text was to be separated, and why it was not. */
  readonly notSeparated?: SeparationRefusal;
  /** Pixels on the edges of its letters moved, and the judge found no rule broken. */
  readonly moved?: MovedEdges;
  /** Its pixels were allowed to move, and why none did. */
  readonly stayedExact?: ExactReason;
  /** That were unpacked on the way to plain samples. */
  readonly unpackedBytes?: number;
  /** A soft mask whose samples all have this value, of 0 to 255. */
  readonly constant?: number;
  /** It was to become gray, and why it did not. */
  readonly stillColor?: SkipReason;
  /** For the next job of a search, where the image may be a JPEG and there is room. */
  readonly picture?: Picture;
  /** Of what was tried: a JPEG is taken when it is this share of the bytes of what loses nothing. */
  readonly share?: number;
};

export function kept(reason: SkipReason): KeptImage {
  return { kind: 'kept', reason };
}

/** Samples of one pixel, where a raster can hold them. */
export function channelsOf(space: Exclude<SampleSpace, { kind: 'other' | 'inks' }>): Channels {
  if (space.kind === 'channels') return space.components;
  return space.kind === 'rgb' && space.isGray === true ? 1 : CHANNELS[space.kind];
}

/** An index is one. */
const CHANNELS = { gray: 1, rgb: 3, cmyk: 4, indexed: 1 } as const;

/** Three equal components may become one of DeviceGray. */
export function mayBecomeGray({ space, settings }: ImageJob): boolean {
  return space.kind === 'rgb' && space.mayBecomeGray && settings.mayChangeSpace;
}

export function replaced(image: EncodedImage): ImageJobResult {
  return { kind: 'replaced', image };
}

/** The smallest candidate where it is smaller than what the file holds. */
export function smallerOf(
  job: ImageJob,
  candidates: readonly EncodedImage[],
  otherwise: SkipReason = 'not-smaller',
): ImageJobResult {
  const [best] = candidates.toSorted((a, b) => encodedBytes(a) - encodedBytes(b));
  return encodedBytes(best) < job.storedBytes ? replaced(best) : kept(otherwise);
}
