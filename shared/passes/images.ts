import type { EncodedImage, ImageJobResult } from '../codecs/image-job-types.ts';
import { colorSpaceName, type ImageXObject } from '../pdf/image-xobject.ts';
import type { ImageOutcome } from '../report.ts';
import { applyImage } from './images/apply.ts';
import { collectImages } from './images/collect.ts';
import { recodeAhead } from './images/image-jobs.ts';
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
    const { images: found, surroundings } = collectImages(doc);
    const results = recodeAhead(found, surroundings, ctx);
    const replaced: { readonly image: ImageXObject; readonly encoded: EncodedImage }[] = [];
    try {
      const report = await eachItem('images', found, ctx, async (image) => {
        const result = await results.next();
        if (result.kind === 'replaced') replaced.push({ image, encoded: result.image });
        return finish(ctx, image, surroundings.isSoftMask(image), result);
      });
      // Not before all are planned: how far ahead that is done must not decide what a plan sees.
      for (const { image, encoded } of replaced) applyImage(doc, ctx.changes, image, encoded);
      return report;
    } finally {
      results.close();
    }
  },
};

function finish(ctx: PassContext, image: ImageXObject, isSoftMask: boolean, result: ImageJobResult) {
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
  return saved(bytes - result.image.data.bytes.length);
}
