import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ENGINE_VERSION } from '../../shared/index.ts';
import { attributeCopier } from '../files/attribute-copier.ts';
import { osPath } from '../files/os-path.ts';
import { type ExitCode, type Output, OutputLost } from '../terminal/output.ts';
import { sanitizeForTerminal } from '../terminal/printable.ts';
import type { BarTerminal } from '../terminal/progress-bar.ts';
import { describeFileError } from '../text/files.ts';
import { staleFileCleaner } from '../write-file-atomic.ts';
import type { Compress } from './compress-port.ts';
import type { FileRunOptions } from './file-run-options.ts';
import { expandGlobs } from './inputs/expand-globs.ts';
import { collectFiles, type FoundFile, findFiles, type Search } from './inputs/find-files.ts';
import { inputFilter, withoutResults } from './inputs/input-filter.ts';
import { type NamedPath, namedPaths } from './inputs/named-paths.ts';
import { ListError, pathsInList } from './inputs/path-list.ts';
import { wantedBy } from './inputs/wanted.ts';
import { locked } from './locked.ts';
import { DEFAULT_MIN_GAIN } from './min-gain.ts';
import { passwordOf } from './password.ts';
import { type Pipes, shrinkPipe } from './pipe.ts';
import { Ledger } from './records/ledger.ts';
import { OutputGuard } from './records/output-guard.ts';
import { RunLog } from './records/run-log.ts';
import { type FileResult, savedBytes } from './results/file-result.ts';
import { LargestGains } from './results/largest-gains.ts';
import {
  budgetText,
  gainTable,
  interruptedText,
  resultText,
  timedText,
  totalText,
} from './results/result-text.ts';
import { RunTally } from './results/run-tally.ts';
import { targetFaults, targetsFor, withDistinctTargets } from './results/targets.ts';
import { type RunSettings, runFiles } from './run-files.ts';
import { TimeLimit } from './time-limit.ts';
import { readShrinkUsage, SHRINK_BRIEF, SHRINK_USAGE, type ShrinkUsage } from './usage.ts';
import { watchFolder } from './watch/watch.ts';
import { withinBudget } from './within-budget.ts';

export interface ShrinkDeps {
  /** Starts the compressor for `lanes` PDFs at a time. Called once the usage is valid. */
  readonly open: (lanes: number) => { readonly compress: Compress; close(): void };
  /** Default number of PDFs at the same time. */
  readonly lanes: number;
  readonly pipes: Pipes;
  readonly output: Output;
  readonly terminal: BarTerminal;
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder for records of earlier runs. */
  readonly stateFolder: string;
  readonly signal: AbortSignal;
}

/** `pagelight FILE|FOLDER …`: compresses PDFs on this machine. @throws the signal's reason */
export async function shrinkCommand(args: readonly string[], deps: ShrinkDeps): Promise<ExitCode> {
  const { output } = deps;
  const usage = readShrinkUsage(args);
  if (typeof usage === 'string') {
    output.out({ help: SHRINK_USAGE, brief: SHRINK_BRIEF, version: `${ENGINE_VERSION}\n` }[usage]);
    return 0;
  }
  if ('faults' in usage) return wrongUsage(usage.faults, output);
  const given = await passwordOf(usage, deps.env);
  if ('fault' in given) {
    output.err(`${given.fault}\n`);
    return 1;
  }
  const whole = { ...usage, paths: expandGlobs(usage.paths), password: given.password };
  const { watched } = whole;
  if (watched !== undefined) {
    const found = await stat(osPath(watched)).catch(() => undefined);
    if (found?.isDirectory() === false)
      return wrongUsage([`--watch needs a folder: ${watched} is none.`], output);
    if (found === undefined) {
      output.err(`There is no folder ${sanitizeForTerminal(watched)} to watch.\n`);
      return 1;
    }
  }
  const work = async () => {
    const engine = deps.open(lanesOf(whole, deps));
    try {
      return await shrinkAll(whole, engine.compress, deps);
    } finally {
      engine.close();
    }
  };
  // A watch locks for each of its rounds.
  return watched === undefined && !whole.isDryRun ? locked(whole.paths, work, deps) : work();
}

function lanesOf({ jobs, paths, isRecursive, filesFrom }: ShrinkUsage, { lanes }: ShrinkDeps): number {
  return jobs ?? (paths.length === 1 && !isRecursive && filesFrom === undefined ? 1 : lanes);
}

