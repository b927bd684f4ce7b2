import {
  type CompressOptions,
  DEFAULT_OPTIONS,
  DEFAULT_PRESET,
  PRESETS,
  parseByteSize,
} from '../../shared/index.ts';
import { EXIT_CODE_TEXTS } from '../flags/exit-code-texts.ts';
import { flagsOf } from '../flags/flag.ts';
import { FlagValues } from '../flags/flag-values.ts';
import { briefFlagsText, flagsText } from '../flags/help-text.ts';
import { readFlags } from '../flags/read-flags.ts';
import { type RunLimits, runLimits } from '../flags/run-limits.ts';
import { parseSeconds } from '../flags/seconds.ts';
import { SHRINK_SPEC } from '../flags/shrink-spec.ts';
import { optionsFrom } from '../option-flags.ts';
import { parseShard, type Shard } from './inputs/shard.ts';
import { DEFAULT_MIN_GAIN, type MinGain, parseMinGain } from './min-gain.ts';

/** Suffix of a result beside its original. */
const DEFAULT_SUFFIX = '-light';
const DEFAULT_SETTLE_SECONDS = 5;

/** Fits one screen of 80 by 24; checked by a test. */
export const SHRINK_BRIEF = `Usage: pagelight FILE.pdf|FOLDER|- ... [options]     a.pdf becomes a-light.pdf
${briefFlagsText(SHRINK_SPEC)}All options: pagelight --help. Commands: compress, inspect, verify, archive, …
Examples: pagelight scan.pdf
  pagelight -r Documents --in-place --backup Originals
  pagelight - --limit 2MB < large.pdf > small.pdf
`;

export const SHRINK_USAGE = `Usage: pagelight ${SHRINK_SPEC.operands}

${SHRINK_SPEC.says}

${flagsText(SHRINK_SPEC)}
Commands, each with --help:
  compress IN OUT, inspect FILE, verify BEFORE AFTER, archive plan|run|verify,
  mcp FOLDER,
  completion SHELL, man, help, version; in a checkout and the container: serve, work, keys
Examples:
  pagelight scan.pdf
  pagelight -r Documents --in-place --backup Originals
  pagelight - --limit 2MB < large.pdf > small.pdf
Exit codes:
${EXIT_CODE_TEXTS.map(([code, says]) => `  ${code}: ${says}`).join('\n')}
`;

export interface ShrinkUsage extends RunLimits {
  readonly paths: readonly string[];
  readonly options: CompressOptions;
  /** A folder, a file name, or `-`; undefined: beside each PDF. */
  readonly output: string | undefined;
  readonly isRecursive: boolean;
  /** Maximum total bytes of all results. */
  readonly budget: number | undefined;
  readonly isInPlace: boolean;
  /** Folder for copies of the originals, which keep their relative paths. */
  readonly backup: string | undefined;
  /** Nothing is written. */
  readonly isDryRun: boolean;
  readonly watched: string | undefined;
  readonly withReceipts: boolean;
  /** Folder for receipts; undefined: beside each result. */
  readonly receiptFolder: string | undefined;
  /** The private key that signs receipts. */
  readonly keyFile: string | undefined;
  readonly json: boolean;
  /** Process again what an earlier run did. */
  readonly again: boolean;
  /** Overwrite files that are not known as results, too. */
  readonly isForced: boolean;
  /** How long a file in a watched folder must be unchanged. */
  readonly settleMs: number;
  readonly password: string | undefined;
  readonly passwordFile: string | undefined;
  /** Suffix of results beside their originals. */
  readonly suffix: string;
  /** A file with paths, or `-`. */
  readonly filesFrom: string | undefined;
  /** The paths in it end with NUL. */
  readonly isNulList: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly shard: Shard | undefined;
  /** Minimum saving for a PDF to be replaced by its smaller version. */
  readonly minGain: MinGain;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  /** A file that gets one line per PDF. */
  readonly log: string | undefined;
}

export type ReadShrinkUsage =
  | ShrinkUsage
  | 'help'
  | 'brief'
  | 'version'
  | { readonly faults: readonly string[] };

/** Parses the command line. Returns a sentence for each error. */
export function readShrinkUsage(args: readonly string[]): ReadShrinkUsage {
  const { flags, values: lists, positionals, faults: flagFaults } = readFlags(args, flagsOf(SHRINK_SPEC));
  if (flags.has('help')) return args.includes('--help') ? 'help' : 'brief';
  if (flags.has('version')) return 'version';
  const values = new FlagValues(flags, flagFaults);
  const watched = flags.get('watch');
  const filesFrom = flags.get('files-from');
  if (positionals.length === 0 && watched === undefined && filesFrom === undefined)
    values.addFaults(['Name at least one PDF or folder, such as: pagelight scan.pdf']);

  const usage: ShrinkUsage = {
    paths: positionals,
    options: optionsOf(flags, values),
    budget: values.parsed<number | undefined>('budget', undefined, parseBudget),
    ...runLimits(values),
    output: flags.get('output'),
    isRecursive: flags.has('recursive'),
    isInPlace: flags.has('in-place'),
    backup: flags.get('backup'),
    isDryRun: flags.has('dry-run'),
    watched,
    withReceipts: flags.has('receipt') || flags.has('receipts'),
    receiptFolder: flags.get('receipts'),
    keyFile: flags.get('sign'),
    json: flags.has('json'),
    again: flags.has('again'),
    isForced: flags.has('force'),
    settleMs:
      values.parsed('settle', DEFAULT_SETTLE_SECONDS, (text) => parseSeconds(text, '--settle')) * 1000,
    password: flags.get('password') || undefined,
    passwordFile: flags.get('password-file'),
    suffix: flags.get('suffix') ?? DEFAULT_SUFFIX,
    filesFrom,
    isNulList: flags.has('null'),
    include: lists.get('include') ?? [],
    exclude: lists.get('exclude') ?? [],
    shard: values.parsed<Shard | undefined>('shard', undefined, parseShard),
    minGain: values.parsed('min-gain', DEFAULT_MIN_GAIN, parseMinGain),
    isQuiet: flags.has('quiet'),
    isVerbose: flags.has('verbose'),
    log: flags.get('log'),
  };
  values.addFaults(contradictions(usage, flags));
  return values.faults.length > 0 ? { faults: values.faults } : usage;
}

