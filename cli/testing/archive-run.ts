import { readFile } from 'node:fs/promises';
import { createNodeHost } from '../../library/node/host.ts';
import { checkReceipt } from '../../shared/receipt/check-receipt.ts';
import { archiveCommand } from '../archive/command.ts';
import { printedBy } from './printed.ts';
import { core, here, pdf, put, small } from './shrink-run.ts';

const host = createNodeHost();
let compressed = 0;

/** Runs the command in this process; `compressed` counts the PDFs it worked on. */
export async function archive(...args: readonly string[]) {
  compressed = 0;
  const printed = await printedBy((output) =>
    archiveCommand(args, {
      open: () => ({
        compress: (input, call) => {
          compressed += 1;
          return core(input, call);
        },
        check: (receipt, before, after) => checkReceipt(receipt, before, after, { host }),
        close() {},
      }),
      lanes: 2,
      output,
      terminal: { write() {} },
      now: () => 0,
      // No client asks the instance that this runs on.
      env: { AWS_EC2_METADATA_DISABLED: 'true' },
      signal: new AbortController().signal,
    }),
  );
  return { ...printed, compressed };
}

/** A PDF whose contents no other number has. */
export const distinct = (n: number) => Buffer.concat([pdf, Buffer.from(`\n% ${n}`)]);
export const NO_PDF = Buffer.from('no PDF at all');
/** Folder of the run's files. */
export const run = () => here('run');
/** Folder of the results. */
export const to = () => here('to');

async function putArchive() {
  const files: Record<string, Uint8Array> = {
    'from/broken.pdf': NO_PDF,
    'from/notes.txt': NO_PDF,
    'from/light.pdf': small,
  };
  for (let n = 0; n < 7; n++) files[`from/deep/${n % 2}/ü ${n}.pdf`] = distinct(n);
  files['from/again.pdf'] = distinct(0);
  await put(files);
}

/** Writes ten PDFs, two of equal contents, one broken and one already small, and plans them in four shards. */
export async function planned(...flags: readonly string[]) {
  await putArchive();
  return archive('plan', here('from'), run(), '--shard-size', '3', ...flags);
}

/** A file of the run. */
export const json = async (name: string) => JSON.parse(await readFile(here('run', name), 'utf8'));
