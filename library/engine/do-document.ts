import { compress } from '../../shared/compress.ts';
import { type Host, type Progress, problemOf } from '../../shared/index.ts';
import { inspect } from '../../shared/inspect.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { verify } from '../../shared/verify.ts';
import { type JobPort, runnerBehind } from '../../shared/work/port.ts';
import type { CompressTask, DocumentCall, DocumentInput, DocumentMessage } from './document-task.ts';
import type { Compressed } from './engine.ts';

/** Fewer take about as long as a thread needs to start. */
const WORTH_STARTING_PIXELS = 2_000_000;
/** Finer than this no bar shows it. */
const PROGRESS_STEP = 0.01;

/** A message, with the buffers that are given away with it. */
export type Tell = (message: DocumentMessage, transfer: ArrayBuffer[]) => void;

/** Does one document in a thread, and tells every end of it. Never throws. */
export async function doDocument(call: DocumentCall, host: Host, tell: Tell): Promise<void> {
  try {
    const value = await resultOf(call, host, tell);
    const transfer = 'bytes' in value && value.bytes instanceof Uint8Array ? [value.bytes.buffer] : [];
    tell({ kind: 'done', value }, transfer as ArrayBuffer[]);
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem !== null) tell({ kind: 'refused', problem }, []);
    else tell({ kind: 'thrown', error: thrown instanceof Error ? thrown : new Error(String(thrown)) }, []);
  } finally {
    call.work.close();
  }
}

async function resultOf({ task, work, parallelism }: DocumentCall, host: Host, tell: Tell) {
  const opened = task.password === undefined ? {} : { password: task.password };
  switch (task.kind) {
    case 'compress':
      return compressed(task, { ...host, workThreads: threadsBehind(work, parallelism) }, tell);
    case 'inspect':
      return inspect(await bytesOf(task.input), { host, ...opened });
    case 'verify':
      return verify(await bytesOf(task.before), await bytesOf(task.after), { host, ...opened });
  }
}

async function compressed(task: CompressTask, host: Host, tell: Tell): Promise<Compressed> {
  const { options, password, imageOverrides, withReceipt } = task;
  const input = await bytesOf(task.input);
  const run = {
    host,
    ...(password === undefined ? {} : { password }),
    ...(imageOverrides === undefined ? {} : { imageOverrides }),
  };
  const { bytes, report } = await compress(input, options, { ...run, onProgress: sparse(tell) });
  // The bytes are given away with the answer, so they must lie in a buffer of their own.
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength;
  const own = isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
  if (withReceipt !== true) return { bytes: own, report };
  return { bytes: own, report, receipt: await issueReceipt(input, { bytes, report }, run) };
}

async function bytesOf(input: DocumentInput): Promise<Uint8Array<ArrayBuffer>> {
  return input instanceof Uint8Array ? input : new Uint8Array(await input.arrayBuffer());
}

function threadsBehind(work: JobPort, parallelism: number): NonNullable<Host['workThreads']> {
  return {
    parallelism,
    documentHelps: true,
    isWorth: ({ pixels, largest }) => pixels - largest >= WORTH_STARTING_PIXELS,
    open: () => runnerBehind(work),
  };
}

function sparse(tell: Tell): (progress: Progress) => void {
  let told = -1;
  let phase = '';
  return (progress) => {
    if (progress.phase === phase && progress.fraction - told < PROGRESS_STEP) return;
    told = progress.fraction;
    phase = progress.phase;
    tell({ kind: 'progress', progress }, []);
  };
}
