import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { attributeCopier } from '../files/attribute-copier.ts';
import { osPath } from '../files/os-path.ts';
import { type ExitCode, type Output, OutputLost } from '../terminal/output.ts';
import { sanitizeForTerminal } from '../terminal/printable.ts';
import type { BarTerminal } from '../terminal/progress-bar.ts';
import { describeFileError } from '../text/files.ts';
import { staleFileCleaner } from '../write-file-atomic.ts';
import type { Compress } from './compress-port.ts';
import { type FileResult, savedBytes } from './file-result.ts';
import type { FileRunOptions } from './file-run-options.ts';
import { collectFiles, type FoundFile, findFiles, type Search } from './find-files.ts';
import { LargestGains } from './largest-gains.ts';
import { Ledger } from './ledger.ts';
import { type NamedPath, namedPaths } from './named-paths.ts';
import { OutputGuard } from './output-guard.ts';
import { type Pipes, shrinkPipe } from './pipe.ts';
import { budgetText, gainTable, interruptedText, resultText, totalText } from './result-text.ts';
import { type RunSettings, runFiles } from './run-files.ts';
import { type LockHolder, RunLock } from './run-lock.ts';
import { RunTally } from './run-tally.ts';
import { targetFaults, targetsFor, withDistinctTargets } from './targets.ts';
import { readShrinkUsage, SHRINK_USAGE, type ShrinkUsage } from './usage.ts';
import { watchFolder } from './watch.ts';
import { withinBudget } from './within-budget.ts';

export interface ShrinkDeps {
  /** Opens what compresses so many PDFs at a time; asked once the usage is found right. */
  readonly open: (lanes: number) => { readonly compress: Compress; close(): void };
  /** PDFs at the same time where nobody says how many. */
  readonly lanes: number;
  readonly pipes: Pipes;
  readonly output: Output;
  /** Where the bar is. */
  readonly terminal: BarTerminal;
  readonly now: () => number;
  /** What earlier runs did is remembered here. */
  readonly stateFolder: string;
  readonly signal: AbortSignal;
}

/** `pagelight FILE|FOLDER …`: PDFs on this machine, made smaller. @throws the signal's reason */
export async function shrinkCommand(args: readonly string[], deps: ShrinkDeps): Promise<ExitCode> {
  const { output } = deps;
  const usage = readShrinkUsage(args);
  if (usage === 'help') {
    output.out(SHRINK_USAGE);
    return 0;
  }
  if ('faults' in usage) return wrongUsage(usage.faults, output);
  const { watched } = usage;
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
    const engine = deps.open(lanesOf(usage, deps));
    try {
      return await shrinkAll(usage, engine.compress, deps);
    } finally {
      engine.close();
    }
  };
  // A watch takes the lock for each of its turns.
  return watched === undefined && !usage.isDryRun ? locked(usage.paths, work, deps) : work();
}

const LOCK_POLL_MS = 300;

/** Works on paths while no other run of this machine does. @throws the signal's reason */
async function locked<T>(
  paths: readonly string[],
  work: () => Promise<T>,
  { stateFolder, output, signal }: ShrinkDeps,
): Promise<T> {
  const files = paths.filter((path) => path !== '-');
  const onWait = ({ pid, path }: LockHolder) =>
    output.err(
      `Another run (process ${pid}) works on ${sanitizeForTerminal(path)}: this one waits until that has ended.\n`,
    );
  const pause = () => wait(LOCK_POLL_MS, undefined, { signal });
  let release = () => {};
  try {
    release = await new RunLock(stateFolder).take(files, { onWait, pause });
  } catch {
    signal.throwIfAborted();
    // Where nothing can be remembered there is no lock; files are written whole all the same.
  }
  try {
    return await work();
  } finally {
    release();
  }
}

function lanesOf({ jobs, paths, isRecursive }: ShrinkUsage, { lanes }: ShrinkDeps): number {
  return jobs ?? (paths.length === 1 && !isRecursive ? 1 : lanes);
}

async function shrinkAll(usage: ShrinkUsage, compress: Compress, deps: ShrinkDeps): Promise<ExitCode> {
  const { pipes, output, signal } = deps;
  const [first] = usage.paths;
  const outputs = new OutputGuard(deps.stateFolder, usage);
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

  const ledger = await ledgerFor(usage, named, deps);
  const run: FileRun = {
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
      again: usage.again,
      outputs,
      isForced: usage.isForced,
      cleanFolder: staleFileCleaner(),
      onForgotten: sayForgottenOnce(deps),
      signal,
    },
    deps,
  };
  if (usage.isInPlace && !usage.isDryRun && !(await attributeCopier.canCopy()))
    output.err('Extended attributes and access lists (ACL) of files cannot be kept on this system.\n');
  try {
    return await (usage.budget === undefined ? shrinkEach(run) : shrinkTogether(run, usage.budget));
  } finally {
    ledger?.close();
  }
}

