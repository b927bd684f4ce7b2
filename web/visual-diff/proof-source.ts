import { withoutNetwork } from '../worker/without-network.ts';
import type { Fetching, ProofAssets } from './assets.ts';
import workerUrl from './proof.worker.ts?worker&url';

/**
 * `drawing` once pages can be drawn, but for fonts that a document doesn't embed; `here` with these fonts,
 * `without-fonts` if they can't be had.
 */
export type PreloadState = 'waiting' | 'drawing' | 'here' | 'without-fonts' | 'missing';

/** Assets for rendering, fetched once; the worker's script is kept for the same reason as the engine's. */
export class RendererAssets {
  readonly #listeners = new Set<() => void>();
  #assets: Promise<ProofAssets> | null = null;
  #spawn: Promise<() => Worker> | null = null;
  readonly #loadView: () => Promise<unknown>;
  #state: PreloadState = 'waiting';

  /** @param loadView loads the chunk of the file page */
  constructor(loadView: () => Promise<unknown>) {
    this.#loadView = loadView;
  }

  readonly state = (): PreloadState => this.#state;

  /** Whether nothing that most documents need will still be fetched. */
  readonly isSettled = (): boolean => this.#state === 'here' || this.#state === 'without-fonts';

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Never throws: missing assets are fetched when they are needed. */
  async preload(): Promise<void> {
    try {
      const [assets] = await Promise.all([this.#loadAssets(), this.spawner(), this.#loadView()]);
      await assets.preloadDecoders();
      this.#become('drawing');
    } catch {
      // Only a head start is lost.
      this.#become('missing');
    }
  }

  /** Called after `preload`, once a visitor uses the page: most visitors' documents need none. Never throws. */
  async preloadFonts(): Promise<void> {
    if (this.#state === 'missing') return;
    try {
      await (await this.#loadAssets()).preloadFonts();
      this.#become('here');
    } catch {
      this.#become('without-fonts');
    }
  }

  #become(state: PreloadState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Returns a function that starts a worker. */
  spawner(): Promise<() => Worker> {
    this.#spawn ??= workerFactory();
    this.#spawn.catch(() => {
      this.#spawn = null;
    });
    return this.#spawn;
  }

  /** Null if it is not available now. */
  async asset(name: string, fetching: Fetching): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      return await (await this.#loadAssets()).get(name, fetching);
    } catch {
      return null;
    }
  }

  /** Its list of URLs is long, so it is not part of the first load. */
  #loadAssets(): Promise<ProofAssets> {
    this.#assets ??= import('./assets.ts').then(({ ProofAssets }) => new ProofAssets());
    this.#assets.catch(() => {
      this.#assets = null;
    });
    return this.#assets;
  }
}

async function workerFactory(): Promise<() => Worker> {
  // In development the worker consists of many modules that import each other by URL, which a blob cannot.
  if (import.meta.env.DEV) return () => new Worker(workerUrl, { type: 'module' });
  const response = await fetch(workerUrl);
  if (!response.ok) throw new Error(`worker script: ${response.status}`);
  const blobUrl = URL.createObjectURL(withoutNetwork(await response.blob()));
  return () => new Worker(blobUrl);
}
