import type { CompressOptions } from '../../shared/index.ts';
import { appendAll } from '../../shared/lists.ts';
import { resultOf } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { resultPaths } from '../jobs/result-names.ts';
import { saveBelow } from '../save/folder.ts';

/** The folder of new PDFs, and the one for their smaller copies; one may contain the other. */
export interface WatchedFolders {
  readonly from: FileSystemDirectoryHandle;
  readonly into: FileSystemDirectoryHandle;
}

export type WatchState =
  | { readonly kind: 'off' }
  /** `resting`: the battery is low. `done` counts the written copies. */
  | {
      readonly kind: 'watching' | 'resting';
      readonly from: string;
      readonly into: string;
      readonly done: number;
    }
  /** A folder is no longer readable or writable. */
  | { readonly kind: 'lost' };

/** Polling interval. Browsers limit hidden tabs to once a minute. */
const POLL_INTERVAL_MS = 3000;
/** Replaces size and date for copies written here, and for files that are already taken. */
const TAKEN = 'taken';

/** Adds each new PDF of a folder to the list, and writes its result into another folder. */
export class FolderWatch {
  readonly #store: JobStore;
  readonly #options: () => CompressOptions;
  readonly #isPowerLow: () => Promise<boolean>;
  readonly #listeners = new Set<() => void>();
  #state: WatchState = { kind: 'off' };
  #end = () => {};

  constructor(store: JobStore, options: () => CompressOptions, isPowerLow: () => Promise<boolean>) {
    this.#store = store;
    this.#options = options;
    this.#isPowerLow = isPowerLow;
  }

  readonly state = (): WatchState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Ignores files that are already in the folder. */
  async begin(folders: WatchedFolders): Promise<void> {
    this.end();
    const stop = new AbortController();
    this.#end = () => stop.abort();
    this.#become({ kind: 'watching', from: folders.from.name, into: folders.into.name, done: 0 });
    try {
      await this.#watch(folders, stop.signal);
    } catch {
      if (!stop.signal.aborted) this.#become({ kind: 'lost' });
    }
    stop.abort();
  }

  readonly end = (): void => {
    this.#end();
    this.#become({ kind: 'off' });
  };

  async #watch(folders: WatchedFolders, signal: AbortSignal): Promise<void> {
    const known = new Map((await pdfsBelow(folders.from)).map(({ path }) => [path, TAKEN]));
    const waiting = new Set<number>();
    while (!signal.aborted) {
      await Promise.race([
        pause(POLL_INTERVAL_MS),
        new Promise((ended) => signal.addEventListener('abort', ended)),
      ]);
      if (signal.aborted) return;
      const isLow = await this.#isPowerLow();
      this.#change({ kind: isLow ? 'resting' : 'watching' });
      if (!isLow) for (const id of this.#take(await pdfsBelow(folders.from), known)) waiting.add(id);
      for (const path of await this.#write(folders.into, waiting)) {
        const inside = await folders.from.resolve(folders.into);
        if (inside !== null) known.set([...inside, path].join('/'), TAKEN);
      }
    }
  }

  /** Takes new files that are unchanged since the last poll: their writer is done. */
  #take(found: readonly Found[], known: Map<string, string>): readonly number[] {
    const ready = found.filter(({ path, file }) => {
      const before = known.get(path);
      if (before === TAKEN) return false;
      const now = `${file.size} ${file.lastModified}`;
      const isWhole = before === now && file.size > 0;
      known.set(path, isWhole ? TAKEN : now);
      return isWhole;
    });
    if (ready.length === 0) return [];
    const added = ready.map(({ file, folder }) => ({ id: this.#store.newId(), file, folder }));
    const refused = { names: [], inFolders: [] };
    this.#store.tell({ type: 'files-added', added, refused, options: this.#options() });
    return added.map(({ id }) => id);
  }

  /**
   * Writes the available results and returns the paths of their copies. Failed files stay in the list, which says why.
   */
  async #write(into: FileSystemDirectoryHandle, waiting: Set<number>): Promise<readonly string[]> {
    const { jobs } = this.#store.state();
    const paths = resultPaths(jobs);
    const written: string[] = [];
    for (const job of jobs.filter(({ id, state }) => waiting.has(id) && state.kind === 'done')) {
      const [result, path] = [resultOf(job), paths.get(job.id)];
      if (result === null || path === undefined) continue;
      written.push(await saveBelow(into, { path, blob: result.blob, lastModified: job.file.lastModified }));
      waiting.delete(job.id);
      this.#store.tell({ type: 'results-saved', ids: [job.id] });
      if (this.#state.kind === 'watching' || this.#state.kind === 'resting') {
        this.#change({ done: this.#state.done + 1 });
      }
    }
    return written;
  }

  #change(part: { readonly kind?: 'watching' | 'resting'; readonly done?: number }): void {
    if (this.#state.kind === 'watching' || this.#state.kind === 'resting') {
      this.#become({ ...this.#state, ...part });
    }
  }

  #become(state: WatchState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

interface Found {
  /** Including folders, such as `2026/a.pdf`. */
  readonly path: string;
  readonly folder: string;
  readonly file: File;
}

async function pdfsBelow(place: FileSystemDirectoryHandle, folder = ''): Promise<readonly Found[]> {
  const found: Found[] = [];
  for await (const entry of place.values()) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.kind === 'directory') {
      appendAll(found, await pdfsBelow(await place.getDirectoryHandle(entry.name), path));
    } else if (/\.pdf$/i.test(entry.name)) {
      const file = await (await place.getFileHandle(entry.name)).getFile().catch(() => null);
      // The file disappeared meanwhile.
      if (file !== null) found.push({ path, folder, file });
    }
  }
  return found;
}

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));
