import type { EncodedImage, ImageJobResult } from '../codecs/image-job-types.ts';
import { effectiveDpi } from '../codecs/target-size.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { colorSpaceName, type ImageXObject } from '../pdf/image-xobject.ts';
import { shownSize } from '../pdf/inventory/page-sizes.ts';
import { PDFDict, type PDFRef } from '../pdf/objects.ts';
import { pageRefs } from '../pdf/page-tree.ts';
import type { ImagePlacement } from '../pdf/placement.ts';
import type { ImageOutcome, ImageReport } from '../report.ts';
import { applyImage, dropMatte } from './images/apply.ts';
import { collectImages, type Surroundings } from './images/collect.ts';
import { recodeAhead } from './images/image-jobs.ts';
import { eachItem, type Pass, type PassContext, saved, skipped } from './pass.ts';

/**
 * Recodes every image XObject as small as it faithfully can be: shrunk to `maxDimension` and
 * `maxDpi` but not below `minDpi`, as JPEG where that is
 * allowed and clearly smaller, else lossless. Soft masks are recoded beside their images. Colour spaces, profiles,
 * masks, `/Decode`, rendering intents and everything else in the dictionary stay (ISO 32000-2, 8.9.5); inline
 * images that were worth it have become XObjects before. Each image that stays untouched has a reason in the report.
 */
export const images: Pass = {
  id: 'images',
  enabled: () => true,

  async run(doc, ctx) {
    const { images: found, surroundings } = collectImages(doc);
    // A mask with a matte is free once its image is no longer blended, so those come last.
    const waiting = found.filter(({ matte }) => matte !== null);
    const ready = found.filter(({ matte }) => matte === null);
    const unblended = new Set<PDFRef>();
    const aroundMasks: Surroundings = {
      ...surroundings,
      isMatted: (image) => surroundings.isMatted(image) && !unblended.has(image.ref),
    };
    let results = recodeAhead(ready, surroundings, ctx);
    const replaced: { readonly image: ImageXObject; readonly encoded: EncodedImage }[] = [];
    try {
      const report = await eachItem('images', [...ready, ...waiting], ctx, async (image) => {
        if (image === waiting[0]) {
          results.close();
          results = recodeAhead(waiting, aroundMasks, ctx);
        }
        const result = await results.next();
        if (result.kind === 'replaced') {
          replaced.push({ image, encoded: result.image });
          if (result.unblended === true && image.softMask !== null) unblended.add(image.softMask);
        }
        const placement = surroundings.placementOf(image);
        if (isLowResolutionScan(doc, placement, result)) ctx.warn('low-resolution-scan');
        return finish(ctx, image, surroundings, result);
      });
      // Not before all are planned: how far ahead that is done must not decide what a plan sees.
      for (const { image, encoded } of replaced) applyImage(doc, ctx.changes, image, encoded);
      for (const mask of unblended) dropMatte(doc, ctx.changes, mask);
      return report;
    } finally {
      results.close();
    }
  },
};

function finish(ctx: PassContext, image: ImageXObject, around: Surroundings, result: ImageJobResult) {
  const bytes = image.stream.contents.length;
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
  ctx.reportImage({
    object: image.ref.objectNumber,
    width: image.width,
    height: image.height,
    bitsPerComponent: image.bits,
    colorSpace: colorSpaceName(image),
    codec: image.codec,
    bytes,
    isSoftMask: around.isSoftMask(image),
    ...dpiOf(image, around.placementOf(image), result),
    outcome,
  });
  if (result.kind === 'kept') return skipped(result.reason);
  return saved(bytes - result.image.data.bytes.length);
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

/** Under this, print of usual size is no longer readable with ease. */
const READABLE_DPI = 110;
/** A scan may leave margins; a picture inside a text covers less. */
const PAGE_SHARE = 0.6;

/** A picture of a whole page with fine detail in it that was made too coarse to read. */
function isLowResolutionScan(
  doc: PdfDocument,
  placement: ImagePlacement | null,
  result: ImageJobResult,
): boolean {
  if (result.kind === 'kept' || result.lostDetail !== true || placement === null) return false;
  const dpi = effectiveDpi(result.image, placement);
  const page = pageRefs(doc.trailer)[placement.pages[0] ?? 0];
  const dict = page === undefined ? undefined : doc.context.lookup(page);
  if (dpi === null || dpi >= READABLE_DPI || !(dict instanceof PDFDict)) return false;
  const { widthPt, heightPt } = shownSize(dict);
  return placement.widthPt * placement.heightPt >= widthPt * heightPt * PAGE_SHARE;
}
