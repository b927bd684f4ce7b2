import { limitHeapGrowth } from '../../library/node/heap-growth.ts';
import { shrinkCommand } from '../batch/shrink-command.ts';
import { stateFolder } from '../files/own-folders.ts';
import { readStandardInput, writeStandardOutput } from '../terminal/pipes.ts';
import { ending } from './ending.ts';
import { openEngine, processDeps } from './engine.ts';

export function runShrink(args: readonly string[]): Promise<number> {
  return ending.run((signal) =>
    shrinkCommand(args, {
      ...processDeps(signal),
      open(lanes) {
        if (lanes > 1) limitHeapGrowth();
        return openEngine(lanes, signal);
      },
      pipes: { read: readStandardInput, write: writeStandardOutput },
      stateFolder: stateFolder(process.env, process.platform),
    }),
  );
}
