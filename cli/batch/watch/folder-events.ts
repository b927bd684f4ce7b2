import { type FSWatcher, watch } from 'node:fs';
import { onAbort } from '../../../shared/work/on-abort.ts';
import { osPath } from '../../files/os-path.ts';

/** Maximum number of watched folders. Changes in others are found by polling. */
const MAX_FOLDERS = 8192;

/** Watches folders for change events. Network shares often send none, so nothing relies on events alone. */
export class FolderEvents {
  readonly #watchers = new Map<string, FSWatcher>();
  #hasHappened = false;
  #wake: (() => void) | undefined;

  /** Watches exactly these folders. */
  follow(folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) {
      if (this.#watchers.size >= MAX_FOLDERS) return;
      if (!this.#watchers.has(folder)) this.#listen(folder);
    }
  }

  /** Whether a change occurred since the last call. */
  takeHappened(): boolean {
    const hasHappened = this.#hasHappened;
    this.#hasHappened = false;
    return hasHappened;
  }

  get hasHappened(): boolean {
    return this.#hasHappened;
  }

  /** Resolves after `ms`, on abort, or with `isHeard` as soon as a change occurs. */
  async wait(ms: number, signal: AbortSignal, isHeard: boolean): Promise<void> {
    if (signal.aborted || (isHeard && this.#hasHappened)) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        forget();
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      const forget = onAbort(signal, end);
      if (isHeard) this.#wake = end;
    });
  }

  close(): void {
    this.follow(new Set());
  }

  #listen(folder: string): void {
    try {
      const watcher = watch(osPath(folder), { persistent: false }, () => {
        this.#hasHappened = true;
        this.#wake?.();
      });
      // The folder is gone, or the system has no more watches.
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch {}
  }
}
