import type { CompressOptions } from '../options.ts';
import { createWork } from '../passes/run-job.ts';
import { InputFile } from '../pdf/read/input-file.ts';
import { openOptions } from '../pdf/read/open.ts';
import { DocumentThreads } from '../work/document-threads.ts';
import { type Rewritten, rewrite } from './rewrite.ts';
import type { RunContext, RunScope } from './run.ts';

/**
 * Returns the file after a part of the passes, without a size limit and unchecked; for previews only.
 * @throws PdfError when the document cannot be read; the signal's reason when it was aborted
 */
export async function rewritePart(
  input: Uint8Array,
  options: CompressOptions,
  only: RunScope,
  { host, signal, password }: Pick<RunContext, 'host' | 'signal' | 'password'>,
): Promise<Rewritten> {
  const opening = openOptions({ password });
  const threads = new DocumentThreads(host, createWork(host));
  try {
    return await rewrite({
      host,
      ...(signal === undefined ? {} : { signal }),
      input: new InputFile(input, opening),
      options: { ...options, targetSize: 0 },
      openOptions: opening,
      threads,
      progress: { at: () => {}, reach: () => {}, expectNoImages: () => {} },
      only,
    });
  } finally {
    threads.close();
  }
}
