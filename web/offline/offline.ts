/** Whether the page works offline, and whether a newer version is waiting. */
export interface OfflineState {
  /**
   * `ready` once the page works offline, `stored` once it also has the fonts that documents don't embed; `none` if the
   * browser has no service workers: over plain http, or in some private windows.
   */
  readonly install: 'pending' | 'ready' | 'stored' | 'none';
  readonly hasUpdate: boolean;
}

/** The service worker that stores this page at the first visit and serves it from then on. */
export class Offline {
  readonly #listeners = new Set<() => void>();
  #state: OfflineState = { install: 'pending', hasUpdate: false };
  #update: () => Promise<void> = async () => location.reload();

  readonly state = (): OfflineState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Called when the page itself has loaded, so that nothing is fetched twice.
   *
   * @param fonts settles when the fonts that documents don't embed were loaded, or can't be
   */
  async install(fonts: Promise<void>): Promise<void> {
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return this.#become({ install: 'none' });
    try {
      const { registerSW } = await import('virtual:pwa-register');
      const update = registerSW({
        immediate: true,
        onNeedRefresh: () => this.#become({ hasUpdate: true }),
        onRegisterError: () => this.#become({ install: 'none' }),
      });
      this.#update = () => update(true);
      await navigator.serviceWorker.ready;
      const stored = await (await import('./store-loaded.ts')).storeLoaded(fonts);
      this.#become({ install: 'ready' });
      void stored.fonts.then(
        () => this.#become({ install: 'stored' }),
        () => undefined,
      );
    } catch {
      this.#become({ install: 'none' });
    }
  }

  /** Replaces this version with the new one. */
  readonly update = (): Promise<void> => this.#update();

  #become(part: Partial<OfflineState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}

export const offline = new Offline();
