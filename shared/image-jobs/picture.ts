import { type Draft, finishedAs } from '../codecs/draft.ts';
import { insertSegments } from '../codecs/jpeg/format/segments.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { downsample } from '../codecs/resample/resample.ts';
import { draftJpeg, type ImageCodecs } from './image-codecs.ts';
import { type PictureStep, regainedQuality } from './quality.ts';
import type { EncodedImage, EncodedSpace, ImageJobResult } from './types.ts';

/**
 * A picture ready to be written as a JPEG, again and again at other sizes and qualities: unpacked, out of its matte,
 * filled where nobody sees it, and not larger than was asked for at most.
 */
export interface Picture {
  readonly raster: Raster;
  /** What a JPEG of it is in. */
  readonly space: EncodedSpace;
  /** Resolution of the colour; none where the channels have no luminance in common and stay as they are. */
  readonly chroma: '4:2:0' | '4:4:4' | 'none';
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

/** Null when the encoder gives up. */
export async function draftPicture(
  picture: Picture,
  { target, quality: asked }: PictureStep,
  codecs: ImageCodecs,
): Promise<Draft<EncodedImage> | null> {
  const { raster, chroma, space, metadata } = picture;
  const isSized = target.width >= raster.width && target.height >= raster.height;
  const sized = isSized ? raster : downsample(raster, target.width, target.height);
  const quality = Math.min(asked, mostQuality(picture, sized.width));
  const draft = await draftJpeg(sized, { quality, chroma }, codecs);
  if (draft === null) return null;
  return finishedAs(draft, (bytes) => ({
    width: sized.width,
    height: sized.height,
    bits: 8,
    space,
    data: {
      kind: 'dct',
      bytes: insertSegments(bytes, metadata),
      coding: chroma === 'none' && sized.channels === 3 ? 'untransformed' : 'new',
    },
  }));
}

function mostQuality({ storedQuality, storedWidth }: Picture, width: number): number {
  if (storedQuality === null || width === storedWidth) return 100;
  return regainedQuality(storedQuality, storedWidth / width);
}

/** One of several tries: the JPEG alone, whatever else the image may be. */
export async function triedPicture(
  picture: Picture,
  step: PictureStep,
  codecs: ImageCodecs,
): Promise<ImageJobResult> {
  const draft = await draftPicture(picture, step, codecs);
  if (draft === null) return { kind: 'kept', reason: 'job-failed', picture };
  return { ...pictureResult(picture, draft.finish()), picture, share: picture.share };
}

/** What is to be said of a JPEG of this picture. */
export function pictureResult(picture: Picture, image: EncodedImage): ImageJobResult {
  return {
    kind: 'replaced',
    image,
    lostDetail: image.width < picture.storedWidth && picture.isDetailed,
    unblended: picture.unblended,
    ...(picture.becameGray ? { becameGray: true } : {}),
  };
}
