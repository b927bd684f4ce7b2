import { availableParallelism } from 'node:os';
import { limitHeapGrowth } from '../../library/node/heap-growth.ts';
import { nodeDocuments } from '../../library/node/node-documents.ts';
import { terminal } from '../../library/terminal/output.ts';
import { archiveCommand } from '../archive/command.ts';
import { ending } from './ending.ts';

/** `pagelight archive` with the real core and threads. */
export function runArchiveCommand(args: readonly string[]): Promise<number> {
  return ending.run((signal) =>
    archiveCommand(args, {
      open(lanes) {
        limitHeapGrowth();
        const pool = nodeDocuments({ documents: lanes, threads: availableParallelism() });
        const opened = (password: string | undefined) => (password === undefined ? {} : { password });
        return {
          compress: (input, { options, password, withReceipt, signal, onProgress }) =>
            pool.run(
              { kind: 'compress', input, options, withReceipt, ...opened(password) },
              { signal, onProgress },
            ),
          check: (receipt, before, after, password) =>
            pool.run({ kind: 'check-receipt', receipt, before, after, ...opened(password) }, { signal }),
          close: () => pool.terminate(),
        };
      },
      lanes: availableParallelism(),
      output: terminal,
      terminal: process.stderr,
      now: () => performance.now(),
      env: process.env,
      signal,
    }),
  );
}