interface FileRun {
  readonly usage: ShrinkUsage;
  readonly paths: readonly NamedPath[];
  readonly search: Search;
  /** Leaves out results of ours. */
  readonly isInput: (file: FoundFile) => boolean;
  readonly treatment: FileRunOptions;
  readonly deps: ShrinkDeps;
}

function searchOf({ isRecursive, output, backup, paths }: ShrinkUsage): Search {
  const isNamed = (folder: string) => paths.some((path) => resolve(path) === resolve(folder));
  return {
    isRecursive,
    except: [output, backup].filter(
      (folder) => folder !== undefined && !isNamed(folder),
    ) as readonly string[],
  };
}

async function shrinkEach(run: FileRun): Promise<ExitCode> {
  const { usage, paths, treatment, deps } = run;
  const { output } = deps;
  const tally = new RunTally();
  const gains = new LargestGains();
  const settings = settingsOf(run, tally, (result) => {
    if (!usage.isDryRun) say(result, usage, output);
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
    if (deps.signal.aborted && !(deps.signal.reason instanceof OutputLost))
      output.err(interruptedText(tally));
    throw thrown;
  }
  if (usage.watched !== undefined) {
    await watchOver(usage.watched, run);
    // It was ended as a service is: what it could not do was told.
    return 0;
  }
  if (tally.found === 0 && troubles === 0) sayNothingFound(paths, usage, output);
  if (usage.isDryRun) sayGains(gains.sorted(), usage, output, gainTable);
  if (!usage.json) output.out(totalText(tally));
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
      const settings = settingsOf(run, new RunTally(), (result) => {
        results.push(result);
        say(result, usage, deps.output);
      });
      await locked([folder], () => runFiles(ready, treatment, settings), deps);
      return results;
    },
    settleMs: usage.settleMs,
    say: (sentence) => deps.output.err(`${sentence}\n`),
    signal: deps.signal,
  });
}

/**
 * Leaves out results of ours: those in a folder, and those that are named beside their originals, as `*.pdf` does. In place
 * and into another folder they are PDFs like all others.
 */
function inputFilter(
  { paths, output, isInPlace }: ShrinkUsage,
  outputs: OutputGuard,
): (file: FoundFile) => boolean {
  if (isInPlace || output !== undefined) return () => true;
  const named = new Set(paths.map((path) => resolve(path)));
  return (file) => {
    const source = outputs.sourceOf(file.path, file);
    return source === undefined || (named.has(resolve(file.path)) && !named.has(source));
  };
}

async function* withoutResults(
  files: AsyncIterable<FoundFile>,
  isInput: (file: FoundFile) => boolean,
): AsyncGenerator<FoundFile> {
  for await (const file of files) if (isInput(file)) yield file;
}

function foundFiles(
  { paths, search, isInput, treatment, deps }: FileRun,
  onTrouble: (sentence: string) => void,
): AsyncIterable<FoundFile> {
  const files = withoutResults(findFiles(paths, search, { signal: deps.signal, onTrouble }), isInput);
  // Within one tree no two have one place.
  return paths.length === 1 ? files : withDistinctTargets(files, treatment.target, onTrouble);
}

/** What each would gain: a line of JSON, or as `people` read it. */
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
  const names = paths.map(({ path }) => sanitizeForTerminal(path)).join(', ');
  const hint = isRecursive ? '' : ' --recursive looks into the folders in it, too.';
  output.err(`There is no PDF in ${names}.${hint}\n`);
}

function settingsOf(
  { usage, deps }: FileRun,
  tally: RunTally,
  onResult: (result: FileResult) => void,
): RunSettings {
  return { lanes: lanesOf(usage, deps), terminal: deps.terminal, now: deps.now, tally, onResult };
}

/** Null where nothing is remembered: of one PDF alone, and where nothing is written. */
async function ledgerFor(
  usage: ShrinkUsage,
  named: readonly NamedPath[],
  { stateFolder, signal }: ShrinkDeps,
): Promise<Ledger | null> {
  const isOneFile = named.length === 1 && named[0]!.place !== '' && usage.watched === undefined;
  // What earlier runs did says nothing of what is to be shared now.
  if (isOneFile || usage.isDryRun || usage.budget !== undefined) return null;
  return Ledger.open(stateFolder, usage.options, modeOf(usage), signal);
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

/** Results are told when it is certain what they are. */
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

function modeOf({ isInPlace, output, withReceipts }: ShrinkUsage): string {
  const place = isInPlace ? 'in place' : output === undefined ? 'beside' : 'apart';
  return `${place}${withReceipts ? ', receipts' : ''}`;
}

function say(result: FileResult, { json }: ShrinkUsage, output: Output): void {
  if (json) output.out(`${JSON.stringify(result)}\n`);
  else if (result.problem !== undefined) output.err(resultText(result));
  else output.out(resultText(result));
}

function wrongUsage(faults: readonly string[], output: Output): ExitCode {
  output.err(`${faults.join('\n')}\nSee --help.\n`);
  return 2;
}
