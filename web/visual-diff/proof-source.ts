import { withoutNetwork } from '../worker/without-network.ts';
import type { Fetching, ProofAssets } from './assets.ts';
import workerUrl from './proof.worker.ts?worker&url';

export type PreloadState = 'waiting' | 'here' | 'missing';

/** What drawing pages needs, fetched once; the worker's script is kept for the same reason as the engine's. */
export class RendererAssets {
  readonly #listeners = new Set<() => void>();
  #assets: Promise<ProofAssets> | null = null;
  #spawn: Promise<() => Worker> | null = null;
  readonly #loadView: () => Promise<unknown>;
  #state: PreloadState = 'waiting';

  /** @param loadView loads the part of the page that shows a file */
  constructor(loadView: () => Promise<unknown>) {
    this.#loadView = loadView;
  }

  readonly state = (): PreloadState => this.#state;

  /** Nothing that most documents need has to be fetched any more. */
  readonly isHere = (): boolean => this.#state === 'here';

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Never throws: what could not be fetched is fetched when it is asked for. */
  async preload(): Promise<void> {
    try {
      const [assets] = await Promise.all([this.#loadAssets(), this.spawner(), this.#loadView()]);
      await assets.preload();
      this.#become('here');
    } catch {
      // Nothing is lost but a head start.
      this.#become('missing');
    }
  }

  #become(state: PreloadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Starts a worker. */
  spawner(): Promise<() => Worker> {
    this.#spawn ??= workerFactory();
    this.#spawn.catch(() => {
      this.#spawn = null;
    });
    return this.#spawn;
  }

  /** Null when it cannot be had now. */
  async asset(name: string, fetching: Fetching): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return await (await this.#loadAssets()).get(name, fetching);
    } catch {
      return null;
    }
  }

  /** Its list of addresses is long, so it is no part of the first load. */
  #loadAssets(): Promise<ProofAssets> {
    this.#assets ??= import('./assets.ts').then(({ ProofAssets }) => new ProofAssets());
    this.#assets.catch(() => {
      this.#assets = null;
    });
    return this.#assets;
  }
}

async function workerFactory(): Promise<() => Worker> {
  // In development the worker is many modules that import each other by address, which a blob has not.
  if (import.meta.env.DEV) return () => new Worker(workerUrl, { type: 'module' });
  const response = await fetch(workerUrl);
  if (!response.ok) throw new Error(`worker script: ${response.status}`);
  const blobUrl = URL.createObjectURL(withoutNetwork(await response.blob()));
  return () => new Worker(blobUrl);
}
