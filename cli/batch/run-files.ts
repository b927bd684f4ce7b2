import type { Progress } from '../../shared/index.ts';
import { sanitizeForTerminal } from '../terminal/printable.ts';
import type { BarTerminal } from '../terminal/progress-bar.ts';
import { createProgressBar, timeLeft } from '../terminal/progress-bar.ts';
import { sizeText } from '../text/sizes.ts';
import { type FileResult, savedBytes } from './file-result.ts';
import type { FoundFile } from './find-files.ts';
import { type FileRunOptions, shrinkFile } from './one-file.ts';

export interface RunSettings {
  /** PDFs at the same time. */
  readonly lanes: number;
  /** Where the bar is. */
  readonly terminal: BarTerminal;
  readonly now: () => number;
  /** Hears each result as it comes. */
  readonly onResult: (result: FileResult) => void;
}

/** Bytes of PDFs that are worked on at the same time; a larger one has no other beside it. */
const BYTES_IN_WORK = 512_000_000;

/** All files, so many at a time; results come in the order in which files end. @throws the signal's reason */
export async function runFiles(
  files: readonly FoundFile[],
  treatment: FileRunOptions,
  settings: RunSettings,
): Promise<readonly FileResult[]> {
  const { lanes, terminal, now, onResult } = settings;
  const bar = createProgressBar(terminal, now);
  const progress = new RunProgress(files, now);
  const results: FileResult[] = [];
  const waiting = [...files];
  const room = new Room(BYTES_IN_WORK);

  const lane = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      await room.take(file.bytes);
      try {
        treatment.signal.throwIfAborted();
        const { path } = file;
        bar.show(...progress.line(path));
        const result = await shrinkFile(file, treatment, (step) => {
          progress.at(path, step);
          bar.show(...progress.line(path));
        });
        progress.ended(file, result);
        results.push(result);
        bar.clear();
        onResult(result);
      } finally {
        room.give(file.bytes);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(lanes, files.length) }, lane));
  } finally {
    bar.clear();
  }
  return results;
}

/** How far a run is, by the bytes of its files. */
class RunProgress {
  readonly #now: () => number;
  readonly #began: number;
  readonly #files: number;
  #leftBytes: number;
  #workedBytes = 0;
  #saved = 0;
  #ended = 0;
  readonly #running = new Map<string, { readonly bytes: number; fraction: number }>();
  readonly #bytesOf: ReadonlyMap<string, number>;

  constructor(files: readonly FoundFile[], now: () => number) {
    this.#now = now;
    this.#began = now();
    this.#files = files.length;
    this.#bytesOf = new Map(files.map(({ path, bytes }) => [path, bytes]));
    this.#leftBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  at(path: string, { fraction }: Progress): void {
    this.#running.set(path, { bytes: this.#bytesOf.get(path) ?? 0, fraction });
  }

  ended({ path, bytes }: FoundFile, result: FileResult): void {
    this.#running.delete(path);
    this.#leftBytes -= bytes;
    this.#ended += 1;
    this.#saved += savedBytes(result);
    // What an earlier run did took no time, and says nothing of the time that is left.
    if (result.status !== 'skipped') this.#workedBytes += bytes;
  }

  line(path: string): readonly [fraction: number, text: string] {
    const running = [...this.#running.values()].reduce(
      (sum, { bytes, fraction }) => sum + bytes * fraction,
      0,
    );
    const worked = this.#workedBytes + running;
    const fraction = worked / Math.max(1, this.#workedBytes + this.#leftBytes);
    const parts = [
      this.#files > 1 ? `${this.#ended + 1} of ${this.#files}` : '',
      this.#saved > 0 ? `${sizeText(this.#saved)} saved` : '',
      timeLeft(fraction, this.#now() - this.#began),
      sanitizeForTerminal(path),
    ];
    return [fraction, parts.filter((part) => part !== '').join(' · ')];
  }
}

/** Room for so many bytes; whoever asks first gets it first. */
class Room {
  readonly #most: number;
  readonly #waiting: { readonly bytes: number; readonly enter: () => void }[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async take(bytes: number): Promise<void> {
    await new Promise<void>((enter) => {
      this.#waiting.push({ bytes, enter });
      this.#letIn();
    });
  }

  give(bytes: number): void {
    this.#taken -= bytes;
    this.#letIn();
  }

  #letIn(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || (this.#taken > 0 && this.#taken + next.bytes > this.#most)) return;
      this.#waiting.shift();
      this.#taken += next.bytes;
      next.enter();
    }
  }
}
