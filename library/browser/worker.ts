import './block-network.ts';
import type { Host, WasmName } from '../../shared/index.ts';
import { createWork } from '../../shared/passes/run-job.ts';
import { createEventLoopYield } from '../../shared/work/event-loop-yield.ts';
import type { WorkJob } from '../../shared/work/job.ts';
import type { ThreadResponse } from '../../shared/work/pool.ts';
import { ownCopy, transferablesOf } from '../../shared/work/transferables.ts';
import * as otherTasks from '../engine/other-tasks.ts';
import { runDocumentTask } from '../engine/run-document-task.ts';
import { WASM_TEXTS } from './wasm-texts.ts';
import type { WorkerCall, WorkerMessage } from './wire.ts';

const turn = createEventLoopYield(new MessageChannel());

/** Each module is decoded and compiled at its first use, once per worker. */
const compiled = new Map<WasmName, Promise<WebAssembly.Module>>();

const host: Host = {
  wasmModule(name) {
    const module = compiled.get(name) ?? WebAssembly.compile(bytesOf(WASM_TEXTS[name]));
    compiled.set(name, module);
    return module;
  },
  yieldToEventLoop: turn,
};
let runJob: ReturnType<typeof createWork> | undefined;

self.onmessage = async ({ data }: MessageEvent<WorkerCall>) => {
  if (data.kind === 'document') {
    const tell = (message: WorkerMessage, transfer: Transferable[]) =>
      self.postMessage(message, { transfer });
    if (mayCompile()) await runDocumentTask(data.call, host, tell, async () => otherTasks);
    else tell({ kind: 'no-wasm' }, []);
    return;
  }
  const answer = await answered(data.job);
  self.postMessage(answer, { transfer: transferablesOf(answer) });
};

async function answered(job: WorkJob): Promise<ThreadResponse> {
  runJob ??= createWork(host);
  try {
    return { kind: 'result', result: ownCopy(await runJob(job)) };
  } catch (thrown) {
    return { kind: 'thrown', error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }
}

/** Whether a module without content compiles. Each engine words its refusal differently. */
function mayCompile(): boolean {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
    return true;
  } catch {
    return false;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
