import { availableParallelism } from 'node:os';
import { limitHeapGrowth } from '../../library/node/heap-growth.ts';
import { nodeDocuments } from '../../library/node/node-documents.ts';
import { terminal } from '../../library/terminal/output.ts';
import { shrinkCommand } from '../batch/shrink-command.ts';
import { stateFolder } from '../files/own-folders.ts';
import { readStandardInput, writeStandardOutput } from '../terminal/pipes.ts';
import { ending } from './ending.ts';

export function runShrink(args: readonly string[]): Promise<number> {
  return ending.run((signal) =>
    shrinkCommand(args, {
      open(lanes) {
        const processors = availableParallelism();
        if (lanes > 1) limitHeapGrowth();
        // The thread of a single PDF works beside them.
        const threads = lanes > 1 ? processors : Math.max(1, processors - 1);
        const pool = nodeDocuments({ documents: lanes, threads });
        return {
          prepare: () => pool.prepare(),
          compress: (input, { options, password, withReceipt, othersWait, signal, onProgress }) =>
            pool.run(
              {
                kind: 'compress',
                input,
                options,
                withReceipt,
                ...(password === undefined ? {} : { password }),
              },
              { signal, onProgress, isAlone: othersWait !== true || lanes < processors },
            ),
          close: () => pool.terminate(),
        };
      },
      lanes: availableParallelism(),
      pipes: { read: readStandardInput, write: writeStandardOutput },
      output: terminal,
      terminal: process.stderr,
      now: () => performance.now(),
      env: process.env,
      stateFolder: stateFolder(process.env, process.platform),
      signal,
    }),
  );
}
