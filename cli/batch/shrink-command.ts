import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import { type Output, OutputLost } from '../../library/terminal/output.ts';
import { ENGINE_VERSION } from '../../shared/index.ts';
import { attributeCopier } from '../files/attribute-copier.ts';
import { MirroredFolders } from '../files/mirrored-folders.ts';
import { osPath } from '../files/os-path.ts';
import { FileSet } from '../files/same-file.ts';
import { signerFrom } from '../receipt-signature.ts';
import { sanitizeForTerminal } from '../terminal/printable.ts';
import {
  aboveBar,
  type BarTerminal,
  barTerminal,
  createProgressBar,
  type ProgressBar,
} from '../terminal/progress-bar.ts';
import { staleFileCleaner } from '../write-file-atomic.ts';
import type { Compress } from './compress-port.ts';
import type { FileRunOptions } from './file-run-options.ts';
import { expandGlobs } from './inputs/expand-globs.ts';
import { collectFiles, type FoundFile, findFiles, type Search } from './inputs/find-files.ts';
import { type InputFilter, inputFilter, withoutResults } from './inputs/input-filter.ts';
import { type NamedPath, namedPaths } from './inputs/named-paths.ts';
import { ListError, pathsInList } from './inputs/path-list.ts';
import { wantedBy } from './inputs/wanted.ts';
import { locked } from './locked.ts';
import { MemoryLimit } from './memory-limit.ts';
import { DEFAULT_MIN_GAIN } from './min-gain.ts';
import { passwordOf } from './password.ts';
import { type Pipes, shrinkPipe } from './pipe.ts';
import { Ledger } from './records/ledger.ts';
import { OutputGuard } from './records/output-guard.ts';
import type { FileResult } from './results/file-result.ts';
import { interruptedText } from './results/result-text.ts';
import { forgottenWarning, RunOutput } from './results/run-output.ts';
import { RunTally } from './results/run-tally.ts';
import { distinctTargets, targetFaults, targetsFor } from './results/targets.ts';
import { type RunSettings, runFiles } from './run-files.ts';
import { TimeLimit } from './time-limit.ts';
import { readShrinkUsage, SHRINK_BRIEF, SHRINK_USAGE, type ShrinkUsage } from './usage.ts';
import { watchFolder } from './watch/watch.ts';
import { withinBudget } from './within-budget.ts';

export interface Engine {
  readonly compress: Compress;
  /** Starts it ahead of its first PDF. */
  prepare(): void;
  close(): void;
}

