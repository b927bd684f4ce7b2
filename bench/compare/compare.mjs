import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureBuilt } from '../../scripts/build.mjs';
import { printTable } from '../../scripts/print-table.mjs';
import { Refusal, ROOT } from '../../scripts/project.mjs';
import { measure, pagelight } from '../programs.mjs';
import { builtCommit } from './built-commit.mjs';

/** @typedef {import('../programs.mjs').Measured} Measured */

/** Runs of each build per file, in turns; the median by CPU time counts. */
const ROUNDS = 3;

/**
 * Builds another commit beside this checkout, compresses the same PDFs with both builds in turns, and prints CPU time,
 * wall-clock time, peak memory and bytes of each file, and of all: the row that belongs to a change of a pass.
 *
 * @param {string} before a commit
 * @param {string} place a folder of PDFs, or one
 * @param {readonly string[]} options for both commands
 */
export async function benchCompare(before, place, options) {
  const files = pdfsIn(place);
  if (files.length === 0) throw new Refusal(`There is no PDF in ${place}.`);
  await ensureBuilt(console.log);
  const folder = await builtCommit(before, console.log);
  const programs = [pagelight(options, folder), pagelight(options, ROOT)];
  /** @type {(readonly [Measured, Measured])[]} */
  const pairs = [];
  console.log(`\n${place} ${options.join(' ')}: ${before}, and what this checkout adds\n`);
  for (const file of files) {
    /** @type {readonly Measured[][]} */
    const runs = [[], []];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, program] of programs.entries()) runs[index].push(await measure(program, file));
    for (const [index, { failure }] of runs.map(median).entries())
      if (failure !== null) console.log(`failed  ${['before', 'now'][index]}  ${basename(file)}: ${failure}`);
    pairs.push([median(runs[0]), median(runs[1])]);
  }
  const all = /** @type {[Measured, Measured]} */ (
    [0, 1].map((side) => together(pairs.map((pair) => pair[side])))
  );
  printTable([
    ['file', 'CPU s', '', 'wall s', '', 'peak MiB', '', 'bytes', ''],
    ...pairs.map((pair, index) => [basename(files[index]), ...cells(pair)]),
    ['all', ...cells(all)],
  ]);
  console.log(
    `\n${change(all, 'bytesOut')} bytes, ${change(all, 'cpuMs')} CPU, ${change(all, 'peakMib')} peak memory`,
  );
}

/** @param {string} place */
function pdfsIn(place) {
  if (statSync(place).isFile()) return [place];
  const names = readdirSync(place).filter((name) => name.toLowerCase().endsWith('.pdf'));
  return names.sort().map((name) => join(place, name));
}

/** @param {readonly Measured[]} runs */
function median(runs) {
  return [...runs].sort((one, other) => one.cpuMs - other.cpuMs)[Math.floor(runs.length / 2)];
}

/** @param {readonly Measured[]} files @returns {Measured} sums, and the largest peak */
function together(files) {
  const sum = (/** @type {'bytesIn' | 'bytesOut' | 'ms' | 'cpuMs'} */ key) =>
    files.reduce((all, file) => all + file[key], 0);
  const peaks = files.flatMap(({ peakMib }) => peakMib ?? []);
  return {
    bytesIn: sum('bytesIn'),
    bytesOut: sum('bytesOut'),
    ms: sum('ms'),
    cpuMs: sum('cpuMs'),
    peakMib: peaks.length === 0 ? null : Math.max(...peaks),
    failure: null,
  };
}

/** @param {readonly [Measured, Measured]} pair */
function cells(pair) {
  const [before] = pair;
  return [
    (before.cpuMs / 1000).toFixed(2),
    change(pair, 'cpuMs'),
    (before.ms / 1000).toFixed(2),
    change(pair, 'ms'),
    before.peakMib === null ? '-' : Math.round(before.peakMib),
    change(pair, 'peakMib'),
    before.bytesOut,
    change(pair, 'bytesOut'),
  ];
}

/**
 * Returns a change such as `+.4 %`; bytes of one in ten thousand still show.
 *
 * @param {readonly [Measured, Measured]} pair
 * @param {'bytesOut' | 'ms' | 'cpuMs' | 'peakMib'} key
 */
export function change([before, now], key) {
  const [one, other] = [before[key], now[key]];
  if (one === null || other === null) return '-';
  if (one === other) return '0 %';
  const percent = (other / one - 1) * 100;
  const text = Math.abs(percent).toFixed(key === 'bytesOut' ? 2 : 1);
  return `${percent < 0 ? '−' : '+'}${text.replace(/^0\./, '.')} %`;
}
