import { type ImageJobResult, kept } from '../../image-jobs/types.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { PDFRef } from '../../pdf/objects.ts';
import type { WorkContext } from '../work-context.ts';
import { BitPages } from './bit-pages.ts';
import type { Surroundings } from './collect.ts';
import { type PlanOf, recodeAhead } from './image-jobs.ts';

/** An image with what came of it. */
export interface RecodedImage {
  readonly image: ImageXObject;
  readonly result: ImageJobResult;
}

/**
 * Recodes all images and changes none yet. A mask with a matte is free once its image is no longer blended, so those
 * come last.
 *
 * @param onDone hears of each image, in the order of the results
 */
export async function recodeAll(
  images: readonly ImageXObject[],
  around: Surroundings,
  ctx: Pick<WorkContext, 'threads' | 'signal'>,
  planOf: PlanOf,
  onDone: (done: number) => void,
): Promise<readonly RecodedImage[]> {
  const waiting = images.filter(({ matte }) => matte !== null);
  const ready = images.filter(({ matte }) => matte === null);
  const unblended = new Set<PDFRef>();
  const aroundMasks: Surroundings = {
    ...around,
    isMatted: (image) => around.isMatted(image) && !unblended.has(image.ref),
  };
  const finished: RecodedImage[] = [];
  const pages = new BitPages(ctx);
  for (const [part, surroundings] of [
    [ready, around],
    [waiting, aroundMasks],
  ] as const) {
    const results = recodeAhead(part, surroundings, ctx, planOf);
    try {
      for (const image of part) {
        ctx.signal?.throwIfAborted();
        ctx.threads.throwIfClosed();
        const next = await results.next();
        const result = next.kind === 'page' ? WAITS : next;
        if (next.kind === 'page') await pages.add(finished.length, image, next);
        finished.push({ image, result });
        if (isUnblended(result) && image.softMask !== null) unblended.add(image.softMask);
        onDone(finished.length);
      }
    } finally {
      results.stop();
    }
  }
  for (const { at, result } of await pages.finish()) finished[at] = { image: finished[at].image, result };
  return finished;
}

/** Until its page is coded together with others. */
const WAITS: ImageJobResult = kept('not-smaller');

/** The matte has been taken out of it. */
export function isUnblended(result: ImageJobResult): boolean {
  return result.kind === 'replaced' && result.unblended === true;
}
