import { compress } from '../../shared/compress.ts';
import { type Host, problemOf } from '../../shared/index.ts';
import { inspect } from '../../shared/inspect.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { verify } from '../../shared/verify.ts';
import { sparse } from '../../shared/work/sparse.ts';
import { threadsBehind } from '../../shared/work/threads-behind.ts';
import type { CompressTask, DocumentCall, DocumentInput, DocumentMessage } from './document-task.ts';
import type { Compressed } from './engine.ts';

/** A message, with the buffers that are given away with it. */
export type Tell = (message: DocumentMessage, transfer: ArrayBuffer[]) => void;

/** Does one document in a thread, and tells every end of it. Never throws. */
export async function doDocument(call: DocumentCall, host: Host, tell: Tell): Promise<void> {
  try {
    const value = await resultOf(call, host, tell);
    tell({ kind: 'done', value }, 'report' in value ? buffersOf(value) : []);
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
  const result = await compress(input, options, {
    ...run,
    onProgress: sparse((progress) => tell({ kind: 'progress', progress }, [])),
  });
  const { bytes, report, parts } = result;
  const own = {
    bytes: ownBytes(bytes),
    report,
    // A part that is the whole must not be given away twice.
    ...(parts === undefined ? {} : { parts: parts.map((part) => ({ ...part, bytes: part.bytes.slice() })) }),
  };
  return withReceipt === true ? { ...own, receipt: await issueReceipt(input, result, run) } : own;
}

/** The bytes are given away with the answer, so they must lie in a buffer of their own. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength;
  return isWhole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

function buffersOf({ bytes, parts = [] }: Compressed): ArrayBuffer[] {
  // Copies of their own have plain buffers.
  return [bytes.buffer, ...parts.map((part) => part.bytes.buffer as ArrayBuffer)];
}

async function bytesOf(input: DocumentInput): Promise<Uint8Array<ArrayBuffer>> {
  return input instanceof Uint8Array ? input : new Uint8Array(await input.arrayBuffer());
}