async function shrinkAll(usage: ShrinkUsage, compress: Compress, deps: ShrinkDeps): Promise<ExitCode> {
  const { pipes, output, signal } = deps;
  const [first] = usage.paths;
  const onForgotten = sayForgottenOnce(deps);
  const outputs = new OutputGuard(deps.stateFolder, usage, onForgotten);
  const pipeDeps = { compress, pipes, output, outputs, signal };
  if (first === '-') return shrinkPipe(usage, pipes.read, pipeDeps);
  if (usage.output === '-' && first !== undefined) {
    const read = async () => new Uint8Array(await readFile(osPath(first)));
    return shrinkPipe(usage, read, pipeDeps);
  }

  const named = namedPaths(usage.paths);
  const target = targetsFor(usage);
  const faults = targetFaults(named, target);
  if (faults.length > 0) return wrongUsage(faults, output);

  const log = logFor(usage, output);
  if (log === 'fault') return 1;
  const ledger = await ledgerFor(usage, named, deps);
  const run: FileRun = {
    log,
    usage,
    paths: named,
    search: searchOf(usage),
    isInput: inputFilter(usage, outputs),
    treatment: {
      compress,
      options: usage.options,
      password: usage.password,
      withReceipt: usage.withReceipts,
      target,
      backup: usage.backup,
      ledger,
      again: usage.again || usage.isForced,
      outputs,
      isForced: usage.isForced,
      minGain: usage.minGain,
      timeLimit: new TimeLimit(usage.timeoutSeconds * 1000),
      cleanFolder: staleFileCleaner(),
      onForgotten,
      signal,
    },
    deps,
  };
  if (usage.isInPlace && !usage.isDryRun && !(await attributeCopier.canCopy()))
    output.err('Extended attributes and access lists (ACL) of files cannot be kept on this system.\n');
  try {
    return await (usage.budget === undefined ? shrinkEach(run) : shrinkTogether(run, usage.budget));
  } finally {
    log?.close();
    ledger?.close();
  }
}

interface FileRun {
  readonly log: RunLog | null;
  readonly usage: ShrinkUsage;
  readonly paths: readonly NamedPath[];
  readonly search: Search;
  /** Excludes earlier results. */
  readonly isInput: (file: FoundFile) => boolean;
  readonly treatment: FileRunOptions;
  readonly deps: ShrinkDeps;
}

function searchOf(usage: ShrinkUsage): Search {
  const { isRecursive, output, backup, paths } = usage;
  const isNamed = (folder: string) => paths.some((path) => resolve(path) === resolve(folder));
  return {
    isRecursive,
    except: [output, backup].filter(
      (folder) => folder !== undefined && !isNamed(folder),
    ) as readonly string[],
    isWanted: wantedBy(usage),
  };
}

async function shrinkEach(run: FileRun): Promise<ExitCode> {
  const { usage, paths, treatment, deps } = run;
  const { output } = deps;
  const tally = new RunTally();
  const gains = new LargestGains();
  const settings = settingsOf(run, tally, (result, elapsedMs) => {
    logResult(run, result);
    if (!usage.isDryRun) say(result, usage, output, elapsedMs);
    else sayGains(gains.add(result), usage, output);
  });
  let troubles = 0;
  const onTrouble = (sentence: string) => {
    troubles += 1;
    output.err(`${sentence}\n`);
  };
  try {
    await runFiles(foundFiles(run, onTrouble), treatment, settings);
  } catch (thrown) {
    if (thrown instanceof ListError) {
      output.err(`${thrown.message}\n`);
      return 1;
    }
    if (deps.signal.aborted && !(deps.signal.reason instanceof OutputLost))
      output.err(interruptedText(tally));
    throw thrown;
  }
  if (usage.watched !== undefined) {
    await watchOver(usage.watched, run);
    // Interrupting a watch is its normal end; failures were reported before.
    return 0;
  }
  if (tally.found === 0 && troubles === 0) sayNothingFound(paths, usage, output);
  if (usage.isDryRun) sayGains(gains.sorted(), usage, output, gainTable);
  if (!usage.json && !usage.isQuiet) output.out(totalText(tally));
  return troubles > 0 ? 1 : tally.exitCode;
}

async function watchOver(folder: string, run: FileRun): Promise<void> {
  const { usage, search, isInput, treatment, deps } = run;
  await watchFolder(folder, {
    async look() {
      const troubles: string[] = [];
      const walk = { signal: deps.signal, onTrouble: (sentence: string) => void troubles.push(sentence) };
      const files = await collectFiles([{ path: folder, place: '' }], search, walk);
      return { files: files.filter(isInput), troubles };
    },
    async run(ready) {
      const results: FileResult[] = [];
      const settings = settingsOf(run, new RunTally(), (result, elapsedMs) => {
        results.push(result);
        logResult(run, result);
        say(result, usage, deps.output, elapsedMs);
      });
      await locked([folder], () => runFiles(ready, treatment, settings), deps);
      return results;
    },
    settleMs: usage.settleMs,
    say: (sentence) => deps.output.err(`${sentence}\n`),
    signal: deps.signal,
  });
}

function foundFiles(run: FileRun, onTrouble: (sentence: string) => void): AsyncIterable<FoundFile> {
  const { usage, paths, search, isInput, treatment, deps } = run;
  const isList = usage.filesFrom !== undefined;
  const all = isList ? namedAndListed(run, usage.filesFrom) : paths;
  const files = withoutResults(findFiles(all, search, { signal: deps.signal, onTrouble }), isInput);
  // Paths within one tree are distinct.
  return !isList && paths.length === 1 ? files : withDistinctTargets(files, treatment.target, onTrouble);
}

