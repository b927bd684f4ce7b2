import type { FoundFile } from '../inputs/find-files.ts';
import type { FileResult } from '../results/file-result.ts';

/** Size and time of a file. */
export type FileLook = Pick<FoundFile, 'bytes' | 'mtimeMs'>;

interface Arrival {
  file: FoundFile;
  /** When the file last changed, in milliseconds. */
  since: number;
  isToldToWait: boolean;
}

/** Errors that may resolve by themselves: the file is retried although it is unchanged. */
const PASSING: ReadonlySet<string | undefined> = new Set(['cannot_read', 'cannot_write', 'out_of_memory']);
const RETRY_MS = 60_000;

/** Tracks which files of a watched folder are new or changed, and which have settled. */
export class Arrivals {
  readonly #settleMs: number;
  readonly #waiting = new Map<string, Arrival>();
  /** Each file's state when it was taken, or as we left it. */
  readonly #done = new Map<string, string>();

  constructor(settleMs: number) {
    this.#settleMs = settleMs;
  }

  get waiting(): readonly FoundFile[] {
    return [...this.#waiting.values()].map(({ file }) => file);
  }

  /** Records the state of all files. @returns files that are still being written, each once */
  see(files: readonly FoundFile[], now: number): readonly FoundFile[] {
    const there = new Set(files.map(({ path }) => path));
    for (const path of this.#done.keys()) if (!there.has(path)) this.#done.delete(path);
    for (const path of this.#waiting.keys()) if (!there.has(path)) this.#waiting.delete(path);
    return files.filter((file) => this.#seeOne(file, now));
  }

  /** Checks only the waiting files. @param lookAt undefined if the file has disappeared */
  seeWaiting(lookAt: (path: string) => FileLook | undefined, now: number): readonly FoundFile[] {
    const growing: FoundFile[] = [];
    for (const { file } of [...this.#waiting.values()]) {
      const look = lookAt(file.path);
      if (look === undefined) this.#waiting.delete(file.path);
      else if (this.#seeOne({ ...file, ...look }, now)) growing.push(file);
    }
    return growing;
  }

  /** Files that have settled. An empty file has only just been created. */
  ready(now: number): readonly FoundFile[] {
    return [...this.#waiting.values()]
      .filter(({ file, since }) => file.bytes > 0 && now - since >= this.#settleMs)
      .map(({ file }) => file);
  }

  /** @param left state of the file after processing */
  finish(file: FoundFile, result: FileResult, left: FileLook | undefined, now: number): void {
    const { status, problem } = result;
    this.#waiting.delete(file.path);
    if (problem?.code === 'modified_concurrently') return;
    if (PASSING.has(problem?.code)) {
      const since = now + RETRY_MS - this.#settleMs;
      this.#waiting.set(file.path, { file, since, isToldToWait: true });
      return;
    }
    // Setting a time stamp again may lose its last digits.
    const isAsLeft =
      left !== undefined && left.bytes === result.outputSize && Math.abs(left.mtimeMs - file.mtimeMs) < 1;
    this.#done.set(file.path, lookText(status === 'smaller' && isAsLeft ? left : file));
  }

  #seeOne(file: FoundFile, now: number): boolean {
    if (this.#done.get(file.path) === lookText(file)) {
      this.#waiting.delete(file.path);
      return false;
    }
    const known = this.#waiting.get(file.path);
    if (known === undefined) {
      this.#waiting.set(file.path, { file, since: now, isToldToWait: false });
      return false;
    }
    if (lookText(known.file) === lookText(file)) return false;
    const isNews = !known.isToldToWait;
    Object.assign(known, { file, since: now, isToldToWait: true });
    return isNews;
  }
}

function lookText({ bytes, mtimeMs }: FileLook): string {
  return `${bytes} ${mtimeMs}`;
}
