import type { CompressOptions } from '../options.ts';
import { wholeBytes } from '../pdf/byte-source.ts';
import { rewritePart } from '../run/rewrite-part.ts';
import type { RunContext, RunScope } from '../run/run.ts';

/**
 * A page that settings are tried on, with a part of the work done. All but its images is done once; after that each try is the jobs of
 * its images and nothing else. It is for looking at, so nothing of it is proved.
 *
 * @returns `page` itself where that is not larger
 * @throws PdfError when the page cannot be read; the signal's reason when it was aborted
 */
export async function previewPage(
  page: Uint8Array,
  options: CompressOptions,
  part: RunScope,
  run: Pick<RunContext, 'host' | 'signal' | 'password'>,
): Promise<Uint8Array> {
  const made = await rewritePart(page, { ...options, splitSize: 0, breakSignatures: true }, part, run);
  if (made.kind === 'kept') return page;
  const output = wholeBytes(made.output);
  return output.length < page.length ? output : page;
}
