import type { FoundFile } from '../inputs/find-files.ts';
import type { FileResult } from '../results/file-result.ts';

/** How a file looks from outside. */
export type FileLook = Pick<FoundFile, 'bytes' | 'mtimeMs'>;

interface Arrival {
  file: FoundFile;
  /** Since when it has looked the same, in milliseconds. */
  since: number;
  isToldToWait: boolean;
}

/** Trouble that may pass by itself: such a file is tried again although it is the same. */
const PASSING: ReadonlySet<string | undefined> = new Set(['cannot_read', 'cannot_write', 'out_of_memory']);
const RETRY_MS = 60_000;

/** Which files of a watched folder are new or changed, and which of them have stood still for long enough. */
export class Arrivals {
  readonly #settleMs: number;
  readonly #waiting = new Map<string, Arrival>();
  /** As each file looked when it was taken, or as we left it. */
  readonly #done = new Map<string, string>();

  constructor(settleMs: number) {
    this.#settleMs = settleMs;
  }

  get waiting(): readonly FoundFile[] {
    return [...this.#waiting.values()].map(({ file }) => file);
  }

  /** Takes a look at all files there are. @returns those that are seen to be written still, each once */
  see(files: readonly FoundFile[], now: number): readonly FoundFile[] {
    const there = new Set(files.map(({ path }) => path));
    for (const path of this.#done.keys()) if (!there.has(path)) this.#done.delete(path);
    for (const path of this.#waiting.keys()) if (!there.has(path)) this.#waiting.delete(path);
    return files.filter((file) => this.#seeOne(file, now));
  }

  /** Takes a look at those that wait alone. @param lookAt undefined where the file has gone */
  seeWaiting(lookAt: (path: string) => FileLook | undefined, now: number): readonly FoundFile[] {
    const growing: FoundFile[] = [];
    for (const { file } of [...this.#waiting.values()]) {
      const look = lookAt(file.path);
      if (look === undefined) this.#waiting.delete(file.path);
      else if (this.#seeOne({ ...file, ...look }, now)) growing.push(file);
    }
    return growing;
  }

  /** Those that have stood still. An empty file is one that somebody has just begun. */
  ready(now: number): readonly FoundFile[] {
    return [...this.#waiting.values()]
      .filter(({ file, since }) => file.bytes > 0 && now - since >= this.#settleMs)
      .map(({ file }) => file);
  }

  /** @param left how the file looks after its turn */
  finish(file: FoundFile, result: FileResult, left: FileLook | undefined, now: number): void {
    const { status, problem } = result;
    this.#waiting.delete(file.path);
    if (problem?.code === 'modified_concurrently') return;
    if (PASSING.has(problem?.code)) {
      const since = now + RETRY_MS - this.#settleMs;
      this.#waiting.set(file.path, { file, since, isToldToWait: true });
      return;
    }
    // A time stamp that was set again may lose the last of its digits.
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
