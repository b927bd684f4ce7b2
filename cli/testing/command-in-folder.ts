import { createNodeHost } from '../../library/node/host.ts';
import { compressInPieces } from '../../shared/compress.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { shrinkCommand } from '../batch/shrink-command.ts';
import { compressCommand } from '../compress-command.ts';
import { readStandardInput } from '../terminal/pipes.ts';
import { type Printed, printedBy } from './printed.ts';
import { core } from './shrink-run.ts';

const host = createNodeHost();

/**
 * Runs `pagelight` or `pagelight compress` as if it were started in a folder, in this process: starting one takes
 * longer than the work on a small file. `entry.test.ts` starts the built command.
 */
export async function pagelightIn(
  folder: string,
  args: readonly string[],
  { stateFolder, input }: { readonly stateFolder: string; readonly input?: Uint8Array<ArrayBuffer> },
): Promise<Printed> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await printedBy((output) =>
      args[0] === 'compress'
        ? compressCommand(args.slice(1), {
            compress: compressInPieces,
            issueReceipt,
            host,
            output,
            stateFolder,
          })
        : shrinkCommand(args, {
            open: () => ({ compress: core, close() {} }),
            lanes: 2,
            pipes: {
              read: async () => input ?? readStandardInput(),
              write: async (pieces) => output.out(Buffer.concat(pieces).toString('latin1')),
            },
            output,
            terminal: { write() {} },
            now: () => performance.now(),
            env: {},
            stateFolder,
            signal: new AbortController().signal,
          }),
    );
  } finally {
    process.chdir(before);
  }
}
