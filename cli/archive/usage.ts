import { type CompressOptions, DEFAULT_OPTIONS } from '../../shared/index.ts';
import { parseShard, type Shard } from '../batch/inputs/shard.ts';
import type { Environment } from '../files/own-folders.ts';
import { ARCHIVE_SPEC } from '../flags/archive-spec.ts';
import { flagsOf } from '../flags/flag.ts';
import { FlagValues } from '../flags/flag-values.ts';
import { flagsText } from '../flags/help-text.ts';
import { readFlags } from '../flags/read-flags.ts';
import { type RunLimits, runLimits } from '../flags/run-limits.ts';
import { parseSeconds } from '../flags/seconds.ts';
import { optionsFrom } from '../option-flags.ts';

export const ARCHIVE_USAGE = `Usage: pagelight archive ${ARCHIVE_SPEC.operands}

${ARCHIVE_SPEC.says}

${flagsText(ARCHIVE_SPEC)}
Buckets: S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_SESSION_TOKEN, the same
of AWS_, or a role of AWS: web identity, container, instance.
Examples:
  pagelight archive plan s3://scans/2026 /runs/2026 --preset small
  pagelight archive run /runs/2026 --to s3://scans-small/2026
  pagelight archive verify /runs/2026 --sample 5%
Exit codes: 0 done, 1 an object or place can't be read or written, 2 wrong usage, 3 PDFs that can't be compressed,
4 verify has found differences. With --shard run ends with 0 once its part is done.
`;

export interface Prices {
  readonly cpuHour: number | undefined;
  readonly gigabyteMonth: number | undefined;
}

interface Common extends RunLimits {
  readonly store: string;
  readonly json: boolean;
  readonly isQuiet: boolean;
  readonly passwordFile: string | undefined;
  readonly prices: Prices;
}

export interface PlanUsage extends Common {
  readonly command: 'plan';
  readonly from: string;
  readonly options: CompressOptions;
  readonly shardSize: number;
  readonly sampleSize: number;
}

export interface RunUsage extends Common {
  readonly command: 'run';
  /** Undefined: as before. */
  readonly to: string | undefined;
  readonly isReplacing: boolean;
  readonly backup: string | undefined;
  readonly onlySmaller: boolean;
  readonly isForced: boolean;
  /** Whether to try failed objects of sealed shards again. */
  readonly retriesFailed: boolean;
  /** Shards of this process; undefined: any, with leases. */
  readonly part: Shard | undefined;
  /** Address of a PostgreSQL that has the leases; undefined: files of the run's folder. */
  readonly leasesAt: string | undefined;
  /** A process that gave no sign of life for this long is dead. */
  readonly deadMs: number;
}

export interface VerifyUsage extends Common {
  readonly command: 'verify';
  /** 0 to 1. */
  readonly sample: number;
  readonly root: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly repeats: boolean;
}

export type ArchiveUsage = PlanUsage | RunUsage | VerifyUsage;
type Command = ArchiveUsage['command'];

/** Flags that not all commands know. */
const COMMANDS_OF: ReadonlyMap<string, readonly string[] | undefined> = new Map(
  ARCHIVE_SPEC.groups.flatMap(({ flags, of }) => flags.map((flag) => [flag.name, flag.of ?? of] as const)),
);
const OPERANDS: Readonly<Record<Command, readonly string[]>> = {
  plan: ['FROM', 'RUN'],
  run: ['RUN'],
  verify: ['RUN'],
};
const DEFAULT_DEAD_SECONDS = 60;
const MAX_SHARD_SIZE = 100_000;
const MAX_SAMPLE = 100_000;

/** Parses the command line. Returns a sentence for each error. */
export function readArchiveUsage(
  args: readonly string[],
  env: Environment,
): ArchiveUsage | 'help' | { readonly faults: readonly string[] } {
  const { flags, positionals, faults: flagFaults } = readFlags(args, flagsOf(ARCHIVE_SPEC));
  if (flags.has('help')) return 'help';
  const [name, ...operands] = positionals;
  if (name === undefined || !isCommand(name))
    return {
      faults: [...flagFaults, `Say plan, run or verify${name === undefined ? '' : `, not "${name}"`}.`],
    };
  const values = new FlagValues(flags, [
    ...flagFaults,
    ...operandFaults(name, operands),
    ...foreignFlags(name, flags),
  ]);
  const usage = usageOf(name, operands, values, flags, env);
  return values.faults.length > 0 ? { faults: values.faults } : usage;
}

function operandFaults(command: Command, operands: readonly string[]): readonly string[] {
  const wanted = OPERANDS[command];
  if (operands.length === wanted.length) return [];
  return [`archive ${command} needs ${wanted.join(' and ')}, and nothing else.`];
}

/** Flags of other commands. */
function foreignFlags(command: Command, flags: ReadonlyMap<string, string>): readonly string[] {
  return [...flags.keys()].flatMap((flag) => {
    const commands = COMMANDS_OF.get(flag);
    if (commands === undefined || commands.includes(command)) return [];
    return [`--${flag} belongs to archive ${commands.join(' and ')}, not to ${command}.`];
  });
}

