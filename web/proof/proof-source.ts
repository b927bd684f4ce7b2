import type { Fetching, ProofAssets } from './assets.ts';
import workerUrl from './proof.worker.ts?worker&url';

/** What drawing pages needs, fetched once; the worker's script is kept as text for the same reason as the engine's. */
export class ProofSource {
  readonly #listeners = new Set<() => void>();
  #assets: Promise<ProofAssets> | null = null;
  #spawn: Promise<() => Worker> | null = null;
  #isHere = false;

  /** Nothing that most documents need has to be fetched any more. */
  readonly isHere = (): boolean => this.#isHere;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Never throws: what could not be fetched is fetched when it is asked for. */
  async preload(): Promise<void> {
    try {
      const [assets] = await Promise.all([this.#loadAssets(), this.spawner()]);
      await assets.preload();
      this.#isHere = true;
      for (const listener of this.#listeners) listener();
    } catch {
      // Nothing is lost but a head start.
    }
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
  const blobUrl = URL.createObjectURL(new Blob([await response.text()], { type: 'text/javascript' }));
  return () => new Worker(blobUrl);
}
