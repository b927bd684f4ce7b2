import * as Comlink from 'comlink';
import { compress } from '../../shared/compress.ts';
import { sparse } from './sparse.ts';
import { problemOfThrown } from './thrown.ts';
import type { CompressApi } from './wire.ts';

/** The worker's side: one document at a time through the core, and every end of it as data. */
const api: CompressApi = {
  async compress({ input, options, password, modules }, onProgress) {
    try {
      const { bytes, report } = await compress(new Uint8Array(input), options, {
        host: { wasmModule: async (name) => modules[name] },
        onProgress: sparse(onProgress),
        ...(password === undefined ? {} : { password }),
      });
      if (report.unchanged) return { ok: true, bytes: null, report };
      const owned = transferable(bytes);
      return Comlink.transfer({ ok: true, bytes: owned, report }, [owned.buffer]);
    } catch (thrown) {
      return { ok: false, problem: problemOfThrown(thrown) };
    }
  },
};

/** A buffer can be transferred when it is not shared and holds nothing else. */
function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

Comlink.expose(api);
