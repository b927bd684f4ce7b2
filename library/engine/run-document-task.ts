import { compressInPieces } from '../../shared/compress.ts';
import { type Host, problemOf } from '../../shared/index.ts';
import { wholeBytes } from '../../shared/pdf/byte-source.ts';
import { remoteThreads } from '../../shared/work/remote-threads.ts';
import { sparse } from '../../shared/work/sparse.ts';
import type {
  CompressedPieces,
  CompressTask,
  DocumentCall,
  DocumentInput,
  DocumentMessage,
} from './document-task.ts';

type LoadOtherTasks = () => Promise<typeof import('./other-tasks.ts')>;

/** Posts a message and transfers the buffers. */
export type PostMessage = (message: DocumentMessage, transfer: ArrayBuffer[]) => void;

/** Runs one document in a thread and posts every outcome. Never throws. */
export async function runDocumentTask(
  call: DocumentCall,
  host: Host,
  tell: PostMessage,
  otherTasks: LoadOtherTasks,
): Promise<void> {
  try {
    const value = await resultOf(call, host, tell, otherTasks);
    tell({ kind: 'done', value }, 'report' in value ? buffersOf(value) : []);
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem !== null) tell({ kind: 'refused', problem }, []);
    else tell({ kind: 'thrown', error: thrown instanceof Error ? thrown : new Error(String(thrown)) }, []);
  } finally {
    call.work.close();
  }
}

async function resultOf(
  { task, work, parallelism }: DocumentCall,
  host: Host,
  tell: PostMessage,
  otherTasks: LoadOtherTasks,
) {
  const opened = task.password === undefined ? {} : { password: task.password };
  switch (task.kind) {
    case 'compress':
      return compressed(task, { ...host, workThreads: remoteThreads(work, parallelism) }, tell, otherTasks);
    case 'inspect':
      return (await otherTasks()).inspect(await bytesOf(task.input), { host, ...opened });
    case 'verify':
      return (await otherTasks()).verify(await bytesOf(task.before), await bytesOf(task.after), {
        host,
        ...opened,
      });
    case 'check-receipt': {
      const { checkReceipt } = await otherTasks();
      const run = { host: { ...host, workThreads: remoteThreads(work, parallelism) }, ...opened };
      return checkReceipt(task.receipt, await bytesOf(task.before), await bytesOf(task.after), run);
    }
  }
}

async function compressed(
  task: CompressTask,
  host: Host,
  tell: PostMessage,
  otherTasks: LoadOtherTasks,
): Promise<CompressedPieces> {
  const { options, password, imageOverrides, withReceipt } = task;
  const input = await bytesOf(task.input);
  const run = {
    host,
    ...(password === undefined ? {} : { password }),
    ...(imageOverrides === undefined ? {} : { imageOverrides }),
  };
  const { file, ...result } = await compressInPieces(input, options, {
    ...run,
    onProgress: sparse((progress) => tell({ kind: 'progress', progress }, [])),
  });
  const { report, parts } = result;
  const own = {
    // Pieces that are not views into the input were written here. None is in shared memory.
    pieces: file.pieces as readonly Uint8Array<ArrayBuffer>[],
    report,
    // A part that is the whole document must not be transferred twice.
    ...(parts === undefined ? {} : { parts: parts.map((part) => ({ ...part, bytes: part.bytes.slice() })) }),
  };
  if (withReceipt !== true) return own;
  const { issueReceipt } = await otherTasks();
  return { ...own, receipt: await issueReceipt(input, { bytes: wholeBytes(file), ...result }, run) };
}

/** The buffers of a result and its input. This thread no longer needs either. */
function buffersOf({ pieces, parts = [] }: CompressedPieces): ArrayBuffer[] {
  // Copies have ordinary buffers.
  const copies = parts.map((part) => part.bytes.buffer as ArrayBuffer);
  return [...new Set([...pieces.map(({ buffer }) => buffer), ...copies])];
}

async function bytesOf(input: DocumentInput): Promise<Uint8Array<ArrayBuffer>> {
  return input instanceof Uint8Array ? input : new Uint8Array(await input.arrayBuffer());
}
