import { getHeapStatistics } from 'node:v8';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { createNodeHost } from '../../library/node/host.ts';
import { compress } from '../../shared/compress.ts';
import { problemOf } from '../../shared/index.ts';
import { inspect } from '../../shared/inspect.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { runnerBehind } from '../../shared/work/port.ts';
import type { WorkThreads } from '../../shared/work/threads.ts';
import type { WorkerAnswer, WorkerMessage, WorkerTask } from './job.ts';

const host = createNodeHost();

/** Of a page or two of plain text there is less to do: not worth a thread that may have to start first. */
const WORTH_SENDING_PIXELS = 100_000;

/** pdf-lib keeps every name and reference it ever met, and WASM memory only grows: a thread is not kept for ever. */
const WORN_HEAP = 0.5;
let tasksDone = 0;

/** Runs in a worker thread: one task at a time, and the result's buffer moves back instead of being copied. */
export default async function work(task: WorkerTask): Promise<unknown> {
  const say = (message: WorkerMessage, transfer: ArrayBuffer[] = []) =>
    task.port.postMessage(message, transfer);
  say({ kind: 'started' });
  const answer = await answerTo(task);
  const transfer = 'bytes' in answer ? [answer.bytes.buffer] : [];
  tasksDone += 1;
  if (tasksDone >= task.tasksPerThread || isWorn()) {
    say({ kind: 'last-answer', answer }, transfer);
    return new Promise(() => {});
  }
  return move({ [transferableSymbol]: transfer, [valueSymbol]: answer });
}

async function answerTo(task: WorkerTask): Promise<WorkerAnswer> {
  const input = new Uint8Array(task.buffer, 0, task.byteLength);
  const opened = task.password === undefined ? {} : { password: task.password };
  try {
    if (task.options === undefined) {
      return { ok: true, inspection: await inspect(input, { host, ...opened }) };
    }
    const run = { host: { ...host, workThreads: sharedThreads(task) }, ...opened };
    const result = await compress(input, task.options, run);
    const receipt = task.withReceipt
      ? { receipt: await issueReceipt(input, result, { host, ...opened }) }
      : {};
    // The core allocates its results itself, never in shared memory.
    return { ok: true, bytes: result.bytes as Uint8Array<ArrayBuffer>, report: result.report, ...receipt };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { ok: false, problem };
  }
}

function isWorn(): boolean {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size > heap_size_limit * WORN_HEAP;
}

/** Threads that are there anyway, and whose end costs less than that of this thread: all but small jobs go there. */
function sharedThreads({ work, workThreads }: WorkerTask): WorkThreads {
  return {
    parallelism: workThreads,
    isWorth: ({ pixels }) => pixels >= WORTH_SENDING_PIXELS,
    open: () => runnerBehind(work),
  };
}
