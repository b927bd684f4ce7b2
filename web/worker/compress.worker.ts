import * as Comlink from 'comlink';
import { compress, compressInPieces } from '../../shared/compress.ts';
import { estimateSizes } from '../../shared/estimate/estimate-sizes.ts';
import { DEFAULT_LIMITS, type Host, type WasmName } from '../../shared/index.ts';
import { inspect, picturesOf, probe } from '../../shared/inspect.ts';
import { createWork } from '../../shared/passes/run-job.ts';
import { extractPage } from '../../shared/preview/extract-page.ts';
import { previewPage } from '../../shared/preview/preview-page.ts';
import { splitAtPages, splitDocument, withoutPages } from '../../shared/split/split-document.ts';
import { splitPlan } from '../../shared/split/split-plan.ts';
import { createEventLoopYield } from '../../shared/work/event-loop-yield.ts';
import { remoteThreads } from '../../shared/work/remote-threads.ts';
import { sparse } from '../../shared/work/sparse.ts';
import { ownCopy, transferablesOf } from '../../shared/work/transferables.ts';
import { comparison } from './load-comparison.ts';
import { problemOfThrown } from './thrown.ts';
import type {
  CompressApi,
  SplitPlanRequest,
  SplitRequest,
  WasmModules,
  WorkApi,
  WorkerResult,
  WorkPort,
} from './wire.ts';

let runJob: ReturnType<typeof createWork> | undefined;
/** Modules of the last job: a later one may bring more. */
let jobModules: WasmModules;

