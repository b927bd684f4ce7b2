import type { CompressOptions } from '../options.ts';
import { wholeBytes } from '../pdf/byte-source.ts';
import { rewritePart } from '../run/rewrite-part.ts';
import type { RunContext, RunScope } from '../run/run.ts';

/**
 * Applies settings to a preview page. The work on everything but images is done once; each further call only
 * runs the image jobs. The result is not checked.
 * @returns `page` itself if the result is not smaller
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
