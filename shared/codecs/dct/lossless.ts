import type { DeferredEncoding } from '../deferred-encoding.ts';
import { MARKER, segmentBody, startsWith } from '../jpeg/format/header.ts';
import { stripMetadata } from '../jpeg/format/segments.ts';
import { type CoefficientImage, readCoefficients } from '../jpeg/read/read.ts';
import { smallestPlan } from '../jpeg/scans/smallest-plan.ts';
import { provedPlan } from './proved-file.ts';

export interface OptimizeJpegOptions {
  /** Removes EXIF, XMP, ICC, comments and other data that PDF readers ignore. Default false. */
  readonly stripMetadata?: boolean;
  /** Larger images are refused; coefficients take up to 2 bytes per pixel and component. Default 80 million. */
  readonly maxPixels?: number;
}

export interface OptimizedJpeg {
  readonly bytes: Uint8Array;
  /** Coding of the result; `kept` is the file's own coding without metadata. */
  readonly coding: 'sequential' | 'progressive' | 'kept';
}

/**
 * Recodes a JPEG without changing any quantized coefficient: sequential or progressive, whichever is smaller,
 * with optimal Huffman tables (ITU-T T.81, K.2). The result is read again and compared. Null if nothing is
 * smaller, and for files that cannot be read completely: damaged or truncated data, 12 bits, arithmetic
 * coding, lossless and hierarchical processes, DNL, too many pixels.
 *
 * Kept: dimensions, sampling, quantization tables, component identifiers, Adobe's APP14. Removed: restart
 * markers, and anything after the end.
 */
export function optimizeJpeg(jpeg: Uint8Array, options: OptimizeJpegOptions = {}): OptimizedJpeg | null {
  return draftOptimizedJpeg(jpeg, options)?.finish() ?? null;
}

/** Like optimizeJpeg() in two steps: `about` is a lower bound, known in half the time. */
export function draftOptimizedJpeg(
  jpeg: Uint8Array,
  { stripMetadata: strips = false, maxPixels = 80_000_000 }: OptimizeJpegOptions = {},
): DeferredEncoding<OptimizedJpeg | null> | null {
  const image = readCoefficients(jpeg, { maxPixels });
  if (image === null) return null;
  const kept: OptimizedJpeg = { bytes: strips ? stripMetadata(jpeg) : jpeg, coding: 'kept' };
  const segments = strips ? neededSegments(image) : image.appSegments;
  const plan = smallestPlan(image.frame);
  // Rarely, another JPEG was read since then.
  const currentFrame = () =>
    image.frame.lent.isLent() ? image.frame : readCoefficients(jpeg, { maxPixels })!.frame;
  const finish = (): OptimizedJpeg | null => {
    const file = plan === null ? null : provedPlan(currentFrame(), plan, segments);
    const isSmaller = file !== null && file.bytes.length < kept.bytes.length;
    const best: OptimizedJpeg = isSmaller ? { bytes: file.bytes, coding: file.process } : kept;
    return best.bytes.length < jpeg.length ? best : null;
  };
  return { about: Math.min(plan?.bytes ?? kept.bytes.length, kept.bytes.length), finish };
}

/**
 * Returns the segments that determine the components' colors. Without any marker, decoders assume YCbCr for
 * three components unless their identifiers are RGB; so JFIF may only be removed if it means the same.
 */
function neededSegments({ header, appSegments }: CoefficientImage): readonly Uint8Array[] {
  const ids = header.components.map(({ id }) => id).join();
  const needsJfif =
    ids !== '1' && (ids !== '1,2,3' || (header.adobeTransform !== null && header.adobeTransform !== 1));
  return appSegments.filter((segment) => {
    const body = segmentBody(segment, { marker: segment[1]!, start: 0, end: segment.length });
    if (segment[1] === MARKER.APP14) return startsWith(body, 'Adobe');
    return needsJfif && segment[1] === MARKER.APP0 && startsWith(body, 'JFIF\0');
  });
}
