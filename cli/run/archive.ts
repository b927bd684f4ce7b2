import { availableParallelism } from 'node:os';
import { limitHeapGrowth } from '../../library/node/heap-growth.ts';
import { terminal } from '../../library/terminal/output.ts';
import { archiveCommand } from '../archive/command.ts';
import { ending } from './ending.ts';
import { openEngine } from './engine.ts';

/** `pagelight archive` with the real core and threads. */
export function runArchiveCommand(args: readonly string[]): Promise<number> {
  return ending.run((signal) =>
    archiveCommand(args, {
      open(lanes) {
        limitHeapGrowth();
        return openEngine(lanes, signal);
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
