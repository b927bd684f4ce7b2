import { type ImageJobResult, kept } from '../../image-jobs/types.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import type { PDFRef } from '../../pdf/objects.ts';
import type { WorkContext } from '../work-context.ts';
import { BitPages } from './bit-pages.ts';
import type { Surroundings } from './collect.ts';
import { type PlanOf, recodeAhead } from './image-jobs.ts';

/** An image with its result. */
export interface RecodedImage {
  readonly image: ImageXObject;
  readonly result: ImageJobResult;
}

/**
 * Recodes all images without changing any yet. Masks with a matte come last, since they are free once their
 * image is no longer blended.
 * @param onDone called for each image, in the order of the results
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
  for (const { at, result } of await pages.finish()) finished[at] = { image: finished[at]!.image, result };
  return finished;
}

/** An image with the index of its result. */
interface Placed {
  readonly image: ImageXObject;
  readonly at: number;
}

/** One-bit pages come first: finding shared symbols takes longest and runs in parallel with the rest. */
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

/** Placeholder until its page is coded with others. */
const WAITS: ImageJobResult = kept('not-smaller');

/** True if the matte was removed. */
export function isUnblended(result: ImageJobResult): boolean {
  return result.kind === 'replaced' && result.unblended === true;
}
