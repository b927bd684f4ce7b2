import type { Progress } from '../../shared/index.ts';
import { sanitizeForTerminal } from '../terminal/printable.ts';
import { type ProgressBar, timeLeft } from '../terminal/progress-bar.ts';
import { sizeText } from '../text/sizes.ts';
import type { FileRunOptions } from './file-run-options.ts';
import type { FoundFile } from './inputs/find-files.ts';
import { ReadAhead } from './inputs/read-ahead.ts';
import { refusalInPlace, shrinkFile } from './one-file.ts';
import { doneBefore } from './records/done-before.ts';
import type { FileResult } from './results/file-result.ts';
import { RunTally } from './results/run-tally.ts';

export interface RunSettings {
  /** Number of PDFs at the same time. */
  readonly lanes: number;
  readonly bar: ProgressBar;
  readonly now: () => number;
  readonly onResult: (result: FileResult, elapsedMs: number) => void;
  /** Counts results; shows the progress of an interrupted run. */
  readonly tally?: RunTally;
}

/** Maximum PDFs listed ahead, so that the progress bar has a total and memory stays bounded. */
const MAX_KNOWN = 10_000;

/** Processes all files, `lanes` at a time. Results arrive in order of completion. @throws the signal's reason */
export async function runFiles(
  files: Iterable<FoundFile> | AsyncIterable<FoundFile>,
  treatment: FileRunOptions,
  settings: RunSettings,
): Promise<RunTally> {
  const { lanes, bar, now, tally = new RunTally() } = settings;
  const progress = new RunProgress(tally, now);
  const ahead = new ReadAhead(files, MAX_KNOWN, (file) => progress.found(file));
  const end = (file: FoundFile, result: FileResult, elapsedMs: number) => {
    progress.ended(file, result);
    settings.onResult(result, elapsedMs);
  };

  const lane = async () => {
    for (let file = await ahead.take(); file !== undefined; file = await ahead.take()) {
      progress.taken(file);
      treatment.signal.throwIfAborted();
      tally.isAllFound = ahead.isEnded;
      const target = treatment.target(file);
      const done = treatment.again ? null : doneBefore(file, target, treatment.ledger);
      const known = done ?? refusalInPlace(file, target);
      const began = now();
      const result = known ?? (await worked(file));
      end(file, result, now() - began);
    }
  };
  const worked = (file: FoundFile): Promise<FileResult> =>
    treatment.documents.withRoom(file.bytes, treatment.signal, () => {
      const { path } = file;
      bar.show(...progress.line(path));
      const othersWait = lanes > 1 && (!ahead.isEnded || progress.waitingBytes >= file.bytes * (lanes - 1));
      return shrinkFile(file, { ...treatment, othersWait }, (step) => {
        progress.at(file, step);
        bar.show(...progress.line(path));
      });
    });
  // Waits for every lane, so that a file being written is completed.
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  bar.clear();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return tally;
}

/** Progress of a run, by the bytes of the files known so far. */
class RunProgress {
  readonly #now: () => number;
  readonly #began: number;
  readonly #tally: RunTally;
  #leftBytes = 0;
  /** Bytes of the PDFs that no lane has taken. */
  waitingBytes = 0;
  #workedBytes = 0;
  readonly #running = new Map<string, { readonly bytes: number; readonly fraction: number }>();

  constructor(tally: RunTally, now: () => number) {
    this.#now = now;
    this.#began = now();
    this.#tally = tally;
  }

  found({ bytes }: FoundFile): void {
    this.#tally.found += 1;
    this.#leftBytes += bytes;
    this.waitingBytes += bytes;
  }

  taken({ bytes }: FoundFile): void {
    this.waitingBytes -= bytes;
  }

  at({ path, bytes }: FoundFile, { fraction }: Progress): void {
    this.#running.set(path, { bytes, fraction });
  }

  ended({ path, bytes }: FoundFile, result: FileResult): void {
    this.#running.delete(path);
    this.#leftBytes -= bytes;
    this.#tally.add(result);
    // Skipped files took no time and say nothing about the time left.
    if (result.status !== 'skipped') this.#workedBytes += bytes;
  }

  line(path: string): readonly [fraction: number, text: string] {
    const running = [...this.#running.values()].reduce(
      (sum, { bytes, fraction }) => sum + bytes * fraction,
      0,
    );
    const worked = this.#workedBytes + running;
    const fraction = worked / Math.max(1, this.#workedBytes + this.#leftBytes);
    const { found, isAllFound, ended, savedBytes } = this.#tally;
    const parts = [
      found > 1 ? `${ended + 1} of ${isAllFound ? '' : 'at least '}${found}` : '',
      savedBytes > 0 ? `${sizeText(savedBytes)} saved` : '',
      isAllFound ? timeLeft(fraction, this.#now() - this.#began) : '',
      sanitizeForTerminal(path),
    ];
    return [fraction, parts.filter((part) => part !== '').join(' · ')];
  }
}
