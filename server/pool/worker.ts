import { move, transferableSymbol, valueSymbol } from 'piscina';
import { compress } from '../../shared/compress.ts';
import { problemOf } from '../../shared/index.ts';
import { createNodeHost } from '../host.ts';
import type { WorkerAnswer, WorkerTask } from './job.ts';

const host = createNodeHost();

/** Runs in a worker thread: one task at a time, and the result's buffer moves back instead of being copied. */
export default async function work(task: WorkerTask): Promise<unknown> {
  task.started.postMessage('started');
  task.started.close();
  try {
    const input = new Uint8Array(task.buffer, 0, task.byteLength);
    const { bytes, report } = await compress(input, task.options, {
      host,
      ...(task.password === undefined ? {} : { password: task.password }),
    });
    return move({
      [transferableSymbol]: [bytes.buffer],
      // The core allocates its results itself, never in shared memory.
      [valueSymbol]: { ok: true, bytes: bytes as Uint8Array<ArrayBuffer>, report } satisfies WorkerAnswer,
    });
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { ok: false, problem } satisfies WorkerAnswer;
  }
}
