import * as Comlink from 'comlink';
import type { WorkerLike } from '../worker/client.ts';
import type { CompressApi, WorkApi } from '../worker/wire.ts';

/** Stands in for a Worker: the real Comlink conversation over a channel, and deaths on demand. */
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

  /** As a browser tells that a worker's script threw outside any call, or was ended. */
  die(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}
