import { type MessagePort, parentPort } from 'node:worker_threads';
import { compress } from '../../shared/compress.ts';
import { type Host, type Progress, problemOf } from '../../shared/index.ts';
import { inspect } from '../../shared/inspect.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { verify } from '../../shared/verify.ts';
import { runnerBehind } from '../../shared/work/port.ts';
import type { Compressed, CompressTask, DocumentCall, DocumentMessage } from './document-task.ts';
import { createNodeHost } from './host.ts';

/** Fewer take about as long as a thread needs to start. */
const WORTH_STARTING_PIXELS = 2_000_000;
/** Finer than this no bar shows it. */
const PROGRESS_STEP = 0.01;

/** Runs in a worker thread: one document at a time, and every end of it as a message. */
if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;
const host = createNodeHost();

port.on('message', async (call: DocumentCall) => {
  const answer = await answered(call);
  const isFile =
    answer.kind === 'done' && 'bytes' in answer.value && answer.value.bytes instanceof Uint8Array;
  port.postMessage(answer, isFile ? [(answer.value as Compressed).bytes.buffer] : []);
});

async function answered(call: DocumentCall): Promise<DocumentMessage> {
  try {
    return { kind: 'done', value: await resultOf(call) };
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem !== null) return { kind: 'refused', problem };
    return { kind: 'thrown', error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  } finally {
    call.work.close();
  }
}

function resultOf({ task, work, parallelism }: DocumentCall) {
  const opened = task.password === undefined ? {} : { password: task.password };
  switch (task.kind) {
    case 'compress':
      return compressed(task, { ...host, workThreads: threadsBehind(work, parallelism) });
    case 'inspect':
      return inspect(task.input, { host, ...opened });
    case 'verify':
      return verify(task.before, task.after, { host, ...opened });
  }
}

async function compressed(task: CompressTask, hostWithThreads: Host): Promise<Compressed> {
  const { input, options, password, imageOverrides, withReceipt } = task;
  const run = {
    host: hostWithThreads,
    ...(password === undefined ? {} : { password }),
    ...(imageOverrides === undefined ? {} : { imageOverrides }),
  };
  const { bytes, report } = await compress(input, options, { ...run, onProgress: tellSparsely() });
  // The bytes are given away with the answer, so they must lie in a buffer of their own.
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength;
  const own = isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
  if (withReceipt !== true) return { bytes: own, report };
  return { bytes: own, report, receipt: await issueReceipt(input, { bytes, report }, run) };
}

function threadsBehind(work: MessagePort, parallelism: number): NonNullable<Host['workThreads']> {
  return {
    parallelism,
    isWorth: ({ pixels, largest }) => pixels - largest >= WORTH_STARTING_PIXELS,
    open: () => runnerBehind(work),
  };
}

function tellSparsely(): (progress: Progress) => void {
  let told = -1;
  let phase = '';
  return (progress) => {
    if (progress.phase === phase && progress.fraction - told < PROGRESS_STEP) return;
    told = progress.fraction;
    phase = progress.phase;
    port.postMessage({ kind: 'progress', progress } satisfies DocumentMessage);
  };
}
