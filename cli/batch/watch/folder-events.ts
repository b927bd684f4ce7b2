import { type FSWatcher, watch } from 'node:fs';
import { onAbort } from '../../../shared/work/on-abort.ts';
import { osPath } from '../../files/os-path.ts';

/** Folders that are listened to; what happens in others is seen when it is looked for. */
const MAX_FOLDERS = 8192;

/** Listens to folders, where the system tells of changes. Shares of networks often do not, so nothing depends on it alone. */
export class FolderEvents {
  readonly #watchers = new Map<string, FSWatcher>();
  #hasHappened = false;
  #wake: (() => void) | undefined;

  /** Listens to these and no others. */
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

  /** Whether something has happened since this was asked last. */
  takeHappened(): boolean {
    const hasHappened = this.#hasHappened;
    this.#hasHappened = false;
    return hasHappened;
  }

  get hasHappened(): boolean {
    return this.#hasHappened;
  }

  /** Resolves after so many milliseconds, at an abort, and with `isHeard` as soon as something happens. */
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
      // The folder has gone, or the system listens to no more of them.
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(folder);
      });
      this.#watchers.set(folder, watcher);
    } catch {}
  }
}