function contradictions(usage: ShrinkUsage, flags: ReadonlyMap<string, string>): readonly string[] {
  const { paths, output, budget, isInPlace, backup, isDryRun, watched, withReceipts } = usage;
  const isStdin = paths.includes('-');
  const splits = usage.options.splitSize > 0;
  const rules: readonly (readonly [boolean, string])[] = [
    [isInPlace && splits, '--in-place cannot be combined with --split: parts cannot replace a PDF.'],
    [
      splits && ((isStdin && output === undefined) || output === '-'),
      '--split needs --output here, to name the parts.',
    ],
    [
      budget !== undefined && (isInPlace || watched !== undefined || isStdin || output === '-'),
      '--budget cannot be combined with --in-place, --watch or pipes.',
    ],
    [budget !== undefined && splits, 'Use only one of --budget and --split.'],
    [isInPlace && output !== undefined, 'Use only one of --in-place and --output.'],
    [backup !== undefined && !isInPlace, '--backup needs --in-place.'],
    [flags.has('settle') && watched === undefined, '--settle needs --watch.'],
    [flags.has('min-gain') && !isInPlace, '--min-gain needs --in-place.'],
    [
      flags.has('suffix') && (isInPlace || output !== undefined),
      '--suffix cannot be combined with --in-place or --output.',
    ],
    [usage.suffix === '' || /[\\/]/.test(usage.suffix), '--suffix must be a part of a name, such as -small.'],
    [usage.isNulList && usage.filesFrom === undefined, '--null needs --files-from.'],
    [isStdin && usage.filesFrom !== undefined, 'Use only one of - and --files-from.'],
    [usage.isQuiet && usage.isVerbose, 'Use only one of --quiet and --verbose.'],
    [
      usage.options.targetMode !== DEFAULT_OPTIONS.targetMode && usage.options.targetSize === 0,
      '--limit-mode needs --limit.',
    ],
    [flags.has('sign') && !withReceipts, '--sign needs --receipt or --receipts.'],
    [flags.has('password') && flags.has('password-file'), 'Use only one of --password and --password-file.'],
    [isStdin && paths.length > 1, '- (standard input) cannot be combined with other inputs.'],
    [isStdin && isInPlace, '--in-place cannot be used with standard input.'],
    [isStdin && watched !== undefined, 'Use only one of - and --watch.'],
    [isDryRun && watched !== undefined, 'Use only one of --dry-run and --watch.'],
    [
      output === '-' && (paths.length > 1 || watched !== undefined || usage.filesFrom !== undefined),
      'Only a single PDF can be written to standard output.',
    ],
    [
      withReceipts && ((isStdin && output === undefined) || output === '-'),
      '--receipt cannot be used with standard output.',
    ],
  ];
  return rules.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence);
}

function parseBudget(text: string): number | string {
  const bytes = /^\d{1,15}$/.test(text) ? Number(text) : parseByteSize(text);
  if (bytes !== undefined && bytes > 0) return bytes;
  return `--budget must be a number of bytes such as 500000, 200KB or 18MB, not "${text}".`;
}

/** The preset's options, overridden by those given by name. */
function optionsOf(flags: ReadonlyMap<string, string>, values: FlagValues): CompressOptions {
  const given = new Map(flags);
  const short: readonly string[] = Object.keys(SHORT_FOR).filter((flag) => flags.has(flag));
  for (const flag of short) {
    const option = SHORT_FOR[flag]!;
    if (flags.has(option)) values.addFaults([`--${flag} and --${option} are the same: give one of them.`]);
    given.set(option, flags.get(flag)!);
  }
  const parsed = optionsFrom(given);
  if (parsed.ok) return parsed.options;
  values.addFaults(parsed.faults.map((fault) => inGivenWords(fault, short)));
  return PRESETS[DEFAULT_PRESET];
}

/** Short names of options. */
const SHORT_FOR: Readonly<Record<string, string>> = {
  limit: 'target-size',
  'limit-mode': 'target-mode',
  split: 'split-size',
};

/** Rewrites an error so that it names the flag as it was typed. */
function inGivenWords(fault: string, short: readonly string[]): string {
  const flag = short.find((each) => fault.startsWith(`--${SHORT_FOR[each]} `));
  return flag === undefined ? fault : fault.replace(`--${SHORT_FOR[flag]}`, `--${flag}`);
}
