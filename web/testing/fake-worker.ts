import * as Comlink from 'comlink';
import type { WorkerLike } from '../worker/client.ts';
import type { CompressApi, WorkApi } from '../worker/wire.ts';

/** A fake Worker with a real Comlink channel, and crashes on demand. */
export class FakeWorker extends EventTarget implements WorkerLike {
  isTerminated = false;
  readonly #channel = new MessageChannel();

  constructor(api: Partial<CompressApi> | WorkApi) {
    super();
    Comlink.expose(api, this.#channel.port2);
    this.#channel.port1.onmessage = ({ data }) => {
      this.dispatchEvent(new MessageEvent('message', { data }));
    };
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#channel.port1.postMessage(message, transfer);
  }

  terminate(): void {
    this.isTerminated = true;
    this.#channel.port1.close();
    this.#channel.port2.close();
  }

  /** Fires the event of a browser whose worker script threw outside a call, or was terminated. */
  die(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}