function usageOf(
  command: Command,
  operands: readonly string[],
  values: FlagValues,
  flags: ReadonlyMap<string, string>,
  env: Environment,
): ArchiveUsage {
  const common = commonUsage(operands.at(-1) ?? '', values);
  switch (command) {
    case 'plan':
      return planUsage(common, operands[0] ?? '', values, flags);
    case 'run':
      return runUsage(common, values, env);
    case 'verify':
      return verifyUsage(common, values);
  }
}

function commonUsage(store: string, values: FlagValues): Common {
  return {
    store,
    json: values.has('json'),
    isQuiet: values.has('quiet'),
    ...runLimits(values),
    passwordFile: values.text('password-file'),
    prices: { cpuHour: values.price('price-cpu-hour'), gigabyteMonth: values.price('price-gb-month') },
  };
}

function planUsage(
  common: Common,
  from: string,
  values: FlagValues,
  flags: ReadonlyMap<string, string>,
): PlanUsage {
  const parsed = optionsFrom(flags);
  if (!parsed.ok) values.addFaults(parsed.faults);
  return {
    command: 'plan',
    ...common,
    from,
    options: parsed.ok ? parsed.options : DEFAULT_OPTIONS,
    shardSize: values.count('shard-size', 1000, 1, MAX_SHARD_SIZE),
    sampleSize: values.count('sample', 200, 0, MAX_SAMPLE),
  };
}

function verifyUsage(common: Common, values: FlagValues): VerifyUsage {
  return {
    command: 'verify',
    ...common,
    sample: values.parsed('sample', 0.01, parsePart),
    root: values.parsed<{ hex: string } | undefined>('root', undefined, parseRoot)?.hex,
    from: values.text('from'),
    to: values.text('to'),
    repeats: !values.has('no-repeat'),
  };
}

function runUsage(common: Common, values: FlagValues, env: Environment): RunUsage {
  const usage: RunUsage = {
    command: 'run',
    ...common,
    to: values.text('to'),
    isReplacing: values.has('replace'),
    backup: values.text('backup'),
    onlySmaller: values.has('only-smaller'),
    isForced: values.has('force'),
    retriesFailed: values.has('retry-failed'),
    part: values.parsed<Shard | undefined>('shard', undefined, (text) => parsePartOfRun(text, env)),
    leasesAt: values.text('leases') ?? (values.has('shard') ? undefined : env.PAGELIGHT_LEASES || undefined),
    deadMs:
      values.parsed('dead-after', DEFAULT_DEAD_SECONDS, (text) => parseSeconds(text, '--dead-after')) * 1000,
  };
  values.addFaults(contradictions(usage, values.has('leases')));
  return usage;
}

function contradictions(usage: RunUsage, hasLeasesFlag: boolean): readonly string[] {
  const { to, isReplacing, backup, onlySmaller, part, leasesAt, deadMs } = usage;
  const faults: string[] = [];
  if (isReplacing && to !== undefined) faults.push('Use only one of --to and --replace.');
  if (backup !== undefined && !isReplacing) faults.push('--backup needs --replace.');
  if (onlySmaller && isReplacing) faults.push('--only-smaller cannot be combined with --replace.');
  if (hasLeasesFlag && part !== undefined) faults.push('Use only one of --leases and --shard.');
  if (leasesAt !== undefined && !/^postgres(ql)?:\/\/./.test(leasesAt))
    faults.push('--leases and PAGELIGHT_LEASES must be like postgres://USER@HOST/DATABASE.');
  if (deadMs < 1000) faults.push('--dead-after must be a second at least.');
  return faults;
}

function isCommand(name: string): name is Command {
  return Object.hasOwn(OPERANDS, name);
}

function parsePart(text: string): number | string {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,4})?)%$/.exec(text) ?? [];
  const part = Number(percent) / 100;
  if (part >= 0 && part <= 1) return part;
  return `--sample must be a part such as 5% or 100%, not "${text}".`;
}

function parseRoot(text: string): { hex: string } | string {
  return /^[0-9a-f]{64}$/i.test(text) ? { hex: text.toLowerCase() } : '--root must be 64 hexadecimal digits.';
}

/** `2/8`, or `index/8` with the 0-based index of an indexed job of Kubernetes or an array job of AWS Batch. */
function parsePartOfRun(text: string, env: Environment): Shard | string {
  const [, count] = /^index\/(\d{1,6})$/.exec(text) ?? [];
  if (count === undefined) return parseShard(text);
  const index = env.JOB_COMPLETION_INDEX ?? env.AWS_BATCH_JOB_ARRAY_INDEX;
  if (index === undefined || !/^\d{1,6}$/.test(index))
    return `--shard ${text} needs JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX.`;
  const shard = { index: Number(index) + 1, count: Number(count) };
  return shard.index <= shard.count
    ? shard
    : `--shard ${text}: there is an index ${index}, so it must be more than ${count}.`;
}
