import * as Comlink from 'comlink';
import { createImageJobs } from '../../shared/codecs/image-job.ts';
import { compress } from '../../shared/compress.ts';
import { runnerBehind } from '../../shared/image-port.ts';
import type { ImageThreads } from '../../shared/image-threads.ts';
import type { Host } from '../../shared/index.ts';
import { buffersOf, ownCopy } from '../../shared/plain-data.ts';
import { sparse } from './sparse.ts';
import { problemOfThrown } from './thrown.ts';
import type { CompressApi, ImageApi, ImageDoor, WasmModules } from './wire.ts';

/** Fewer pixels take about as long as a worker needs to start. */
const WORTH_STARTING_PIXELS = 2_000_000;

let runImageJob: ReturnType<typeof createImageJobs> | undefined;

/** The worker's side: one document, or one image, at a time through the core, and every end of it as data. */
const api: CompressApi & ImageApi = {
  async compress({ input, options, imageOverrides, password, modules }, onProgress, images) {
    try {
      const { bytes, report } = await compress(new Uint8Array(input), options, {
        host: hostWith(modules, images),
        onProgress: sparse(onProgress),
        ...(imageOverrides === undefined ? {} : { imageOverrides }),
        ...(password === undefined ? {} : { password }),
      });
      if (report.unchanged) return { ok: true, bytes: null, report };
      const owned = transferable(bytes);
      return Comlink.transfer({ ok: true, bytes: owned, report }, [owned.buffer]);
    } catch (thrown) {
      return { ok: false, problem: problemOfThrown(thrown) };
    }
  },

  async recode(job, modules) {
    runImageJob ??= createImageJobs(hostWith(modules));
    try {
      const result = ownCopy(await runImageJob(job));
      return Comlink.transfer({ kind: 'result', result }, buffersOf(result));
    } catch (thrown) {
      return { kind: 'thrown', error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
    }
  },
};

function hostWith(modules: WasmModules, images?: ImageDoor): Host {
  const wasmModule: Host['wasmModule'] = async (name) => modules[name];
  return images === undefined ? { wasmModule } : { wasmModule, imageThreads: threadsBehind(images) };
}

function threadsBehind({ port, parallelism }: ImageDoor): ImageThreads {
  return {
    parallelism,
    isWorth: ({ pixels }) => pixels >= WORTH_STARTING_PIXELS,
    open: () => runnerBehind(port),
  };
}

/** A buffer can be transferred when it is not shared and holds nothing else. */
function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

Comlink.expose(api);
