import { EXIT, type ExitCode } from '../../../library/terminal/exit-code.ts';
import { type FileResult, savedBytes } from './file-result.ts';

/** Counts the results of a run without keeping them: there may be a million. */
export class RunTally {
  /** PDFs known so far; more may follow while folders are read. */
  found = 0;
  /** Whether `found` is final. */
  isAllFound = false;
  ended = 0;
  inputSize = 0;
  savedBytes = 0;
  readonly #counts = new Map<FileResult['status'], number>();
  #isTargetMissed = false;

  static of(results: readonly FileResult[]): RunTally {
    const tally = new RunTally();
    for (const result of results) tally.add(result);
    tally.found = tally.ended;
    return tally;
  }

  add(result: FileResult): void {
    const { status, inputSize = 0, warnings } = result;
    this.ended += 1;
    this.inputSize += inputSize;
    this.savedBytes += savedBytes(result);
    this.#counts.set(status, this.countOf(status) + 1);
    this.#isTargetMissed ||= warnings?.includes('target-missed') === true;
  }

  countOf(status: FileResult['status']): number {
    return this.#counts.get(status) ?? 0;
  }

  /** The exit code of the worst result. */
  get exitCode(): ExitCode {
    if (this.countOf('failed') > 0) return EXIT.IO_ERROR;
    if (this.countOf('refused') > 0) return EXIT.REFUSED;
    return this.#isTargetMissed ? EXIT.CHECK_FAILED : EXIT.OK;
  }
}
