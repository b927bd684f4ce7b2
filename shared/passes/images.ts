import type { ImageXObject } from '../pdf/image-xobject.ts';
import type { PDFRef } from '../pdf/objects.ts';
import { applyImage, applyPalette, dropMatte } from './images/apply.ts';
import { collectImages, type Surroundings } from './images/collect.ts';
import { graySpace } from './images/gray-space.ts';
import { grayPlan } from './images/grayscale.ts';
import { recodeAhead } from './images/image-jobs.ts';
import { type FinishedImage, imageReport, isLowResolutionScan } from './images/report.ts';
import { eachItem, type Pass, saved, skipped } from './pass.ts';

/**
 * Recodes every image XObject as small as it faithfully can be: shrunk to `maxDimension` and `maxDpi` but not below
 * `minDpi`, as JPEG where that is allowed and clearly smaller, else lossless. Soft masks are recoded beside their
 * images. Colour spaces, profiles, masks, `/Decode`, rendering intents and everything else in the dictionary stay (ISO 32000-2, 8.9.5); inline
 * images that were worth it have become XObjects before. Each image that stays untouched has a reason in the report.
 * With `grayscale` pictures lose their colour on the way, and what was said of it: `/ColorSpace` and `/Decode`; masks
 * have none to lose.
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
    const paletteOf = (image: ImageXObject) => {
      const plan = grayPlan(image, surroundings, ctx);
      return plan.kind === 'palette' ? plan.table : null;
    };
    let results = recodeAhead(ready, surroundings, ctx);
    const finished: FinishedImage[] = [];
    try {
      const report = await eachItem('images', [...ready, ...waiting], ctx, async (image) => {
        if (image === waiting[0]) {
          results.close();
          results = recodeAhead(waiting, aroundMasks, ctx);
        }
        const result = await results.next();
        const isReplaced = result.kind === 'replaced';
        const becameGray = paletteOf(image) !== null || (isReplaced && result.becameGray === true);
        const done: FinishedImage = { image, result, becameGray };
        finished.push(done);
        if (isReplaced && result.unblended === true && image.softMask !== null) unblended.add(image.softMask);
        if (result.stillColor !== undefined) ctx.warn('color-kept');
        if (isLowResolutionScan(doc, surroundings.placementOf(image), result))
          ctx.warn('low-resolution-scan');
        ctx.reportImage(imageReport(done, surroundings));
        if (result.kind === 'kept') return becameGray ? saved(0) : skipped(result.reason);
        return saved(image.stream.contents.length - result.image.data.bytes.length);
      });
      // Not before all are planned: how far ahead that is done must not decide what a plan sees.
      const space = finished.some(({ becameGray }) => becameGray) ? graySpace(doc, ctx.facts) : null;
      for (const { image, result, becameGray } of finished) {
        const gray = becameGray && space !== null ? { space, palette: paletteOf(image) } : null;
        if (result.kind === 'replaced') applyImage(doc, ctx.changes, image, result.image, gray);
        else if (gray !== null) applyPalette(doc, ctx.changes, image, gray);
      }
      for (const mask of unblended) dropMatte(doc, ctx.changes, mask);
      return report;
    } finally {
      results.close();
    }
  },
};
