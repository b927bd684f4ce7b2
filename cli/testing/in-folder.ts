import { createNodeHost } from '../../library/node/host.ts';
import { compressInPieces } from '../../shared/compress.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { shrinkCommand } from '../batch/shrink-command.ts';
import { compressCommand, isInOut } from '../compress-command.ts';
import { type Printed, printedBy } from './printed.ts';
import { core } from './shrink-run.ts';

export interface Place {
  /** Working folder: paths in arguments and outputs are relative to it. */
  readonly folder: string;
  /** Folder for records of earlier runs. */
  readonly stateFolder: string;
  /** Content of standard input. */
  readonly input: Uint8Array;
}

/** Runs `pagelight` or `pagelight compress` in this process: a process of its own takes ten times the CPU of most tests. */
export async function pagelightIn(
  { folder, stateFolder, input }: Place,
  args: readonly string[],
): Promise<Printed> {
  const [name, ...rest] = args;
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await printedBy((output) =>
      name === 'compress' && isInOut(rest)
        ? compressCommand(rest, {
            compress: compressInPieces,
            issueReceipt,
            host: createNodeHost(),
            output,
            stateFolder,
          })
        : shrinkCommand(args, {
            open: () => ({ compress: core, prepare() {}, close() {} }),
            lanes: 2,
            pipes: { read: async () => new Uint8Array(input), write: async () => {} },
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
