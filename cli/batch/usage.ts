import {
  type CompressOptions,
  DEFAULT_OPTIONS,
  OPTION_NAMES,
  PRESETS,
  type PresetName,
  parseByteSize,
} from '../../shared/index.ts';
import { OPTION_FLAG_KINDS, optionsFrom } from '../option-flags.ts';
import { type FlagKind, parseFlags } from '../terminal/flags.ts';

/** Fits one screen of 80 by 24; a test holds it. */
export const SHRINK_USAGE = `Usage: pagelight FILE.pdf|FOLDER|- ... [options]     a.pdf becomes a-light.pdf
  -o, --output X    into folder X, trees kept; one PDF: a file name, or -
  -r, --recursive   take folders, with all PDFs in them
  --in-place        replace what gets smaller; time stamps stay
  --backup DIR      with --in-place: originals are kept in DIR
  --suffix X        a.pdf becomes aX.pdf; --force replaces what is there already
  --preset P        small, balanced (what you get without), sharp, lossless
  --limit 2MB       make each PDF fit, where that is possible
  --budget 18MB     make all PDFs together fit, none softer than the others
  --split 10MB      what is larger in parts of that size: a-light-1of3.pdf
  --dry-run         write nothing; say what would be gained, largest first
  --watch DIR       go on with what comes into DIR, and was the same for --settle 5
  --receipt, --json a receipt beside each result; one line of JSON for each PDF
  --jobs N, --again PDFs at the same time; do again what an earlier run did
  --password X      opens locked PDFs; they stay locked
Also all options of: pagelight compress --help
Commands: compress IN OUT, inspect, verify, serve, keys, mcp; each has --help
Examples: pagelight scan.pdf
  pagelight -r Documents --in-place --backup Originals
  pagelight - --limit 2MB < large.pdf > small.pdf
Exit codes: 0 done, also when nothing could be saved; 1 a file cannot be read or
written; 2 wrong usage; 3 a PDF cannot be compressed; 4 larger than --limit
`;

export interface ShrinkUsage {
  readonly paths: readonly string[];
  readonly options: CompressOptions;
  /** A folder, a file's name, or `-`; undefined: beside each PDF. */
  readonly output: string | undefined;
  readonly isRecursive: boolean;
  /** Bytes of all results together. */
  readonly budget: number | undefined;
  readonly isInPlace: boolean;
  /** Put behind the name of a PDF for its result. */
  readonly suffix: string | undefined;
  /** Whatever is there is replaced, but for PDFs of the run. */
  readonly isForced: boolean;
  /** So long must a file of a watched folder look the same. */
  readonly settleMs: number;
  readonly backup: string | undefined;
  readonly isDryRun: boolean;
  readonly watched: string | undefined;
  readonly withReceipts: boolean;
  readonly json: boolean;
  readonly jobs: number | undefined;
  readonly again: boolean;
  readonly password: string | undefined;
}

export type ReadShrinkUsage = ShrinkUsage | 'help' | { readonly faults: readonly string[] };

const KNOWN: Readonly<Record<string, FlagKind>> = {
  ...OPTION_FLAG_KINDS,
  output: 'value',
  recursive: 'switch',
  'in-place': 'switch',
  backup: 'value',
  suffix: 'value',
  force: 'switch',
  settle: 'value',
  preset: 'value',
  limit: 'value',
  split: 'value',
  budget: 'value',
  'dry-run': 'switch',
  watch: 'value',
  receipt: 'switch',
  json: 'switch',
  jobs: 'value',
  again: 'switch',
  password: 'value',
  help: 'switch',
};
const SHORT: Readonly<Record<string, string>> = { o: 'output', r: 'recursive', h: 'help' };

const MAX_JOBS = 64;

/** What a command line asks for, or a sentence for each thing that is wrong with it. */
export function readShrinkUsage(args: readonly string[]): ReadShrinkUsage {
  const { flags, positionals, faults: flagFaults } = parseFlags(args, KNOWN, SHORT);
  if (flags.has('help')) return 'help';
  const faults = [...flagFaults];
  const watched = flags.get('watch');
  if (positionals.length === 0 && watched === undefined)
    faults.push('Say which PDF or folder to make smaller.');

  const options = optionsOf(flags, faults);
  const budget = budgetOf(flags.get('budget'), faults);
  const jobs = jobsOf(flags.get('jobs'), faults);
  const usage: ShrinkUsage = {
    paths: positionals,
    options,
    budget,
    output: flags.get('output'),
    isRecursive: flags.has('recursive'),
    isInPlace: flags.has('in-place'),
    backup: flags.get('backup'),
    suffix: suffixOf(flags.get('suffix'), faults),
    isForced: flags.has('force'),
    settleMs: settleOf(flags.get('settle'), faults),
    isDryRun: flags.has('dry-run'),
    watched,
    withReceipts: flags.has('receipt'),
    json: flags.has('json'),
    jobs,
    again: flags.has('again'),
    password: flags.get('password') || undefined,
  };
  faults.push(...contradictions(usage));
  return faults.length > 0 ? { faults } : usage;
}