async function* namedAndListed({ usage, paths, deps }: FileRun, list: string): AsyncGenerator<NamedPath> {
  yield* paths;
  yield* pathsInList(list, usage.isNulList, deps.signal);
}

/** Prints the saving of each file: a line of JSON, or the text of `people`. */
function sayGains(
  results: readonly FileResult[],
  { json }: ShrinkUsage,
  output: Output,
  people: (results: readonly FileResult[]) => string = () => '',
): void {
  if (!json && results.length > 0) output.out(people(results));
  if (json)
    for (const result of results)
      output.out(`${JSON.stringify({ ...result, gainBytes: savedBytes(result) })}\n`);
}

function sayNothingFound(paths: readonly NamedPath[], { isRecursive }: ShrinkUsage, output: Output): void {
  const names = paths.map(({ path }) => sanitizeForTerminal(path)).join(', ') || 'the list';
  const hint = isRecursive ? '' : ' --recursive looks into the folders in it, too.';
  output.err(`There is no PDF in ${names}.${hint}\n`);
}

function settingsOf(
  { usage, deps }: FileRun,
  tally: RunTally,
  onResult: RunSettings['onResult'],
): RunSettings {
  return { lanes: lanesOf(usage, deps), terminal: deps.terminal, now: deps.now, tally, onResult };
}

/** Null if nothing is remembered: for a single PDF, and if nothing is written. */
async function ledgerFor(
  usage: ShrinkUsage,
  named: readonly NamedPath[],
  { stateFolder, signal }: ShrinkDeps,
): Promise<Ledger | null> {
  const isAlone = named.length === 1 && usage.watched === undefined && usage.filesFrom === undefined;
  const isOneFile = isAlone && named[0]!.place !== '';
  // Earlier results do not count toward a shared budget.
  if (isOneFile || usage.isDryRun || usage.budget !== undefined) return null;
  return Ledger.open(stateFolder, usage.options, modeOf(usage), signal);
}

function logFor({ log }: ShrinkUsage, output: Output): RunLog | null | 'fault' {
  try {
    return log === undefined ? null : new RunLog(log);
  } catch (error) {
    output.err(`Cannot write ${log}: ${describeFileError(error)}.\n`);
    return 'fault';
  }
}

/** A log that cannot be written does not stop the run. */
function logResult({ log, usage, deps }: FileRun, result: FileResult): void {
  try {
    log?.add(result, new Date());
  } catch (error) {
    deps.output.err(`Cannot write ${usage.log}: ${describeFileError(error)}.\n`);
  }
}

function sayForgottenOnce({ output, stateFolder }: ShrinkDeps): (error: unknown) => void {
  let isSaid = false;
  return (error) => {
    if (isSaid) return;
    isSaid = true;
    const where = sanitizeForTerminal(stateFolder);
    output.err(
      `What is done cannot be remembered in ${where}: ${describeFileError(error)}. A run that is ended begins anew.\n`,
    );
  };
}

/** Prints results only once they are final. */
async function shrinkTogether(run: FileRun, budget: number): Promise<ExitCode> {
  const { usage, treatment, deps } = run;
  const { output } = deps;
  const troubles: string[] = [];
  const files: FoundFile[] = [];
  for await (const file of foundFiles(run, (sentence) => troubles.push(sentence))) files.push(file);
  for (const trouble of troubles) output.err(`${trouble}\n`);
  const { results, together } = await withinBudget(files, budget, treatment, (first, onResult) =>
    runFiles(files, first, settingsOf(run, new RunTally(), onResult)),
  );
  const tally = RunTally.of(results);
  const gains = new LargestGains();
  for (const result of results) {
    logResult(run, result);
    if (!usage.isDryRun) say(result, usage, output);
    else sayGains(gains.add(result), usage, output);
  }
  if (usage.isDryRun) sayGains(gains.sorted(), usage, output, gainTable);
  if (!usage.json) output.out(totalText(tally));
  const text = budgetText(together, budget);
  if (usage.json || together.kind === 'impossible') output.err(text);
  else output.out(text);
  const code = troubles.length > 0 ? 1 : tally.exitCode;
  return code === 0 && together.kind === 'impossible' ? 4 : code;
}

function modeOf({ isInPlace, withReceipts, minGain }: ShrinkUsage): string {
  const gain = isInPlace && minGain !== DEFAULT_MIN_GAIN ? `, ${JSON.stringify(minGain)}` : '';
  return `${isInPlace ? 'in place' : 'beside'}${withReceipts ? ', receipts' : ''}${gain}`;
}

function say(
  result: FileResult,
  { json, isQuiet, isVerbose }: ShrinkUsage,
  output: Output,
  elapsedMs?: number,
): void {
  if (isQuiet && result.problem === undefined) return;
  if (json) output.out(`${JSON.stringify(result)}\n`);
  else if (result.problem !== undefined) output.err(resultText(result));
  else output.out(isVerbose ? timedText(result, elapsedMs) : resultText(result));
}

function wrongUsage(faults: readonly string[], output: Output): ExitCode {
  output.err(`${faults.join('\n')}\nSee --help.\n`);
  return 2;
}
