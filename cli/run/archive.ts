import { limitHeapGrowth } from '../../library/node/heap-growth.ts';
import { archiveCommand } from '../archive/command.ts';
import { ending } from './ending.ts';
import { openEngine, processDeps } from './engine.ts';

/** `pagelight archive` with the real core and threads. */
export function runArchiveCommand(args: readonly string[]): Promise<number> {
  return ending.run((signal) =>
    archiveCommand(args, {
      ...processDeps(signal),
      open(lanes) {
        limitHeapGrowth();
        return openEngine(lanes, signal);
      },
    }),
  );
}
