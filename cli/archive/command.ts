import { EXIT, type ExitCode } from '../../library/terminal/exit-code.ts';
import type { Output } from '../../library/terminal/output.ts';
import { helped } from '../../library/terminal/usage.ts';
import { type CompressOptions, PRESETS } from '../../shared/index.ts';
import { passwordOf } from '../batch/password.ts';
import type { ProcessDeps } from '../batch/shrink-command.ts';
import type { Compress } from '../documents/compress-port.ts';
import { CpuShares } from '../documents/cpu-shares.ts';
import { Documents } from '../documents/documents.ts';
import { aboveBar, barTerminal, createProgressBar, type ProgressBar } from '../terminal/progress-bar.ts';
import { sizeText } from '../text/sizes.ts';
import { ArchiveRefused, ArchiveStopped } from './archive-error.ts';
import type { ArchiveReport } from './archive-files.ts';
import type { DocumentSettings } from './compress-document.ts';
import { Places } from './places/open-places.ts';
import { REPEATS_FILE } from './plan/list-shards.ts';
import { makePlan, readPlan } from './plan/plan.ts';
import { RepeatedContents } from './plan/repeated-contents.ts';
import { EqualContents } from './run/equal-contents.ts';
import { runArchive } from './run/run.ts';
import { chooseTarget } from './run/target.ts';
import { openRunStore } from './run-store.ts';
import { planText, reportText, verificationText } from './texts.ts';
import {
  ARCHIVE_USAGE,
  type ArchiveUsage,
  type PlanUsage,
  type RunUsage,
  readArchiveUsage,
  type VerifyUsage,
} from './usage.ts';
import { readReport, verifyArchive } from './verify/verify.ts';
import type { CheckReceipt } from './verify/verify-object.ts';

export interface ArchiveEngine {
  readonly compress: Compress;
  readonly check: CheckReceipt;
  close(): void;
}

export interface ArchiveDeps extends ProcessDeps {
  /** Starts the compressor for `lanes` PDFs at a time. Called once the usage is valid. */
  readonly open: (lanes: number) => ArchiveEngine;
}

/** `pagelight archive plan | run | verify`. @throws the signal's reason */
export async function archiveCommand(args: readonly string[], given: ArchiveDeps): Promise<ExitCode> {
  const { env, signal } = given;
  const usage = readArchiveUsage(args, env);
  const isQuiet = typeof usage === 'object' && 'isQuiet' in usage && usage.isQuiet;
  const bar = createProgressBar(barTerminal(given.terminal, env, isQuiet), given.now);
  const output = aboveBar(given.output, bar);
  if (usage === 'help') return helped(output, ARCHIVE_USAGE);
  if ('faults' in usage) {
    output.err(`${usage.faults.join('\n')}\nSee pagelight archive --help.\n`);
    return EXIT.WRONG_USAGE;
  }
  const secret = await passwordOf(usage, env);
  if ('fault' in secret) {
    output.err(`${secret.fault}\n`);
    return EXIT.IO_ERROR;
  }
  const lanes = usage.command === 'plan' ? 1 : (usage.jobs ?? given.lanes);
  const engine = given.open(lanes);
  const onNotice = (sentence: string) => {
    if (!usage.isQuiet) output.err(`${sentence}\n`);
  };
  const places = new Places(env, signal, { onNotice });
  try {
    const context = { engine, bar, output, lanes, places, signal, password: secret.password };
    return await commands[usage.command](usage as never, context);
  } catch (thrown) {
    if (thrown instanceof ArchiveRefused) {
      output.err(`${thrown.message}\n`);
      return thrown.exitCode;
    }
    if (!(thrown instanceof ArchiveStopped)) throw thrown;
    const next = usage.command === 'run' ? 'The same command continues.' : 'Start it again.';
    output.err(`Stopped: ${thrown.message}. ${next}\n`);
    return EXIT.IO_ERROR;
  } finally {
    bar.clear();
    engine.close();
  }
}

interface Context extends Pick<ArchiveDeps, 'lanes' | 'output' | 'signal'> {
  readonly engine: ArchiveEngine;
  readonly bar: ProgressBar;
  readonly password: string | undefined;
  readonly places: Places;
}

