import { createImageCodecs } from '../codecs/image-codecs.ts';
import { runImageJob } from '../codecs/image-job.ts';
import type { ImageJobResult } from '../codecs/image-job-types.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { colorSpaceName, type ImageXObject } from '../pdf/image-xobject.ts';
import type { ImageOutcome } from '../report.ts';
import { applyImage } from './images/apply.ts';
import { collectImages } from './images/collect.ts';
import { planImage } from './images/plan.ts';
import { eachItem, type Pass, type PassContext, saved, skipped } from './pass.ts';

/**
 * Recodes every image XObject as small as it faithfully can be: shrunk to `maxDimension`, as JPEG where that is
 * allowed and clearly smaller, else lossless. Soft masks are recoded beside their images. Colour spaces, profiles,
 * masks, `/Decode`, rendering intents and everything else in the dictionary stay (ISO 32000-2, 8.9.5); inline
 * images stay as they are. Each image that stays untouched has a reason in the report.
 */
export const images: Pass = {
  id: 'images',
  enabled: () => true,

  async run(doc, ctx) {
    const codecs = createImageCodecs(ctx.host);
    const { images: found, surroundings } = collectImages(doc);
    // One after the other, so that one unpacked image is held at a time; results land in document order.
    return eachItem('images', found, ctx, async (image) => {
      const plan = planImage(image, surroundings, ctx);
      const result = plan.kind === 'job' ? await runImageJob(plan.job, codecs) : plan;
      return finish(doc, ctx, image, surroundings.isSoftMask(image), result);
    });
  },
};

function finish(
  doc: PdfDocument,
  ctx: PassContext,
  image: ImageXObject,
  isSoftMask: boolean,
  result: ImageJobResult,
) {
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
    isSoftMask,
    outcome,
  });
  if (result.kind === 'kept') return skipped(result.reason);
  applyImage(doc, ctx.changes, image, result.image);
  return saved(bytes - result.image.data.bytes.length);
}
