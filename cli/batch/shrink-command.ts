import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { attributeCopier } from '../files/attribute-copier.ts';
import type { ExitCode, Output } from '../terminal/output.ts';
import type { BarTerminal } from '../terminal/progress-bar.ts';
import type { Compress } from './compress-port.ts';
import { type FileResult, savedBytes } from './file-result.ts';
import { type FoundFile, findFiles, type Search } from './find-files.ts';
import { Ledger } from './ledger.ts';
import type { FileRunOptions } from './one-file.ts';
import { type Pipes, shrinkPipe } from './pipe.ts';
import { budgetText, exitCodeOf, gainTable, largestGainFirst, resultText, totalText } from './result-text.ts';
import { type RunSettings, runFiles } from './run-files.ts';
import { targetFaults, targetsFor } from './targets.ts';
import { readShrinkUsage, SHRINK_USAGE, type ShrinkUsage } from './usage.ts';
import { type Pause, watchFolder } from './watch.ts';
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
  /** Between two looks into a watched folder. */
  readonly pause: Pause;
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
  const engine = deps.open(lanesOf(usage, deps));
  try {
    return await shrinkAll(usage, engine.compress, deps);
  } finally {
    engine.close();
  }
}

function lanesOf({ jobs, paths, isRecursive }: ShrinkUsage, { lanes }: ShrinkDeps): number {
  return jobs ?? (paths.length === 1 && !isRecursive ? 1 : lanes);
}

async function shrinkAll(usage: ShrinkUsage, compress: Compress, deps: ShrinkDeps): Promise<ExitCode> {
  const { pipes, output, signal } = deps;
  const [first] = usage.paths;
  if (first === '-') return shrinkPipe(usage, pipes.read, { compress, pipes, output, signal });
  if (usage.output === '-' && first !== undefined) {
    const read = async () => new Uint8Array(await readFile(first));
    return shrinkPipe(usage, read, { compress, pipes, output, signal });
  }

  const search: Search = {
    isRecursive: usage.isRecursive,
    except: [usage.output, usage.backup].filter(
      (folder) => folder !== undefined && !usage.paths.some((path) => resolve(path) === resolve(folder)),
    ) as readonly string[],
    exceptResults: usage.output === undefined && !usage.isInPlace,
  };
  const paths = usage.watched === undefined ? usage.paths : [...usage.paths, usage.watched];
  const { files, troubles } = await findFiles(paths, search);
  const target = targetsFor(usage);
  const faults = targetFaults(files, target);
  if (faults.length > 0) return wrongUsage(faults, output);
  for (const trouble of troubles) output.err(`${trouble}\n`);
  if (files.length === 0 && troubles.length === 0 && usage.watched === undefined) {
    const hint = usage.isRecursive ? '' : ' --recursive looks into the folders in it, too.';
    output.err(`There is no PDF in ${paths.join(', ')}.${hint}\n`);
  }

  const isOne = files.length === 1 && usage.paths.length === 1 && usage.watched === undefined;
  const treatment: FileRunOptions = {
    compress,
    options: usage.options,
    password: usage.password,
    withReceipt: usage.withReceipts,
    target,
    backup: usage.backup,
    ledger: isOne || usage.isDryRun ? null : new Ledger(deps.stateFolder, usage.options, modeOf(usage)),
    again: usage.again,
    signal,
  };
  const settings = {
    lanes: lanesOf(usage, deps),
    terminal: deps.terminal,
    now: deps.now,
    onResult: (result: FileResult) => {
      if (!usage.isDryRun) say(result, usage, output);
    },
  };
  if (usage.isInPlace && !usage.isDryRun && !(await attributeCopier.canCopy()))
    output.err('Extended attributes and access lists (ACL) of files cannot be kept on this system.\n');
  if (usage.budget !== undefined)
    return shrinkTogether(files, usage.budget, { treatment, settings, usage, output });
  const results = await runFiles(files, treatment, settings);
  if (usage.watched !== undefined)
    await watchFolder(usage.watched, { search, treatment, settings, pause: deps.pause, signal });
  sayTotal(results, usage, output);
  return troubles.length > 0 ? 1 : exitCodeOf(results);
}

interface TogetherDeps {
  readonly treatment: FileRunOptions;
  readonly settings: RunSettings;
  readonly usage: ShrinkUsage;
  readonly output: Output;
}

/** Results are told when it is certain what they are. */
async function shrinkTogether(
  files: readonly FoundFile[],
  budget: number,
  { treatment, settings, usage, output }: TogetherDeps,
): Promise<ExitCode> {
  // What earlier runs did says nothing of what is to be shared now.
  const asked = { ...treatment, ledger: null };
  const { results, together } = await withinBudget(files, budget, asked, (first) =>
    runFiles(files, first, { ...settings, onResult: () => {} }),
  );
  if (!usage.isDryRun) for (const result of results) say(result, usage, output);
  sayTotal(results, usage, output);
  const code = exitCodeOf(results);
  const text = budgetText(together, budget);
  if (usage.json || together.kind === 'impossible') output.err(text);
  else output.out(text);
  return code === 0 && together.kind === 'impossible' ? 4 : code;
}

function modeOf({ isInPlace, withReceipts }: ShrinkUsage): string {
  return `${isInPlace ? 'in place' : 'beside'}${withReceipts ? ', receipts' : ''}`;
}

function say(result: FileResult, { json }: ShrinkUsage, output: Output): void {
  if (json) output.out(`${JSON.stringify(result)}\n`);
  else if (result.problem !== undefined) output.err(resultText(result));
  else output.out(resultText(result));
}

function sayTotal(results: readonly FileResult[], { json, isDryRun }: ShrinkUsage, output: Output): void {
  if (json) {
    if (!isDryRun) return;
    for (const result of largestGainFirst(results)) {
      output.out(`${JSON.stringify({ ...result, gainBytes: savedBytes(result) })}\n`);
    }
    return;
  }
  if (isDryRun && results.length > 0) output.out(gainTable(results));
  output.out(totalText(results));
}

function wrongUsage(faults: readonly string[], output: Output): ExitCode {
  output.err(`${faults.join('\n')}\nSee --help.\n`);
  return 2;
}
