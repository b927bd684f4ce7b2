import type { Output } from '../../../library/terminal/output.ts';
import type { BudgetFit } from '../../../shared/budget/fit-within-budget.ts';
import { sanitizeForTerminal } from '../../terminal/printable.ts';
import { describeFileError } from '../../text/files.ts';
import type { NamedPath } from '../inputs/named-paths.ts';
import { RunLog } from '../records/run-log.ts';
import type { ShrinkUsage } from '../usage.ts';
import { type FileResult, savedBytes } from './file-result.ts';
import { LargestGains } from './largest-gains.ts';
import { budgetText, gainTable, resultText, timedText, totalText } from './result-text.ts';
import type { RunTally } from './run-tally.ts';

/** Characters of results that are written at once. */
const MAX_PENDING = 65_536;

/** Prints the results of a run, for people or as JSON, and writes its log. */
export class RunOutput {
  readonly #usage: ShrinkUsage;
  readonly #output: Output;
  readonly #log: RunLog | undefined;
  readonly #gains = new LargestGains();
  /** Results of this turn of the event loop: a resumed run prints a thousand in one, and each write is a system call. */
  #pending = '';
  #stream: keyof Output = 'out';

  private constructor(usage: ShrinkUsage, output: Output, log: RunLog | undefined) {
    this.#usage = usage;
    this.#output = output;
    this.#log = log;
  }

  /** Returns null, after a sentence on standard error, if the log cannot be written. */
  static open(usage: ShrinkUsage, output: Output): RunOutput | null {
    try {
      return new RunOutput(usage, output, usage.log === undefined ? undefined : new RunLog(usage.log));
    } catch (error) {
      output.err(`Cannot write ${usage.log}: ${describeFileError(error)}.\n`);
      return null;
    }
  }

  /** Prints a result. In a dry run it is kept until `end`, so that the largest saving comes first. */
  result(result: FileResult, elapsedMs?: number): void {
    this.#addToLog(result);
    if (this.#usage.isDryRun) this.#gainLines(this.#gains.add(result));
    else this.#say(result, elapsedMs);
  }

  /** Prints the savings of a dry run, and the total. */
  end(tally: RunTally): void {
    const { isDryRun, isQuiet, json } = this.#usage;
    if (isDryRun) this.#sayGains();
    if (!json && !isQuiet) this.#out(totalText(tally));
  }

  /** Compares the total size of all results with the requested one. */
  budget(together: BudgetFit, budget: number): void {
    const { isQuiet, json } = this.#usage;
    const isMissed = together.kind === 'impossible';
    if (isQuiet && !isMissed) return;
    const text = budgetText(together, budget);
    if (json || isMissed) this.#err(text);
    else this.#out(text);
  }

  nothingFound(paths: readonly NamedPath[]): void {
    const names = paths.map(({ path }) => sanitizeForTerminal(path)).join(', ') || 'the list';
    const { isRecursive, include, exclude } = this.#usage;
    const isFiltered = include.length + exclude.length > 0;
    const hint = isRecursive ? '' : ' --recursive looks into the folders in it, too.';
    this.#err(
      `There is no PDF in ${names}${isFiltered ? ' that --include and --exclude let through' : ''}.${hint}\n`,
    );
  }

  trouble(sentence: string): void {
    this.#err(`${sentence}\n`);
  }

  /** Writes what is still pending. */
  flush(): void {
    const text = this.#pending;
    this.#pending = '';
    if (text !== '') this.#output[this.#stream](text);
  }

  close(): void {
    this.flush();
    this.#log?.close();
  }

  #say(result: FileResult, elapsedMs?: number): void {
    const { json, isQuiet, isVerbose } = this.#usage;
    if (isQuiet && result.problem === undefined) return;
    if (json) this.#out(`${JSON.stringify(result)}\n`);
    else if (result.problem !== undefined) this.#err(resultText(result));
    else this.#out(isVerbose ? timedText(result, elapsedMs) : resultText(result));
  }

  #sayGains(): void {
    const sorted = this.#gains.sorted();
    if (this.#usage.json) this.#gainLines(sorted);
    else if (sorted.length > 0) this.#out(gainTable(sorted));
  }

  /** Prints one line per PDF for programs; people get a table of the largest savings instead. */
  #gainLines(results: readonly FileResult[]): void {
    if (!this.#usage.json) return;
    for (const result of results)
      this.#out(`${JSON.stringify({ ...result, gainBytes: savedBytes(result) })}\n`);
  }

  #out(text: string): void {
    this.#write('out', text);
  }

  #err(text: string): void {
    this.#write('err', text);
  }

  #write(stream: keyof Output, text: string): void {
    // Earlier lines come first if both are one terminal.
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    if (this.#pending === '') setImmediate(() => this.flush());
    this.#pending += text;
    if (this.#pending.length >= MAX_PENDING) this.flush();
  }

  /** A log that cannot be written does not stop the run. */
  #addToLog(result: FileResult): void {
    try {
      this.#log?.add(result, new Date());
    } catch (error) {
      this.#err(`Cannot write ${this.#usage.log}: ${describeFileError(error)}.\n`);
    }
  }
}

/** Warns once that results cannot be recorded. */
export function forgottenWarning(output: Output, stateFolder: string): (error: unknown) => void {
  let isSaid = false;
  return (error) => {
    if (isSaid) return;
    isSaid = true;
    const where = sanitizeForTerminal(stateFolder);
    output.err(
      `What is done cannot be remembered in ${where}: ${describeFileError(error)}. An interrupted run starts over.\n`,
    );
  };
}