const commands: {
  readonly [Name in ArchiveUsage['command']]: (
    usage: Extract<ArchiveUsage, { readonly command: Name }>,
    context: Context,
  ) => Promise<ExitCode>;
} = { plan, run, verify };

async function plan(usage: PlanUsage, context: Context): Promise<ExitCode> {
  const { places, output, bar } = context;
  let troubles = 0;
  const made = await makePlan(
    places.open(usage.from),
    openRunStore(usage.store, places),
    compressionOf(usage, usage.options, context),
    {
      ...usage,
      onTrouble: (sentence) => {
        troubles += 1;
        output.err(`${sentence}\n`);
      },
      onProgress: (text, fraction) => bar.show(fraction, text),
    },
  );
  print(usage, output, made, () => planText(made, usage.prices));
  return troubles > 0 ? EXIT.IO_ERROR : EXIT.OK;
}

async function run(usage: RunUsage, context: Context): Promise<ExitCode> {
  const { places, output, bar, lanes, signal } = context;
  const store = openRunStore(usage.store, places);
  const made = await readPlan(store);
  const target = await chooseTarget(store, made, usage);
  const from = places.open(made.from);
  const packed = await store.read(REPEATS_FILE);
  const repeated = packed === undefined ? new RepeatedContents() : RepeatedContents.fromBytes(packed);
  let [done, saved] = [0, 0];
  const report = await runArchive({
    ...usage,
    store,
    plan: made,
    run: {
      from,
      to: target.replace ? from : places.open(target.to),
      backup: target.backup === null ? undefined : places.open(target.backup),
      target,
      compression: compressionOf(usage, made.options, context),
      contents: new EqualContents(store, repeated, from.hasContentVersions),
      isForced: usage.isForced,
    },
    shares: new CpuShares(),
    lanes,
    onLine: (line) => {
      done += 1;
      if (line.status === 'smaller') saved += line.receipt.input.size - line.receipt.output.size;
      bar.show(done / made.objects, `${done} of ${made.objects} PDFs here · ${sizeText(saved)} saved`);
    },
    signal,
  });
  if (report === undefined) {
    if (!usage.isQuiet && !usage.json)
      output.out(`This part is done: ${done} PDFs, ${sizeText(saved)} saved. Other parts are not.\n`);
    return EXIT.OK;
  }
  print(usage, output, report, () => reportText(report, usage.prices, usage.store));
  // The exit code of a part says whether it is done: a scheduler would repeat it for each document that is refused.
  return usage.part === undefined ? exitCodeOf(report) : EXIT.OK;
}

async function verify(usage: VerifyUsage, context: Context): Promise<ExitCode> {
  const { places, output, bar, lanes, engine } = context;
  const store = openRunStore(usage.store, places);
  const report = await readReport(store);
  const verification = await verifyArchive({
    store,
    report,
    sample: usage.sample,
    expectedRoot: usage.root,
    objects: {
      from: places.open(usage.from ?? report.from),
      to: places.open(usage.to ?? report.target.to),
      target: report.target,
      compression: compressionOf(usage, PRESETS.balanced, context),
      check: engine.check,
      repeats: usage.repeats,
    },
    lanes,
    onProgress: (objects, fraction) => bar.show(fraction, `${objects} lines checked`),
  });
  print(usage, output, verification, () => verificationText(verification));
  return verification.faultCount > 0 ? EXIT.CHECK_FAILED : EXIT.OK;
}

function print({ json, isQuiet }: ArchiveUsage, output: Output, value: object, text: () => string): void {
  if (json) output.out(`${JSON.stringify(value, null, 2)}\n`);
  else if (!isQuiet) output.out(text());
}

function exitCodeOf({ failed, refused }: ArchiveReport): ExitCode {
  if (Object.keys(failed).length > 0) return EXIT.IO_ERROR;
  return Object.keys(refused).length > 0 ? EXIT.REFUSED : EXIT.OK;
}

function compressionOf(
  usage: ArchiveUsage,
  options: CompressOptions,
  { engine, password, signal }: Context,
): DocumentSettings {
  return { documents: new Documents(engine.compress, usage), options, password, signal };
}
