import type { WorkerSetup } from './job.ts';
import { JobProcess } from './job-process.ts';
import { ownMemoryBytes } from './memory.ts';

export interface ProcessesSettings {
  readonly workerFile: string;
  readonly setup: WorkerSetup;
  readonly memoryMb: number;
  /** So many wait ready for work, also where there is none. */
  readonly ready: number;
}

/** Processes of one kind, made on demand; those that have nothing to do are let go after a while. */
export interface Processes {
  /** One that does nothing else until it is given back. */
  acquire(): JobProcess;
  /** For the next document. A process that has ended is none. */
  release(process: JobProcess): void;
  /** What all of them have for themselves. */
  memoryBytes(): number;
  /** Ends all, and resolves when they are gone. */
  close(): Promise<void>;
}

/** Idle ones beyond the first are kept this long for the next burst. */
const IDLE_MS = 60_000;

export function createProcesses({ workerFile, setup, memoryMb, ready }: ProcessesSettings): Processes {
  const all = new Set<JobProcess>();
  const idle = new Map<JobProcess, NodeJS.Timeout>();
  let isClosed = false;
  let onAllGone = () => {};

  const start = () => {
    const started = new JobProcess({ workerFile, setup, memoryMb }, onExit);
    all.add(started);
    return started;
  };
  const onExit = (gone: JobProcess) => {
    clearTimeout(idle.get(gone));
    idle.delete(gone);
    all.delete(gone);
    if (all.size === 0) onAllGone();
  };
  const rest = (tired: JobProcess) => {
    const end = () => {
      if (idle.size > ready) tired.kill();
      else idle.get(tired)?.refresh();
    };
    idle.set(tired, setTimeout(end, IDLE_MS).unref());
  };
  /** Starting takes a while, so what will be wanted next is started before it is. */
  const prepare = () => {
    const usable = () => [...all].filter(({ isUsable }) => isUsable).length;
    while (!isClosed && usable() < ready) rest(start());
  };
  prepare();

  return {
    memoryBytes: () => [...all].reduce((sum, { pid }) => sum + (ownMemoryBytes(pid ?? 0) ?? 0), 0),
    acquire() {
      const [first] = idle.keys();
      if (first === undefined) return start();
      clearTimeout(idle.get(first));
      idle.delete(first);
      return first;
    },
    release(returned) {
      if (isClosed) returned.kill();
      else if (returned.isUsable) rest(returned);
      else prepare();
    },
    async close() {
      isClosed = true;
      if (all.size === 0) return;
      const gone = new Promise<void>((resolve) => {
        onAllGone = resolve;
      });
      for (const each of all) each.kill();
      await gone;
    },
  };
}