/** The worker's side: runs one document or one job at a time through the core, and returns every outcome as data. */
const api: CompressApi & WorkApi = {
  probe: (request) => withBytes(request, (bytes) => probe(bytes, passwordOf(request))),
  inspect: (request) => withBytes(request, (bytes) => inspect(bytes, passwordOf(request))),

  async pictures(request) {
    const answer = await withBytes(request, async (bytes) =>
      transferable(await picturesOf(bytes, request.objects, passwordOf(request))),
    );
    return answer.ok ? Comlink.transfer(answer, [answer.value.buffer]) : answer;
  },

  compress: (request, modules, onProgress, work) =>
    withBytes(request, async (input) => {
      const run = {
        host: hostWith(modules, work),
        onProgress: sparse(onProgress),
        ...(request.imageOverrides === undefined ? {} : { imageOverrides: request.imageOverrides }),
        ...passwordOf(request),
      };
      const { file, report } = await compressInPieces(input, request.options, run);
      // The core never creates pieces in shared memory.
      const pieces = file.pieces as readonly Uint8Array<ArrayBuffer>[];
      return { blob: report.unchanged ? null : new Blob([...pieces], { type: 'application/pdf' }), report };
    }),

  estimate: (request, modules, work) =>
    withBytes(request, (bytes) =>
      estimateSizes(bytes, request.report, request.options, {
        host: hostWith(modules, work),
        ...passwordOf(request),
      }),
    ),

  page: (request) =>
    withBytes(request, async (bytes) =>
      transferable(
        await extractPage(bytes, request.page, { limits: DEFAULT_LIMITS, ...passwordOf(request) }),
      ),
    ),

  tryPage: (request, modules) =>
    withBytes(request, async (bytes) =>
      transferable(
        await previewPage(bytes, request.options, request.part, {
          host: hostWith(modules),
          ...passwordOf(request),
        }),
      ),
    ),

  splitPlan: (request) => withBytes(request, (bytes) => splitPlan(bytes, splitSettings(request))),
  split: (request) => withBytes(request, (bytes) => partsOf(bytes, request)),
  // The bytes of the parts stay here.
  weighParts: (request) =>
    withBytes(request, async (bytes) => (await partsOf(bytes, request)).map(({ bytes: _, ...part }) => part)),

  withoutPages: (request, modules) =>
    withBytes(request, async (bytes) => {
      const part = await withoutPages(bytes, request.pages, splitSettings(request));
      const run = { host: hostWith(modules), ...passwordOf(request) };
      const made = await compress(part.bytes, request.options, run);
      return { ...part, bytes: made.bytes, size: made.bytes.length };
    }),

  verify: ({ before, after, ...opened }, modules, onPage) =>
    withFiles([before, after], async ([one, other]) =>
      (await comparison()).verify(one, other, { host: hostWith(modules), onPage, ...passwordOf(opened) }),
    ),

  receipt: ({ input, output, report, imageOverrides, ...opened }, modules) =>
    withFiles([input, output], async ([one, other]) =>
      (await comparison()).issueReceipt(
        one,
        { bytes: other, report },
        {
          host: hostWith(modules),
          ...(imageOverrides === undefined ? {} : { imageOverrides }),
          ...passwordOf(opened),
        },
      ),
    ),

  checkReceipt: ({ receipt, before, after, ...opened }, modules, work) =>
    withFiles([before, after], async ([one, other]) =>
      (await comparison()).checkReceipt(receipt, one, other, {
        host: hostWith(modules, work),
        ...passwordOf(opened),
      }),
    ),

  async work(job, modules) {
    jobModules = modules;
    runJob ??= createWork({ wasmModule: async (name) => moduleOf(jobModules, name) });
    try {
      const result = ownCopy(await runJob(job));
      return Comlink.transfer({ kind: 'result', result }, transferablesOf(result));
    } catch (thrown) {
      return { kind: 'thrown', error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
    }
  },
};

function partsOf(bytes: Uint8Array, request: SplitRequest) {
  const { limit, cuts } = request;
  const settings = splitSettings(request);
  return cuts === undefined ? splitDocument(bytes, limit, settings) : splitAtPages(bytes, cuts, settings);
}

function splitSettings({ breakSignatures, ...opened }: SplitPlanRequest) {
  return { limits: DEFAULT_LIMITS, breakSignatures, ...passwordOf(opened) };
}

function withBytes<Value>(
  { input }: { readonly input: Blob },
  work: (bytes: Uint8Array) => Promise<Value>,
): Promise<WorkerResult<Value>> {
  return withFiles([input], ([bytes]) => work(bytes));
}

type BytesOf<Files extends readonly Blob[]> = { readonly [At in keyof Files]: Uint8Array };

async function withFiles<const Files extends readonly Blob[], Value>(
  files: Files,
  work: (bytes: BytesOf<Files>) => Promise<Value>,
): Promise<WorkerResult<Value>> {
  let bytes: BytesOf<Files>;
  try {
    const read = files.map(async (file) => new Uint8Array(await file.arrayBuffer()));
    bytes = (await Promise.all(read)) as readonly Uint8Array[] as BytesOf<Files>;
  } catch (thrown) {
    const isGone = thrown instanceof DOMException && thrown.name !== 'QuotaExceededError';
    return { ok: false, problem: isGone ? { code: 'unreadable_file' } : { code: 'out_of_memory' } };
  }
  try {
    return { ok: true, value: await work(bytes) };
  } catch (thrown) {
    return { ok: false, problem: problemOfThrown(thrown) };
  }
}

function passwordOf({ password }: { readonly password?: string }): { readonly password?: string } {
  return password === undefined ? {} : { password };
}

function hostWith(modules: WasmModules, work?: WorkPort): Host {
  const wasmModule: Host['wasmModule'] = async (name) => moduleOf(modules, name);
  return work === undefined
    ? { wasmModule }
    : { wasmModule, workThreads: remoteThreads(work.port, work.parallelism), yieldToEventLoop: turn };
}

function moduleOf(modules: WasmModules, name: WasmName): WebAssembly.Module {
  const module = modules[name];
  if (module === undefined) throw new Error(`the page has not loaded ${name}`);
  return module;
}

const turn = createEventLoopYield(new MessageChannel());

/** A buffer can be transferred if it is not shared and contains nothing else. */
function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

Comlink.expose(api);
