import { effectiveDpi } from '../../codecs/jobs/target-size.ts';
import type { ImageJobResult } from '../../codecs/jobs/types.ts';
import type { CompressOptions } from '../../options.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { colorSpaceName, type ImageXObject } from '../../pdf/image-xobject.ts';
import { shownSize } from '../../pdf/inventory/page-sizes.ts';
import { PDFDict } from '../../pdf/objects.ts';
import { pageRefs } from '../../pdf/page-tree.ts';
import type { ImagePlacement } from '../../pdf/placement.ts';
import type { ImageOutcome, ImageReport } from '../../report.ts';
import type { Surroundings } from './collect.ts';

/** An image and what became of it. */
export interface FinishedImage {
  readonly image: ImageXObject;
  readonly result: ImageJobResult;
  /** Its colours are gray now, in samples or palette. */
  readonly becameGray: boolean;
}

/** The line of the report for one image. */
export function imageReport({ image, result, becameGray }: FinishedImage, around: Surroundings): ImageReport {
  const outcome: ImageOutcome =
    result.kind === 'kept'
      ? { kind: 'kept', reason: result.reason }
      : {
          kind: 'replaced',
          codec: result.image.data.kind,
          width: result.image.width,
          height: result.image.height,
          bytes: result.image.data.bytes.length,
        };
  return {
    object: image.ref.objectNumber,
    width: image.width,
    height: image.height,
    bitsPerComponent: image.bits,
    colorSpace: colorSpaceName(image),
    codec: image.codec,
    bytes: image.stream.contents.length,
    isSoftMask: around.isSoftMask(image),
    ...dpiOf(image, around.placementOf(image), result),
    outcome,
    ...(becameGray ? { becameGray } : {}),
    ...(result.stillColor === undefined ? {} : { stillColor: result.stillColor }),
  };
}

function dpiOf(
  image: ImageXObject,
  placement: ImagePlacement | null,
  result: ImageJobResult,
): Pick<ImageReport, 'dpi'> {
  const before = effectiveDpi(image, placement);
  const after = effectiveDpi(result.kind === 'replaced' ? result.image : image, placement);
  if (before === null || after === null) return {};
  return { dpi: { before: Math.round(before), after: Math.round(after) } };
}

/** Under this, print of usual size is no longer readable with ease, and stripes and fine lines blur. */
const READABLE_DPI = 120;
/** Who names a floor has thought of it; yet under this nobody reads with ease. */
const LEAST_READABLE_DPI = 110;
/** A scan may leave margins; a picture inside a text covers less. */
const PAGE_SHARE = 0.6;

/** A picture of a whole page with fine detail in it that was made too coarse to read. */
export function isLowResolutionScan(
  doc: PdfDocument,
  placement: ImagePlacement | null,
  result: ImageJobResult,
  { minDpi }: Pick<CompressOptions, 'minDpi'>,
): boolean {
  if (result.kind === 'kept' || result.lostDetail !== true || placement === null) return false;
  const dpi = effectiveDpi(result.image, placement);
  const page = pageRefs(doc.trailer)[placement.pages[0] ?? 0];
  const dict = page === undefined ? undefined : doc.context.lookup(page);
  const bar = minDpi === 0 ? READABLE_DPI : Math.min(READABLE_DPI, Math.max(LEAST_READABLE_DPI, minDpi));
  if (dpi === null || dpi >= bar || !(dict instanceof PDFDict)) return false;
  const { widthPt, heightPt } = shownSize(dict);
  return placement.widthPt * placement.heightPt >= widthPt * heightPt * PAGE_SHARE;
}
