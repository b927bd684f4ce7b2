import { availableParallelism } from 'node:os';
import { limitHeapGrowth } from '../../library/node/heap-growth.ts';
import { terminal } from '../../library/terminal/output.ts';
import { shrinkCommand } from '../batch/shrink-command.ts';
import { stateFolder } from '../files/own-folders.ts';
import { readStandardInput, writeStandardOutput } from '../terminal/pipes.ts';
import { ending } from './ending.ts';
import { openEngine } from './engine.ts';

export function runShrink(args: readonly string[]): Promise<number> {
  return ending.run((signal) =>
    shrinkCommand(args, {
      open(lanes) {
        if (lanes > 1) limitHeapGrowth();
        return openEngine(lanes, signal);
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
