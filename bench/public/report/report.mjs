import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTable } from '../../../scripts/print-table.mjs';
import { csvOf } from './csv.mjs';
import { pageOf } from './page.mjs';
import { lossLines, SUMMARY_HEAD, summaryRows } from './summary.mjs';
import { worstPictures } from './worst.mjs';

/**
 * @typedef {import('../public.mjs').Outcome} Outcome
 * @typedef {{
 *   readonly known: readonly import('../contestants.mjs').Known[],
 *   readonly outcomes: readonly Outcome[],
 *   readonly missing: number,
 * }} Report `missing`: documents of the manifest that were not found
 */

/** @param {Report} report */
export function printReport(report) {
  console.log('');
  printTable([SUMMARY_HEAD, ...summaryRows(report)]);
  console.log(`\n${contestantLines(report.known).join('\n')}`);
}

/**
 * @param {string} folder
 * @param {Report} report
 */
export function writeReport(folder, report) {
  writeFileSync(join(folder, 'results.csv'), csvOf(report.outcomes));
  writeFileSync(join(folder, 'table.md'), markdownOf(report));
  const pictures = worstPictures(report.outcomes);
  for (const { file, png } of pictures.flatMap(({ before, after }) => [before, after]))
    writeFileSync(join(folder, file), png);
  writeFileSync(join(folder, 'index.html'), pageOf(report, pictures, contestantLines(report.known)));
}

/** @param {Report} report */
function markdownOf(report) {
  const row = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    row(SUMMARY_HEAD),
    row(SUMMARY_HEAD.map(() => '---')),
    ...summaryRows(report).map(row),
    '',
    contestantLines(report.known).join('\n'),
    '',
    'Losses:',
    '',
    ...lossLines(report.outcomes).map((line) => `- ${line}`),
    '',
  ].join('\n');
}

/** Contestants that took part, and missing ones. @param {Report['known']} known */
function contestantLines(known) {
  const here = known.filter(({ version }) => version !== null);
  const absent = known.filter(({ version }) => version === null);
  const names = (/** @type {Report['known']} */ list) =>
    list
      .map(({ contestant, version }) =>
        version === null ? contestant.name : `${contestant.name} ${version}`,
      )
      .join(', ');
  return [
    `Contestants: ${names(here)}.`,
    ...(absent.length === 0 ? [] : [`Not installed here: ${names(absent)}.`]),
  ];
}