function contradictions(usage: ShrinkUsage): readonly string[] {
  const { paths, output, budget, isInPlace, backup, suffix, isDryRun, watched, withReceipts } = usage;
  const isStdin = paths.includes('-');
  const splits = usage.options.splitSize > 0;
  const rules: readonly (readonly [boolean, string])[] = [
    [
      isInPlace && splits,
      'A PDF cannot be replaced by its parts: --in-place and --split exclude each other.',
    ],
    [
      splits && ((isStdin && output === undefined) || output === '-'),
      'Parts need a name: give one with --output.',
    ],
    [
      budget !== undefined && (isInPlace || watched !== undefined || isStdin || output === '-'),
      '--budget makes PDFs again that were made before: it excludes --in-place, --watch and pipes.',
    ],
    [
      budget !== undefined && (splits || usage.options.targetSize > 0),
      '--budget, --limit and --split exclude each other.',
    ],
    [isInPlace && output !== undefined, '--in-place and --output exclude each other.'],
    [backup !== undefined && !isInPlace, '--backup belongs to --in-place.'],
    [isInPlace && suffix !== undefined, '--in-place and --suffix exclude each other.'],
    [isStdin && paths.length > 1, '- stands alone: one PDF comes from a pipe.'],
    [isStdin && isInPlace, 'What comes from a pipe cannot be replaced in place.'],
    [isStdin && watched !== undefined, '- and --watch exclude each other.'],
    [isDryRun && watched !== undefined, '--dry-run and --watch exclude each other.'],
    [output === '-' && (paths.length > 1 || watched !== undefined), 'One PDF alone can go to a pipe.'],
    [
      withReceipts && ((isStdin && output === undefined) || output === '-'),
      'A receipt needs a file to lie beside.',
    ],
  ];
  return rules.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence);
}

function suffixOf(text: string | undefined, faults: string[]): string | undefined {
  if (text === undefined || /^[^/\\\0]+$/.test(text)) return text;
  faults.push(`--suffix must be a part of a name such as -small, not "${text}".`);
  return undefined;
}

const DEFAULT_SETTLE_S = 5;
const MAX_SETTLE_S = 3600;

function settleOf(text: string | undefined, faults: string[]): number {
  const seconds = text === undefined ? DEFAULT_SETTLE_S : Number(/^(\d+(\.\d+)?)s?$/.exec(text)?.[1]);
  if (seconds <= MAX_SETTLE_S) return seconds * 1000;
  faults.push(`--settle must be a number of seconds up to ${MAX_SETTLE_S}, such as 5 or 0.5, not "${text}".`);
  return DEFAULT_SETTLE_S * 1000;
}

function budgetOf(text: string | undefined, faults: string[]): number | undefined {
  if (text === undefined) return undefined;
  const bytes = /^\d{1,15}$/.test(text) ? Number(text) : parseByteSize(text);
  if (bytes !== undefined && bytes > 0) return bytes;
  faults.push(`--budget must be a number of bytes such as 500000, 200KB or 18MB, not "${text}".`);
  return undefined;
}

function jobsOf(text: string | undefined, faults: string[]): number | undefined {
  if (text === undefined) return undefined;
  const jobs = Number(text);
  if (/^\d+$/.test(text) && jobs >= 1 && jobs <= MAX_JOBS) return jobs;
  faults.push(`--jobs must be an integer from 1 to ${MAX_JOBS}, not "${text}".`);
  return undefined;
}

/** The preset's options, but for those that are given by name. */
function optionsOf(flags: ReadonlyMap<string, string>, faults: string[]): CompressOptions {
  const name = flags.get('preset') ?? 'balanced';
  const preset = Object.hasOwn(PRESETS, name) ? PRESETS[name as PresetName] : undefined;
  if (preset === undefined)
    faults.push(`--preset must be one of ${Object.keys(PRESETS).join(', ')}, not "${name}".`);
  const given = new Map(flags);
  const short: readonly string[] = Object.keys(SHORT_FOR).filter((flag) => flags.has(flag));
  for (const flag of short) {
    const option = SHORT_FOR[flag]!;
    if (flags.has(option)) faults.push(`--${flag} and --${option} are the same: give one of them.`);
    given.set(option, flags.get(flag)!);
  }
  const parsed = optionsFrom(given);
  if (!parsed.ok) {
    faults.push(...parsed.faults.map((fault) => inGivenWords(fault, short)));
    return DEFAULT_OPTIONS;
  }
  // What differs from the default was given; a default that was given by name beats the preset, too.
  const named = OPTION_NAMES.filter(
    (option) => parsed.options[option] !== DEFAULT_OPTIONS[option] || given.has(kebab(option)),
  );
  const overrides = Object.fromEntries(named.map((option) => [option, parsed.options[option]]));
  return { ...(preset ?? DEFAULT_OPTIONS), ...overrides };
}

/** Shorter names of options. */
const SHORT_FOR: Readonly<Record<string, string>> = { limit: 'target-size', split: 'split-size' };

/** A fault in the flag's name that was typed. */
function inGivenWords(fault: string, short: readonly string[]): string {
  const flag = short.find((each) => fault.startsWith(`--${SHORT_FOR[each]} `));
  return flag === undefined ? fault : fault.replace(`--${SHORT_FOR[flag]}`, `--${flag}`);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
