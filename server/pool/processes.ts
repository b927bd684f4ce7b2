import type { WorkerSetup } from './job.ts';
import { JobProcess } from './job-process.ts';
import { ownMemoryBytes } from './memory.ts';

export interface ProcessesSettings {
  readonly workerFile: string;
  readonly setup: WorkerSetup;
  readonly memoryMb: number;
  /** Number of idle processes kept ready, started in advance. */
  readonly ready: number;
}

/** A pool of processes, started on demand and terminated after idling. */
export interface Processes {
  /** Takes a process for exclusive use until it is released. */
  acquire(): JobProcess;
  /** Returns a process for the next document, unless it has ended. */
  release(process: JobProcess): void;
  /** Total private memory, in bytes. */
  memoryBytes(): number;
  /** Ends all processes; resolves when they are gone. */
  close(): Promise<void>;
}

/** Idle time after which processes beyond the first are terminated. */
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
  /** Starting is slow, so the next process is started in advance. */
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
