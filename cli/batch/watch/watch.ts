import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { osPath } from '../../files/os-path.ts';
import { sanitizeForTerminal } from '../../terminal/printable.ts';
import type { FoundFile } from '../inputs/find-files.ts';
import type { FileResult } from '../results/file-result.ts';
import { Arrivals, type FileLook } from './arrivals.ts';
import { FolderEvents } from './folder-events.ts';

export interface Watch {
  /** Lists all PDFs in the folder except results, with a sentence for each path that cannot be read. */
  readonly look: () => Promise<{
    readonly files: readonly FoundFile[];
    readonly troubles: readonly string[];
  }>;
  /** Processes these PDFs. @throws the signal's reason */
  readonly run: (files: readonly FoundFile[]) => Promise<readonly FileResult[]>;
  /** How long a file must be unchanged before it is processed. */
  readonly settleMs: number;
  /** Tells the user which files are waiting. */
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/** Minimum interval between two polls of all files. */
const SWEEP_MS = 2000;
/** Maximum share of a processor for polling: without events, and after one. */
const IDLE_SHARE = 0.005;
const BUSY_SHARE = 0.05;
const MAX_SWEEP_MS = 600_000;
const MAX_NAMED = 3;

/**
 * Processes the PDFs that are in a folder, arrive in it or change there, each after it was unchanged for a while. Most
 * systems send change events. Network shares do not, so all files are polled too. Ends when the signal is aborted.
 */
export async function watchFolder(folder: string, watch: Watch): Promise<void> {
  const { signal, settleMs, say } = watch;
  const events = new FolderEvents();
  const arrivals = new Arrivals(settleMs);
  const sweeper = new Sweeper(folder, watch, events, arrivals);
  let done = 0;
  try {
    events.follow(new Set([folder]));
    while (!signal.aborted) {
      if (sweeper.isDue()) await sweeper.sweep();
      else sayGrowing(arrivals.seeWaiting(lookAt, performance.now()), say);
      const ready = arrivals.ready(performance.now());
      if (ready.length > 0) {
        const taken = new Map(ready.map((file) => [file.path, file]));
        for (const result of await watch.run(ready)) {
          done += result.problem === undefined ? 1 : 0;
          const file = taken.get(result.file);
          if (file !== undefined) arrivals.finish(file, result, lookAt(file.path), performance.now());
        }
        // Changes during this round are processed next.
        sweeper.hurry();
        continue;
      }
      const untilSettled =
        arrivals.waiting.length > 0 ? Math.max(20, settleMs / 4) : Number.POSITIVE_INFINITY;
      await events.wait(Math.min(sweeper.dueInMs(), untilSettled), signal, sweeper.mayHear());
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  } finally {
    events.close();
  }
  const { waiting } = arrivals;
  say(endedText(done, waiting));
}

/** Polls all files; the longer a poll takes, the less often. */
class Sweeper {
  readonly #folder: string;
  readonly #watch: Watch;
  readonly #events: FolderEvents;
  readonly #arrivals: Arrivals;
  #endedAt = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  #troubles: ReadonlySet<string> = new Set();

  constructor(folder: string, watch: Watch, events: FolderEvents, arrivals: Arrivals) {
    this.#folder = folder;
    this.#watch = watch;
    this.#events = events;
    this.#arrivals = arrivals;
  }

  isDue(): boolean {
    return this.dueInMs() <= 0;
  }

  /** Milliseconds until the next poll. */
  dueInMs(): number {
    const share = this.#events.hasHappened ? BUSY_SHARE : IDLE_SHARE;
    const least = this.#events.hasHappened ? Math.min(SWEEP_MS, this.#watch.settleMs / 4) : SWEEP_MS;
    return this.#endedAt + Math.min(MAX_SWEEP_MS, Math.max(least, this.#tookMs / share)) - performance.now();
  }

  /** False if a change is already known and only time must pass. */
  mayHear(): boolean {
    return !this.#events.hasHappened;
  }

  hurry(): void {
    this.#endedAt = Number.NEGATIVE_INFINITY;
  }

  async sweep(): Promise<void> {
    this.#events.takeHappened();
    const before = process.cpuUsage();
    const { files, troubles } = await this.#watch.look();
    for (const trouble of troubles) if (!this.#troubles.has(trouble)) this.#watch.say(trouble);
    this.#troubles = new Set(troubles);
    sayGrowing(this.#arrivals.see(files, performance.now()), this.#watch.say);
    this.#events.follow(new Set([this.#folder, ...files.map(({ path }) => dirname(path))]));
    const { user, system } = process.cpuUsage(before);
    this.#tookMs = (user + system) / 1000;
    this.#endedAt = performance.now();
  }
}

function sayGrowing(files: readonly FoundFile[], say: Watch['say']): void {
  if (files.length > 0) say(`Still being written, so it waits: ${namesOf(files)}.`);
}

export function endedText(done: number, waiting: readonly FoundFile[]): string {
  const left = waiting.length > 0 ? `, ${namesOf(waiting)} left` : '';
  return `The watch has ended: ${done} ${done === 1 ? 'PDF' : 'PDFs'} done${left}.`;
}

function namesOf(files: readonly FoundFile[]): string {
  const names = files.slice(0, MAX_NAMED).map(({ path }) => sanitizeForTerminal(path));
  const more = files.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function lookAt(path: string): FileLook | undefined {
  const found = lstatSync(osPath(path), { throwIfNoEntry: false });
  return found?.isFile() ? { bytes: found.size, mtimeMs: found.mtimeMs } : undefined;
}
