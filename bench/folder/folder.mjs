import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { megabytes, printTable } from '../../scripts/print-table.mjs';
import { Refusal } from '../../scripts/project.mjs';
import { measure, pagelight, yardsticks } from '../programs.mjs';
import { keepResults } from '../results.mjs';
import { isQuiet, watchLoad } from './load.mjs';

/**
 * @typedef {import('../programs.mjs').Measured & {
 *   readonly program: string,
 *   readonly file: string,
 *   readonly group: string,
 * }} Row
 */

/** Runs per program and file, alternating with the other programs; the median counts. */
const ROUNDS = 3;

/**
 * Compresses every PDF of a folder with the built command line and the other installed programs, and prints the results
 * per class of files and in total. Speed ratios are printed only if the machine was otherwise nearly idle.
 *
 * @param {string} folder its `manifest.json`, if any, names the classes
 * @param {readonly string[]} options for our own command line
 */
export async function benchFolder(folder, options) {
  const files = readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith('.pdf'))
    .sort();
  if (files.length === 0) throw new Refusal(`There is no PDF in ${folder}.`);
  const classes = classesOf(folder);
  const programs = [pagelight(options), ...(await yardsticks())];

  /** @type {Row[]} */
  const rows = [];
  const load = watchLoad();
  let ownSeconds = 0;
  console.log(
    `\n${folder} ${options.join(' ')}\n${programs.map(({ name }) => name).join(', ')}: size beside the input, ms`,
  );
  for (const file of files) {
    const group = classes.get(file) ?? 'other';
    /** @type {readonly Row[][]} */
    const runs = programs.map(() => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, program] of programs.entries()) {
        const measured = await measure(program, join(folder, file));
        ownSeconds += measured.cpuMs / 1000;
        runs[index].push({ ...measured, program: program.name, file, group });
      }
    }
    rows.push(...runs.map(median));
    console.log(fileLine(file, rows.slice(-programs.length)));
  }
  for (const { program, file, failure } of rows)
    if (failure !== null) console.log(`failed  ${program}  ${file}: ${failure}`);

  const groups = [...new Set(rows.map(({ group }) => group))].sort();
  const summaries = [...(groups.length > 1 ? groups : []), 'all'].flatMap((group) =>
    programs.map(({ name }) =>
      summary(
        name,
        group,
        rows.filter((row) => row.program === name && (group === 'all' || row.group === group)),
      ),
    ),
  );
  console.log('');
  printTable([SUMMARY_HEAD, ...summaries.map(summaryCells)]);
  printRatios(
    summaries.filter(({ group }) => group === 'all'),
    load.others(ownSeconds),
  );
  await keepResults(summaries);
  if (rows.some(({ program, failure }) => program === 'pagelight' && failure === null)) return;
  process.exitCode = 1;
}

/** @param {readonly Row[]} runs of one program over one file */
function median(runs) {
  return [...runs].sort((a, b) => a.ms - b.ms)[Math.floor(runs.length / 2)];
}

/**
 * @param {readonly Summary[]} all of each program, ours first
 * @param {number} others share of the machine's time that was not ours
 */
function printRatios([own, ...rivals], others) {
  const share = `${Math.round(others * 100)} %`;
  if (!isQuiet(others)) {
    console.log(`\nOthers took ${share} of the machine: how we stand beside other programs is not said.`);
    return;
  }
  console.log(`\nOthers took ${share} of the machine. Times as fast as:`);
  printTable([
    ['program', 'by the clock', 'of the processor'],
    ...rivals.map(({ program, ms, cpuMs }) => [
      program,
      (ms / own.ms).toFixed(2),
      (cpuMs / own.cpuMs).toFixed(2),
    ]),
  ]);
}

/**
 * @param {string} folder
 * @returns {ReadonlyMap<string, string>} by the file's name
 */
function classesOf(folder) {
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) return new Map();
  const entries = /** @type {readonly { readonly file: string, readonly cls: string }[]} */ (
    JSON.parse(readFileSync(manifest, 'utf8'))
  );
  return new Map(entries.map(({ file, cls }) => [file, cls]));
}

/**
 * @param {string} file
 * @param {readonly Row[]} rows
 */
function fileLine(file, rows) {
  const cells = rows.map(({ bytesIn, bytesOut, ms, failure }) =>
    `${failure === null ? (bytesOut / bytesIn).toFixed(3) : 'failed'} ${String(Math.round(ms)).padStart(6)}`.padStart(
      16,
    ),
  );
  return `${file.padEnd(36)}${cells.join('')}`;
}

/** @typedef {import('../results.mjs').Result & { readonly failed: number, readonly cpuMs: number, readonly geometricMean: number }} Summary */

/**
 * @param {string} program
 * @param {string} group
 * @param {readonly Row[]} rows
 * @returns {Summary}
 */
function summary(program, group, rows) {
  const sum = (/** @type {'bytesIn' | 'bytesOut' | 'ms' | 'cpuMs'} */ key) =>
    rows.reduce((all, row) => all + row[key], 0);
  const logs = rows.reduce((all, { bytesIn, bytesOut }) => all + Math.log(bytesOut / bytesIn), 0);
  const peaks = rows.flatMap(({ peakMib }) => (peakMib === null ? [] : [peakMib]));
  return {
    program,
    group,
    files: rows.length,
    failed: rows.filter(({ failure }) => failure !== null).length,
    bytesIn: sum('bytesIn'),
    bytesOut: sum('bytesOut'),
    ms: sum('ms'),
    cpuMs: sum('cpuMs'),
    peakMib: peaks.length === 0 ? null : Math.max(...peaks),
    geometricMean: Math.exp(logs / rows.length),
  };
}

const SUMMARY_HEAD = [
  'class',
  'program',
  'files',
  'failed',
  'MB in',
  'MB out',
  'ratio',
  'geo mean',
  's',
  'cpu s',
  'MB/s',
  'peak MiB',
];

/** @param {Summary} one */
function summaryCells({
  program,
  group,
  files,
  failed,
  bytesIn,
  bytesOut,
  ms,
  cpuMs,
  peakMib,
  geometricMean,
}) {
  return [
    group,
    program,
    files,
    failed,
    megabytes(bytesIn),
    megabytes(bytesOut),
    (bytesOut / bytesIn).toFixed(3),
    geometricMean.toFixed(3),
    (ms / 1000).toFixed(1),
    (cpuMs / 1000).toFixed(1),
    (bytesIn / 1000 / ms).toFixed(2),
    peakMib === null ? '-' : Math.round(peakMib),
  ];
}
