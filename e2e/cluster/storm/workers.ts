import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from '../programs.ts';
import type { StormWorkerSettings } from './worker.ts';

/** Workers that are replaced when they end. */
export interface StormWorkers {
  /** How many were killed, and how many ended without that. */
  readonly counts: { killed: number; endedByThemselves: number };
  /** Kills one that is at work, without a word to it; false if none is. */
  killOne(): boolean;
  /** Lets all end what they are at. */
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('worker.ts', import.meta.url));

export function startStormWorkers(count: number, settings: StormWorkerSettings): StormWorkers {
  const alive = new Set<Program>();
  const counts = { killed: 0, endedByThemselves: 0 };
  let isOver = false;

  const begin = () => {
    const worker = startProgram(process.execPath, ['--import', 'tsx', PROGRAM, JSON.stringify(settings)]);
    alive.add(worker);
    worker.child.once('exit', (_, signal) => {
      alive.delete(worker);
      if (isOver) return;
      if (signal !== 'SIGKILL') {
        counts.endedByThemselves += 1;
        process.stderr.write(worker.output());
      }
      begin();
    });
  };
  for (let n = 0; n < count; n += 1) begin();

  return {
    counts,
    killOne() {
      const working = [...alive].filter((worker) => worker.output().includes('ready'));
      const chosen = working[Math.floor(Math.random() * working.length)];
      if (chosen === undefined) return false;
      counts.killed += 1;
      chosen.child.kill('SIGKILL');
      return true;
    },
    async stop() {
      isOver = true;
      await Promise.all([...alive].map((worker) => worker.stop()));
    },
  };
}
