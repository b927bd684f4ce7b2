import { resolve } from 'node:path';
import { OPTION_FLAG_KINDS, optionsFrom } from '../../cli/option-flags.ts';
import { parseFlags } from '../../library/terminal/flags.ts';

const DEFAULT_SECONDS = 300;

export const USAGE = `Usage: npm run sweep -- FOLDER [options]

Compresses every PDF under FOLDER as "compress" would, and shows each smaller file to programs of others: PDFium, pdf.js,
and where they are installed qpdf and mutool, which also sees pages that became blank. Prints how many came out smaller, unchanged, refused and wrong. Nothing is written
but what --keep and --json ask for. A sweep that is ended prints what it has.

  --preset NAME    sharp, balanced (default), small, lossless or api
  --quality N …    every option of "npm run -s compress -- --help" that is about the result; switches as --X and --no-X
  --password X     opens those that need one
  --seconds N      most time for one document, and for the judges of one (${DEFAULT_SECONDS})
  --list           a line for every document
  --json FILE      appends a line of JSON for every document, as soon as it is done
  --sample N       only N of the documents, chosen by --seed S (1)
  --engine-only    shows the results to no other program
  --keep DIR       puts documents that went wrong there, with what came out
  --help           print this

Exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage.`;

/**
 * @typedef {{
 *   readonly help: boolean,
 *   readonly folder: string,
 *   readonly options: import('../../shared/index.ts').CompressOptions,
 *   readonly password: string | undefined,
 *   readonly seconds: number,
 *   readonly list: boolean,
 *   readonly json: string | undefined,
 *   readonly sample: number,
 *   readonly seed: number,
 *   readonly engineOnly: boolean,
 *   readonly keep: string | undefined,
 * }} Asked
 */

/**
 * @param {readonly string[]} args
 * @param {string} from base of relative paths
 * @returns {Asked | { readonly faults: readonly string[] }}
 */
export function readArgs(args, from) {
  const { flags, positionals, faults } = parseFlags(args, {
    ...OPTION_FLAG_KINDS,
    preset: 'value',
    password: 'value',
    seconds: 'value',
    list: 'switch',
    json: 'value',
    sample: 'value',
    seed: 'value',
    'engine-only': 'switch',
    keep: 'value',
    help: 'switch',
  });
  const help = flags.has('help');
  const [folder, ...rest] = positionals;
  const seconds = Number(flags.get('seconds') ?? DEFAULT_SECONDS);
  const sample = Number(flags.get('sample') ?? Number.POSITIVE_INFINITY);
  const seed = Number(flags.get('seed') ?? 1);
  const read = optionsFrom(flags);
  const wrong = [
    ...faults,
    ...(folder === undefined && !help ? ['The folder is missing.'] : []),
    ...(rest.length > 0 ? [`Only one folder can be named; ${rest.join(', ')} is more than that.`] : []),
    ...(seconds > 0 ? [] : ['--seconds must be a number above 0.']),
    ...(sample >= 1 ? [] : ['--sample must be a number above 0.']),
    ...(Number.isInteger(seed) ? [] : ['--seed must be a whole number.']),
    ...(read.ok ? [] : read.faults),
  ];
  if (wrong.length > 0 || !read.ok) return { faults: wrong };
  const [keep, json] = [flags.get('keep'), flags.get('json')];
  return {
    help,
    folder: resolve(from, folder ?? ''),
    options: read.options,
    password: flags.get('password') || undefined,
    seconds,
    list: flags.has('list'),
    json: json === undefined ? undefined : resolve(from, json),
    sample,
    seed,
    engineOnly: flags.has('engine-only'),
    keep: keep === undefined ? undefined : resolve(from, keep),
  };
}
