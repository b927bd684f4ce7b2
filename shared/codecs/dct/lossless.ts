import type { DeferredEncoding } from '../deferred-encoding.ts';
import { MARKER, segmentBody, startsWith } from '../jpeg/format/header.ts';
import { stripMetadata } from '../jpeg/format/segments.ts';
import { type CoefficientImage, readCoefficients } from '../jpeg/read/read.ts';
import { smallestPlan } from '../jpeg/scans/smallest-plan.ts';
import { provedPlan } from './proved-file.ts';

export interface OptimizeJpegOptions {
  /** Leaves out EXIF, XMP, ICC, comments and what else says nothing to a PDF reader. Default false. */
  readonly stripMetadata?: boolean;
  /** Larger pictures are refused; their coefficients take up to 2 bytes per pixel and component. Default 80 million. */
  readonly maxPixels?: number;
}

export interface OptimizedJpeg {
  readonly bytes: Uint8Array;
  /** How the result is coded; `kept` is the file's own coding, with metadata taken out. */
  readonly coding: 'sequential' | 'progressive' | 'kept';
}

/**
 * Codes a JPEG again without changing a single quantised coefficient: sequential or progressive, whichever is
 * smaller, with Huffman tables made for it (ITU-T T.81, K.2). The result is read again and compared before it is
 * given out. Null when nothing is smaller, and for files that cannot be read in full: damaged or truncated data,
 * 12 bits, arithmetic coding, lossless and hierarchical processes, DNL, more pixels than allowed.
 *
 * Stays: dimensions, sampling, quantisation tables, component identifiers, Adobe's APP14. Goes: restart markers,
 * and anything behind the end.
 */
export function optimizeJpeg(jpeg: Uint8Array, options: OptimizeJpegOptions = {}): OptimizedJpeg | null {
  return draftOptimizedJpeg(jpeg, options)?.finish() ?? null;
}

/** The same in two steps: `about` is the least it may come to, which is known in half of the time. */
export function draftOptimizedJpeg(
  jpeg: Uint8Array,
  { stripMetadata: strips = false, maxPixels = 80_000_000 }: OptimizeJpegOptions = {},
): DeferredEncoding<OptimizedJpeg | null> | null {
  const image = readCoefficients(jpeg, { maxPixels });
  if (image === null) return null;
  const kept: OptimizedJpeg = { bytes: strips ? stripMetadata(jpeg) : jpeg, coding: 'kept' };
  const segments = strips ? neededSegments(image) : image.appSegments;
  const plan = smallestPlan(image.frame);
  // Another JPEG may have been read since then, which hardly ever happens.
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
 * The segments that say which colours the components are. Without any marker, decoders take three components
 * for YCbCr, unless their identifiers spell RGB; so JFIF may only go where it says the same.
 */
function neededSegments({ header, appSegments }: CoefficientImage): readonly Uint8Array[] {
  const ids = header.components.map(({ id }) => id).join();
  const needsJfif =
    ids !== '1' && (ids !== '1,2,3' || (header.adobeTransform !== null && header.adobeTransform !== 1));
  return appSegments.filter((segment) => {
    const body = segmentBody(segment, { marker: segment[1], start: 0, end: segment.length });
    if (segment[1] === MARKER.APP14) return startsWith(body, 'Adobe');
    return needsJfif && segment[1] === MARKER.APP0 && startsWith(body, 'JFIF\0');
  });
}
