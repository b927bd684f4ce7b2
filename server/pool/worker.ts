import { move, transferableSymbol, valueSymbol } from 'piscina';
import { compress } from '../../shared/compress.ts';
import { runnerBehind } from '../../shared/image-port.ts';
import type { ImageThreads } from '../../shared/image-threads.ts';
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
      host: { ...host, imageThreads: sharedThreads(task) },
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

/** Threads that are there anyway, and whose end costs less than that of this thread: all but small images go there. */
function sharedThreads({ images, imageThreads }: WorkerTask): ImageThreads {
  return { parallelism: imageThreads, isWorth: () => true, open: () => runnerBehind(images) };
}
