import { type DeferredEncoding, finishedAs } from '../codecs/deferred-encoding.ts';
import { insertSegments } from '../codecs/jpeg/format/segments.ts';
import { downsample } from '../codecs/resample/resample.ts';
import type { EncodedImage } from './encoded-image.ts';
import { draftJpeg } from './image-codecs.ts';
import { type PictureStep, regainedQuality } from './quality.ts';
import { type ImageResult, kept, type Picture, type ReplacedImage } from './types.ts';

/** Null if the encoder fails. */
export function draftPicture(
  picture: Picture,
  { target, quality: asked }: PictureStep,
): DeferredEncoding<EncodedImage> | null {
  const { raster, chroma, space, metadata } = picture;
  const isSized = target.width >= raster.width && target.height >= raster.height;
  const sized = isSized ? raster : downsample(raster, target.width, target.height);
  const quality = Math.min(asked, mostQuality(picture, sized.width));
  const draft = draftJpeg(sized, { quality, chroma });
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

/** One of several tries: the JPEG alone, regardless of other forms. */
export function triedPicture(picture: Picture, step: PictureStep): ImageResult {
  const draft = draftPicture(picture, step);
  if (draft === null) return kept('worker-failed');
  return { ...pictureResult(picture, draft.finish()), share: picture.share };
}

/** Builds the result for a JPEG of this image. */
export function pictureResult(picture: Picture, image: EncodedImage): ReplacedImage {
  return {
    kind: 'replaced',
    image,
    lostDetail: image.width < picture.storedWidth && picture.isDetailed,
    unblended: picture.unblended,
    ...(picture.becameGray ? { becameGray: true } : {}),
  };
}
