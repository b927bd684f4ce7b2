import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import { OutputLost } from '../../library/terminal/output.ts';
import { appendAll } from '../../shared/lists.ts';
import type { ProgressBar } from '../terminal/progress-bar.ts';
import type { FileRunOptions } from './file-run-options.ts';
import { collectFiles, type FoundFile, findFiles, type Search } from './inputs/find-files.ts';
import { type InputFilter, withoutResults } from './inputs/input-filter.ts';
import type { NamedPath } from './inputs/named-paths.ts';
import { ListError, pathsInList } from './inputs/path-list.ts';
import { type LockDeps, locked } from './locked.ts';
import type { FileResult } from './results/file-result.ts';
import { interruptedText } from './results/result-text.ts';
import type { RunOutput } from './results/run-output.ts';
import { RunTally } from './results/run-tally.ts';
import { distinctTargets } from './results/targets.ts';
import { type RunSettings, runFiles } from './run-files.ts';
import type { ShrinkUsage } from './usage.ts';
import { watchFolder } from './watch/watch.ts';
import { withinBudget } from './within-budget.ts';

/** Surroundings of a run over files. */
export interface RunDeps extends LockDeps {
  readonly bar: ProgressBar;
  readonly now: () => number;
}

/** A run over files, ready to start. */
export interface FileRun {
  readonly print: RunOutput;
  readonly usage: ShrinkUsage;
  readonly paths: readonly NamedPath[];
  readonly search: Search;
  readonly filter: InputFilter;
  readonly treatment: FileRunOptions;
  /** Number of PDFs at the same time. */
  readonly lanes: number;
  readonly deps: RunDeps;
}

/** Compresses each PDF as it is found, and those that arrive in a watched folder. @throws the signal's reason */
export async function shrinkEach(run: FileRun): Promise<ExitCode> {
  const { usage, paths, treatment, print, deps } = run;
  const tally = new RunTally();
  const settings = settingsOf(run, tally, (result, elapsedMs) => print.result(result, elapsedMs));
  let troubles = 0;
  const onTrouble = (sentence: string) => {
    troubles += 1;
    print.trouble(sentence);
  };
  // PDFs that may be results: decided once their originals have been compressed.
  const doubtful: FoundFile[] = [];
  try {
    await runFiles(foundFiles(run, doubtful, onTrouble), treatment, settings);
    await runFiles(doubtful.filter(run.filter.isInput), treatment, settings);
  } catch (thrown) {
    if (thrown instanceof ListError) {
      print.trouble(thrown.message);
      return EXIT.IO_ERROR;
    }
    print.flush();
    if (deps.signal.aborted && !(deps.signal.reason instanceof OutputLost))
      deps.output.err(interruptedText(tally));
    throw thrown;
  }
  if (usage.watched !== undefined) {
    await watchOver(usage.watched, run);
    // Interrupting a watch is its normal end; failures were reported before.
    return EXIT.OK;
  }
  if (tally.found === 0 && troubles === 0) print.nothingFound(paths);
  print.end(tally);
  return troubles > 0 ? EXIT.IO_ERROR : tally.exitCode;
}

async function watchOver(folder: string, run: FileRun): Promise<void> {
  const { usage, search, filter, treatment, print, deps } = run;
  await watchFolder(folder, {
    async look() {
      const troubles: string[] = [];
      const walk = { signal: deps.signal, onTrouble: (sentence: string) => void troubles.push(sentence) };
      const files = await collectFiles([{ path: folder, place: '' }], search, walk);
      return { files: files.filter(filter.isInput), troubles };
    },
    async run(ready) {
      const results: FileResult[] = [];
      const settings = settingsOf(run, new RunTally(), (result, elapsedMs) => {
        results.push(result);
        print.result(result, elapsedMs);
      });
      const sure = ready.filter((file) => !filter.isDoubtful(file));
      const inDoubt = ready.filter(filter.isDoubtful);
      await locked(
        [folder],
        async () => {
          await runFiles(sure, treatment, settings);
          await runFiles(inDoubt.filter(filter.isInput), treatment, settings);
        },
        deps,
      );
      return results;
    },
    settleMs: usage.settleMs,
    say: (sentence) => print.trouble(sentence),
    signal: deps.signal,
  });
}

function foundFiles(
  run: FileRun,
  doubtful: FoundFile[],
  onTrouble: (sentence: string) => void,
): AsyncIterable<FoundFile> {
  const { usage, paths, search, treatment, deps } = run;
  const isList = usage.filesFrom !== undefined;
  const all = isList ? namedAndListed(run, usage.filesFrom) : paths;
  // Paths within one tree are distinct.
  const isTree = !isList && paths.length === 1;
  const filter = isTree
    ? run.filter
    : { ...run.filter, isDistinct: distinctTargets(treatment.target, onTrouble) };
  return withoutResults(findFiles(all, search, { signal: deps.signal, onTrouble }), filter, doubtful);
}

async function* namedAndListed({ usage, paths, deps }: FileRun, list: string): AsyncGenerator<NamedPath> {
  yield* paths;
  yield* pathsInList(list, usage.isNulList, deps.signal);
}

function settingsOf(
  { lanes, deps }: FileRun,
  tally: RunTally,
  onResult: RunSettings['onResult'],
): RunSettings {
  return { lanes, bar: deps.bar, now: deps.now, tally, onResult };
}

/** Makes all PDFs fit into a budget together. Prints results only once they are final. */
export async function shrinkTogether(run: FileRun, budget: number): Promise<ExitCode> {
  const { treatment, print, filter } = run;
  const troubles: string[] = [];
  const files: FoundFile[] = [];
  const doubtful: FoundFile[] = [];
  for await (const file of foundFiles(run, doubtful, (sentence) => troubles.push(sentence))) files.push(file);
  for (const trouble of troubles) print.trouble(trouble);
  const fitted = () =>
    withinBudget(files, budget, treatment, (first, onResult) =>
      runFiles(files, first, settingsOf(run, new RunTally(), onResult)),
    );
  let { results, together } = await fitted();
  // Only the results tell which of these PDFs are none of them: those share the budget.
  const others = doubtful.filter(filter.isInput);
  if (others.length > 0) {
    appendAll(files, others);
    ({ results, together } = await fitted());
  }
  const tally = RunTally.of(results);
  for (const result of results) print.result(result);
  print.end(tally);
  print.budget(together, budget);
  const code = troubles.length > 0 ? EXIT.IO_ERROR : tally.exitCode;
  return code === EXIT.OK && together.kind === 'impossible' ? EXIT.CHECK_FAILED : code;
}
