import { receivedBytes } from './received-bytes.ts';
import '../../library/node/tier-up.ts';
import { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { createNodeHost } from '../../library/node/host.ts';
import { createWorkPool } from '../../library/node/work-threads.ts';
import { compressInPieces } from '../../shared/compress.ts';
import { type CompressReport, problemOf, type Receipt } from '../../shared/index.ts';
import { inspect } from '../../shared/inspect.ts';
import { wholeBytes } from '../../shared/pdf/byte-source.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { joinedParts } from '../../shared/split/joined-parts.ts';
import { verify } from '../../shared/verify.ts';
import type { WorkThreads } from '../../shared/work/threads.ts';
import type { WorkerMessage, WorkerResponse, WorkerSetup, WorkerTask } from './job.ts';
import { lowerSessionPriority, lowerThreadPriority, preferForOomKill } from './process-priority.ts';

/* A process that runs one document at a time. Its memory is limited: if it exceeds the limit it is killed, and the
   server continues. */

/** Pipe for documents, beside the messages. */
const DOCUMENT_PIPE = 4;
/** A page or two of plain text is less work than starting a thread. */
const WORTH_SENDING_PIXELS = 100_000;
/**
 * pdf-lib keeps every name and reference it has seen, and WASM memory only grows: a process is replaced at this share
 * of its heap.
 */
const WORN_HEAP = 0.5;

const setup = JSON.parse(process.argv[2]!) as WorkerSetup;
const host = createNodeHost();
const pipe = new Socket({ fd: DOCUMENT_PIPE, readable: true, writable: true });
const work = createWorkPool({
  workerFile: setup.workThreadFile,
  threads: setup.workThreads,
  memoryMb: setup.heapMb,
  // Two, because this thread receives no messages while it runs a job.
  jobsPerThread: 2,
  onWorkerCrashedError: (why) => say({ kind: 'thread-lost', why: String(why) }),
});
let tasksDone = 0;

lowerThreadPriority(process.pid, setup.niceness);
if (setup.niceness > 0) lowerSessionPriority(process.pid, setup.niceness);
preferForOomKill();
// The server decides when to exit: a terminal's Ctrl+C reaches all processes, but requests should finish first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (task: WorkerTask) => void perform(task));

async function perform(task: WorkerTask): Promise<void> {
  const input = await receivedBytes(pipe, task.byteLength);
  say({ kind: 'started' });
  try {
    const answer = await answerTo(task, input);
    tasksDone += 1;
    const isLast = tasksDone >= setup.tasksPerProcess || isWorn();
    if (!('pieces' in answer)) return say({ kind: 'answer', answer, isLast });
    const { pieces, ...head } = answer;
    const byteLength = pieces.reduce((sum, { length }) => sum + length, 0);
    say({ kind: 'answer', answer: { ...head, byteLength }, isLast });
    for (const piece of pieces) pipe.write(piece);
  } catch (thrown) {
    say({ kind: 'thrown', error: thrown instanceof Error ? thrown : new Error(String(thrown)) });
  }
}

function say(message: WorkerMessage): void {
  process.send?.(message);
}

type Answer = Exclude<WorkerResponse, { readonly bytes: unknown }> | PiecedAnswer;

/** A result sent through the pipe in pieces: unchanged parts of the input are not copied. */
interface PiecedAnswer {
  readonly ok: true;
  readonly pieces: readonly Uint8Array[];
  readonly report: CompressReport;
  readonly receipt?: Receipt;
}

async function answerTo(task: WorkerTask, input: Uint8Array): Promise<Answer> {
  const opened = task.password === undefined ? {} : { password: task.password };
  try {
    if (task.beforeLength !== undefined) {
      const [before, after] = [input.subarray(0, task.beforeLength), input.subarray(task.beforeLength)];
      return { ok: true, verification: await verify(before, after, { host, ...opened }) };
    }
    if (task.options === undefined)
      return { ok: true, inspection: await inspect(input, { host, ...opened }) };
    const run = { host: { ...host, workThreads: threads }, ...opened };
    const result = await compressInPieces(input, task.options, run);
    const { file, parts, report } = result;
    const pieces = parts === undefined ? file.pieces : [joinedParts(parts)];
    if (!task.withReceipt) return { ok: true, pieces, report };
    const receipt = await issueReceipt(input, { bytes: wholeBytes(file), ...result }, { host, ...opened });
    return { ok: true, pieces, report, receipt };
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

/** All but small jobs go to the work threads. */
const threads: WorkThreads = {
  parallelism: setup.workThreads,
  documentHelps: true,
  isWorth: ({ pixels }) => pixels >= WORTH_SENDING_PIXELS,
  open: () => work.open(),
};
