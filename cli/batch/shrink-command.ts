import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import type { Output } from '../../library/terminal/output.ts';
import { wrongUsage } from '../../library/terminal/usage.ts';
import { ENGINE_VERSION } from '../../shared/index.ts';
import type { Compress } from '../documents/compress-port.ts';
import { Documents } from '../documents/documents.ts';
import { attributeCopier } from '../files/attribute-copier.ts';
import { MirroredFolders } from '../files/mirrored-folders.ts';
import { osPath } from '../files/os-path.ts';
import type { Environment } from '../files/own-folders.ts';
import { readBytes } from '../files/read-bytes.ts';
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
import { type FileRun, shrinkEach, shrinkTogether } from './file-run.ts';
import { expandGlobs } from './inputs/expand-globs.ts';
import type { Search } from './inputs/find-files.ts';
import { inputFilter } from './inputs/input-filter.ts';
import { type NamedPath, namedPaths } from './inputs/named-paths.ts';
import { wantedBy } from './inputs/wanted.ts';
import { locked } from './locked.ts';
import { DEFAULT_MIN_GAIN } from './min-gain.ts';
import { passwordOf } from './password.ts';
import { type Pipes, shrinkPipe } from './pipe.ts';
import { Ledger } from './records/ledger.ts';
import { OutputGuard } from './records/output-guard.ts';
import { forgottenWarning, RunOutput } from './results/run-output.ts';
import { targetFaults, targetsFor } from './results/targets.ts';
import { readShrinkUsage, SHRINK_BRIEF, SHRINK_USAGE, type ShrinkUsage } from './usage.ts';

export interface Engine {
  readonly compress: Compress;
  /** Starts it ahead of its first PDF. */
  prepare(): void;
  close(): void;
}

/** Surroundings of a command over many PDFs: its process. */
export interface ProcessDeps {
  /** Default number of PDFs at the same time. */
  readonly lanes: number;
  readonly output: Output;
  readonly terminal: BarTerminal;
  readonly now: () => number;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

export interface ShrinkDeps extends ProcessDeps {
  /** Starts the compressor for `lanes` PDFs at a time. Called once the usage is valid. */
  readonly open: (lanes: number) => Engine;
  readonly pipes: Pipes;
  /** Folder for records of earlier runs. */
  readonly stateFolder: string;
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
  if ('faults' in usage) return wrongUsage(output, usage.faults);
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
      return wrongUsage(output, [`--watch needs a folder: ${watched} is none.`]);
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
  const { pipes, output, signal } = deps;
  const [first] = usage.paths;
  const onForgotten = forgottenWarning(output, deps.stateFolder);
  const outputs = new OutputGuard(deps.stateFolder, usage, onForgotten);
  const sign = usage.keyFile === undefined ? undefined : await signerFrom(usage.keyFile);
  if (sign !== undefined && 'fault' in sign) {
    output.err(`${sign.fault}\n`);
    return EXIT.IO_ERROR;
  }
  const documents = new Documents(engine.compress, usage);
  const pipeDeps = { documents, pipes, output, outputs, sign, signal };
  if (first === '-' || usage.output === '-') engine.prepare();
  if (first === '-') return shrinkPipe(usage, pipes.read, pipeDeps);
  if (usage.output === '-' && first !== undefined) {
    return shrinkPipe(usage, () => readBytes(first), pipeDeps);
  }

  const named = namedPaths(usage.paths);
  const target = targetsFor(usage);
  const { watched } = usage;
  const roots = watched === undefined ? named : [...named, { path: watched, place: '' }];
  const faults = targetFaults(roots, target, usage);
  if (faults.length > 0) return wrongUsage(output, faults);

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
    treatment: {
      ...usage,
      again: usage.again || usage.isForced,
      documents,
      sign,
      target,
      ledger,
      outputs,
      folders: new MirroredFolders(),
      cleanFolder: staleFileCleaner(),
      onForgotten,
      signal,
    },
    lanes: lanesOf(usage, deps),
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

function modeOf({ isInPlace, withReceipts, receiptFolder, minGain }: ShrinkUsage): string {
  const gain = isInPlace && minGain !== DEFAULT_MIN_GAIN ? `, ${JSON.stringify(minGain)}` : '';
  const receipts = receiptFolder === undefined ? ', receipts' : `, receipts in ${resolve(receiptFolder)}`;
  return `${isInPlace ? 'in place' : 'beside'}${withReceipts ? receipts : ''}${gain}`;
}
