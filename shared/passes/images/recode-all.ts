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
  const finished = [...ready, ...waiting].map((image): RecodedImage => ({ image, result: WAITS }));
  const pages = new BitPages(ctx);
  let done = 0;
  for (const [part, surroundings] of [
    [bitsFirst(ready, 0), around],
    [bitsFirst(waiting, ready.length), aroundMasks],
  ] as const) {
    const results = recodeAhead(
      part.map(({ image }) => image),
      surroundings,
      ctx,
      planOf,
    );
    try {
      for (const { image, at } of part) {
        ctx.signal?.throwIfAborted();
        ctx.threads.throwIfClosed();
        if (!isOneBit(image)) pages.codeGathered();
        const next = await results.next();
        const result = next.kind === 'page' ? WAITS : next;
        if (next.kind === 'page') await pages.add(at, image, next);
        finished[at] = { image, result };
        if (isUnblended(result) && image.softMask !== null) unblended.add(image.softMask);
        done += 1;
        onDone(done);
      }
    } finally {
      results.stop();
    }
  }
  for (const { at, result } of await pages.finish()) finished[at] = { image: finished[at].image, result };
  return finished;
}

/** An image, and where its result belongs. */
interface Placed {
  readonly image: ImageXObject;
  readonly at: number;
}

/** Pages of one bit come first: what they have in common takes longest to find, and is found beside the rest. */
function bitsFirst(images: readonly ImageXObject[], firstAt: number): readonly Placed[] {
  const placed = images.map((image, index) => ({ image, at: firstAt + index }));
  return [
    ...placed.filter(({ image }) => isOneBit(image)),
    ...placed.filter(({ image }) => !isOneBit(image)),
  ];
}

function isOneBit({ bits }: ImageXObject): boolean {
  return bits === 1;
}

/** Until its page is coded together with others. */
const WAITS: ImageJobResult = kept('not-smaller');

/** The matte has been taken out of it. */
export function isUnblended(result: ImageJobResult): boolean {
  return result.kind === 'replaced' && result.unblended === true;
}
