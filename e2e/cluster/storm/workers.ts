import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { type Program, startProgram } from '../programs.ts';
import type { StormWorkerSettings } from './worker.ts';

/** Workers that are replaced when they end. */
export interface StormWorkers {
  /** How many were killed, and how many ended without that. */
  readonly counts: { killed: number; endedByThemselves: number };
  /** Whether all are at work. */
  areReady(): boolean;
  /** Kills one that is at work, without a word to it; false if none is. */
  killOne(): boolean;
  /** Lets all end what they are at. */
  stop(): Promise<void>;
}

const SOURCE = fileURLToPath(new URL('worker.ts', import.meta.url));
/** Within the project, where its packages are found. */
const BUILT = fileURLToPath(new URL('../../../node_modules/.cache/storm', import.meta.url));
const PROGRAM = join(BUILT, 'worker.mjs');

/** Builds the worker, since it is started often: compiling it takes longer than all else at its start. */
export async function buildStormWorker(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: SOURCE,
      outDir: BUILT,
      minify: false,
      rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
}

export function startStormWorkers(count: number, settings: StormWorkerSettings): StormWorkers {
  const alive = new Set<Program>();
  const counts = { killed: 0, endedByThemselves: 0 };
  let isOver = false;

  const begin = () => {
    const worker = startProgram(process.execPath, [PROGRAM, JSON.stringify(settings)]);
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

  const isReady = (worker: Program) => worker.output().includes('ready');
  return {
    counts,
    areReady: () => [...alive].every(isReady),
    killOne() {
      const working = [...alive].filter(isReady);
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