export interface ShrinkDeps {
  /** Starts the compressor for `lanes` PDFs at a time. Called once the usage is valid. */
  readonly open: (lanes: number) => Engine;
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
export async function shrinkCommand(args: readonly string[], given: ShrinkDeps): Promise<ExitCode> {
  const usage = readShrinkUsage(args);
  const isQuiet = typeof usage === 'object' && 'isQuiet' in usage && usage.isQuiet;
  const bar = createProgressBar(barTerminal(given.terminal, given.env, isQuiet), given.now);
  const output = aboveBar(given.output, bar);
  const deps = { ...given, output, bar };
  if (typeof usage === 'string') {
    output.out({ help: SHRINK_USAGE, brief: SHRINK_BRIEF, version: `${ENGINE_VERSION}\n` }[usage]);
    return EXIT.OK;
  }
  if ('faults' in usage) return wrongUsage(usage.faults, output);
  const secret = await passwordOf(usage, deps.env);
  if ('fault' in secret) {
    output.err(`${secret.fault}\n`);
    return EXIT.IO_ERROR;
  }
  const whole = { ...usage, paths: expandGlobs(usage.paths), password: secret.password };
  const { watched } = whole;
  if (watched !== undefined) {
    const found = await stat(osPath(watched)).catch(() => undefined);
    if (found?.isDirectory() === false)
      return wrongUsage([`--watch needs a folder: ${watched} is none.`], output);
    if (found === undefined) {
      output.err(`There is no folder ${sanitizeForTerminal(watched)} to watch.\n`);
      return EXIT.IO_ERROR;
    }
  }
  const work = async () => {
    const engine = deps.open(lanesOf(whole, deps));
    try {
      return await shrinkAll(whole, engine, deps);
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

type RunDeps = ShrinkDeps & { readonly bar: ProgressBar };

async function shrinkAll(usage: ShrinkUsage, engine: Engine, deps: RunDeps): Promise<ExitCode> {
  const { compress } = engine;
  const { pipes, output, signal } = deps;
  const [first] = usage.paths;
  const onForgotten = forgottenWarning(output, deps.stateFolder);
  const outputs = new OutputGuard(deps.stateFolder, usage, onForgotten);
  const sign = usage.keyFile === undefined ? undefined : await signerFrom(usage.keyFile);
  if (sign !== undefined && 'fault' in sign) {
    output.err(`${sign.fault}\n`);
    return EXIT.IO_ERROR;
  }
  const limits = {
    timeLimit: new TimeLimit(usage.timeoutSeconds * 1000),
    memoryLimit: new MemoryLimit(usage.memory),
  };
  const pipeDeps = { compress, pipes, output, outputs, sign, signal, ...limits };
  if (first === '-' || usage.output === '-') engine.prepare();
  if (first === '-') return shrinkPipe(usage, pipes.read, pipeDeps);
  if (usage.output === '-' && first !== undefined) {
    const read = async () => new Uint8Array(await readFile(osPath(first)));
    return shrinkPipe(usage, read, pipeDeps);
  }

  const named = namedPaths(usage.paths);
  const target = targetsFor(usage);
  const { watched } = usage;
  const roots = watched === undefined ? named : [...named, { path: watched, place: '' }];
  const faults = targetFaults(roots, target, usage);
  if (faults.length > 0) return wrongUsage(faults, output);

  const print = RunOutput.open(usage, output);
  if (print === null) return EXIT.IO_ERROR;
  const ledger = await ledgerFor(usage, named, { ...deps, onForgotten });
  // It starts while the first file is read. After an earlier run there may be nothing left to do.
  if (ledger === null || ledger.isEmpty) engine.prepare();
  const run: FileRun = {
    print,
    usage,
    paths: named,
    search: searchOf(usage),
    filter: inputFilter(usage, outputs),
    doubtful: [],
    treatment: {
      compress,
      options: usage.options,
      password: usage.password,
      withReceipt: usage.withReceipts,
      receiptFolder: usage.receiptFolder,
      sign,
      target,
      backup: usage.backup,
      ledger,
      again: usage.again || usage.isForced,
      isDryRun: usage.isDryRun,
      suffix: usage.suffix,
      outputs,
      isForced: usage.isForced,
      minGain: usage.minGain,
      ...limits,
      folders: new MirroredFolders(),
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
    print.close();
    ledger?.close();
  }
}

interface FileRun {
  readonly print: RunOutput;
  readonly usage: ShrinkUsage;
  readonly paths: readonly NamedPath[];
  readonly search: Search;
  readonly filter: InputFilter;
  /** PDFs that may be results: decided once their originals have been compressed. */
  readonly doubtful: FoundFile[];
  readonly treatment: FileRunOptions;
  readonly deps: RunDeps;
}

function searchOf(usage: ShrinkUsage): Search {
  const { isRecursive, output, backup, paths } = usage;
  const named = new FileSet(paths);
  return {
    isRecursive,
    except: [output, backup].filter(
      (folder) => folder !== undefined && !named.has(folder),
    ) as readonly string[],
    isWanted: wantedBy(usage),
  };
}

async function shrinkEach(run: FileRun): Promise<ExitCode> {
  const { usage, paths, treatment, print, deps } = run;
  const tally = new RunTally();
  const settings = settingsOf(run, tally, (result, elapsedMs) => print.result(result, elapsedMs));
  let troubles = 0;
  const onTrouble = (sentence: string) => {
    troubles += 1;
    print.trouble(sentence);
  };
  try {
    await runFiles(foundFiles(run, onTrouble), treatment, settings);
    await runFiles(run.doubtful.filter(run.filter.isInput), treatment, settings);
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

function foundFiles(run: FileRun, onTrouble: (sentence: string) => void): AsyncIterable<FoundFile> {
  const { usage, paths, search, doubtful, treatment, deps } = run;
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
  { usage, deps }: FileRun,
  tally: RunTally,
  onResult: RunSettings['onResult'],
): RunSettings {
  return { lanes: lanesOf(usage, deps), bar: deps.bar, now: deps.now, tally, onResult };
}

/** Null if nothing is remembered: for a single PDF, and if nothing is written. */
async function ledgerFor(
  usage: ShrinkUsage,
  named: readonly NamedPath[],
  {
    stateFolder,
    signal,
    onForgotten,
  }: Pick<ShrinkDeps, 'stateFolder' | 'signal'> & { readonly onForgotten: (error: unknown) => void },
): Promise<Ledger | null> {
  const isAlone = named.length === 1 && usage.watched === undefined && usage.filesFrom === undefined;
  const isOneFile = isAlone && named[0]!.place !== '';
  // Earlier results do not count toward a shared budget.
  if (isOneFile || usage.isDryRun || usage.budget !== undefined) return null;
  try {
    return await Ledger.open(stateFolder, usage.options, modeOf(usage), signal);
  } catch (error) {
    signal.throwIfAborted();
    onForgotten(error);
    return null;
  }
}

/** Prints results only once they are final. */
async function shrinkTogether(run: FileRun, budget: number): Promise<ExitCode> {
  const { treatment, print } = run;
  const troubles: string[] = [];
  const files: FoundFile[] = [];
  for await (const file of foundFiles(run, (sentence) => troubles.push(sentence))) files.push(file);
  // A budget changes all results, so none tells which PDFs they are.
  files.push(...run.doubtful);
  for (const trouble of troubles) print.trouble(trouble);
  const { results, together } = await withinBudget(files, budget, treatment, (first, onResult) =>
    runFiles(files, first, settingsOf(run, new RunTally(), onResult)),
  );
  const tally = RunTally.of(results);
  for (const result of results) print.result(result);
  print.end(tally);
  print.budget(together, budget);
  const code = troubles.length > 0 ? EXIT.IO_ERROR : tally.exitCode;
  return code === EXIT.OK && together.kind === 'impossible' ? EXIT.CHECK_FAILED : code;
}

function modeOf({ isInPlace, withReceipts, receiptFolder, minGain }: ShrinkUsage): string {
  const gain = isInPlace && minGain !== DEFAULT_MIN_GAIN ? `, ${JSON.stringify(minGain)}` : '';
  const receipts = receiptFolder === undefined ? ', receipts' : `, receipts in ${resolve(receiptFolder)}`;
  return `${isInPlace ? 'in place' : 'beside'}${withReceipts ? receipts : ''}${gain}`;
}

function wrongUsage(faults: readonly string[], output: Output): ExitCode {
  output.err(`${faults.join('\n')}\nSee --help.\n`);
  return EXIT.WRONG_USAGE;
}
