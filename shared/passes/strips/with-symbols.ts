import type { BilevelJob } from '../../image-jobs/types.ts';
import type { SingleUses } from '../../pdf/content/only-once.ts';
import { key, PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { ownCopy } from '../../work/transferables.ts';
import { jbig2Setting } from '../images/plan.ts';
import type { WorkContext } from '../work-context.ts';
import type { Mosaic } from './mosaic.ts';
import type { Strip } from './strip.ts';

const GLOBALS = key('JBIG2Globals');

/**
 * Returns the bytes saved with these strips, including external symbols (`/JBIG2Globals`) that nothing else
 * uses; shared symbols may be what makes strips small. Null if no strip has any.
 */
export function bytesWithSymbols(strips: readonly Strip[], once: SingleUses): number | null {
  const users = new Map<PDFRef, number>();
  for (const { image } of strips) {
    for (const { params } of image.filters ?? []) {
      const globals = params?.get(GLOBALS);
      if (globals instanceof PDFRef) users.set(globals, (users.get(globals) ?? 0) + 1);
    }
  }
  if (users.size === 0) return null;
  const { context } = strips[0]!.image.stream.dict;
  const symbols = [...users].map(([ref, known]) => {
    const stream = context.lookup(ref);
    return stream instanceof PDFRawStream && once.isNamedBy(ref, known) ? stream.contents.length : 0;
  });
  const streams = strips.map(({ image }) => image.stream.contents.length);
  return [...streams, ...symbols].reduce((sum, bytes) => sum + bytes, 0);
}

/** Returns whether the whole as a single JBIG2 image takes fewer bytes. */
export async function takesLess(
  { width, height }: Mosaic,
  rows: Uint8Array,
  most: number,
  { threads, options, rules }: Pick<WorkContext, 'threads' | 'options' | 'rules'>,
): Promise<boolean> {
  const job: BilevelJob = {
    kind: 'bilevel',
    width,
    height,
    source: { kind: 'samples', rows },
    storedBytes: most,
    settings: { jbig2: jbig2Setting(options, rules) },
  };
  const result = threads.areOpen
    ? await threads.run(ownCopy(job), () => threads.runHere(job))
    : await threads.runHere(job);
  return result.kind === 'replaced';
}
