import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { megabytes, printTable } from '../scripts/print-table.mjs';
import { Refusal, ROOT, runProgram } from '../scripts/project.mjs';
import { bundled } from './bundle.mjs';
import { keepResults } from './results.mjs';
import { DOCUMENTS } from './synthetic/documents.mjs';

/** @typedef {import('./phases.mjs').Measured} Measured */

/** Other work on the machine only adds time, so the fastest of several runs is the most accurate. */
const MAX_RUNS = 3;
/** No further run of a document starts after this time. */
const ENOUGH_MS = 60_000;
const MEBIBYTE = 1024 * 1024;

/**
 * @typedef {{ readonly name: string, readonly file: string }} Program
 * @typedef {{ readonly program: string, readonly document: string, readonly bytesIn: number, readonly best: Measured }} Row
 */

/**
 * Measures opening, passes, writing and checking of generated documents, compared with alternative libraries. Every run
 * is a process of its own.
 */
export async function benchStructure() {
  const programs = await measuredPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-bench-'));
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const { name, about, make } of DOCUMENTS) {
      const input = join(folder, `${name}.pdf`);
      writeFileSync(input, make());
      console.log(`\n${name}: ${about}, ${megabytes(statSync(input).size)} MB`);
      const measured = await measureInTurn(programs, input, name);
      printTable([HEAD, ...measured.map((row) => cells(row, measured[0]))]);
      rows.push(...measured);
      rmSync(input);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  printAims(rows);
  await keepResults(
    rows.map(({ program, document, bytesIn, best }) => ({
      program,
      group: document,
      files: 1,
      bytesIn,
      bytesOut: best.outputBytes,
      ms: total(best),
      peakMib: best.peakMib,
    })),
  );
}

/** @returns {Promise<readonly Program[]>} */
async function measuredPrograms() {
  const here = join(ROOT, 'bench');
  return [
    { name: 'pagelight', file: await bundled('run-pagelight.mjs') },
    { name: 'pdf-lib', file: join(here, 'run-pdf-lib.mjs') },
    { name: '@libpdf/core', file: join(here, 'run-libpdf.mjs') },
  ];
}

/**
 * The fastest run of each program; they alternate, so that a busy moment does not affect only one.
 *
 * @param {readonly Program[]} programs
 * @param {string} input
 * @param {string} document
 * @returns {Promise<readonly Row[]>}
 */
async function measureInTurn(programs, input, document) {
  /** @type {Map<string, Measured>} */
  const best = new Map();
  const began = performance.now();
  for (let run = 0; run < MAX_RUNS && (run === 0 || performance.now() - began < ENOUGH_MS); run++) {
    for (const { name, file } of programs) {
      const measured = await measure(file, input);
      const known = best.get(name);
      if (known === undefined || openAndWrite(measured) < openAndWrite(known)) best.set(name, measured);
    }
  }
  const bytesIn = statSync(input).size;
  return [...best].map(([program, measured]) => ({ program, document, bytesIn, best: measured }));
}

/**
 * @param {string} program
 * @param {string} input
 * @returns {Promise<Measured>}
 */
async function measure(program, input) {
  const { code, output } = await runProgram(process.execPath, [program, input], { output: 'keep' });
  if (code !== 0) throw new Refusal(`${program} ended with code ${code}:\n${output}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

const HEAD = [
  'program',
  'open',
  'passes',
  'write',
  'check',
  'total ms',
  'open+write',
  'beside ours',
  'MB out',
  'peak MiB',
  'peak/file',
];

/**
 * @param {Row} row
 * @param {Row} ours
 */
function cells({ program, bytesIn, best }, ours) {
  const { open, passes, write, check } = best.ms;
  return [
    program,
    ...[open, passes, write, check].map((ms) => (ms === undefined ? '-' : Math.round(ms))),
    Math.round(total(best)),
    Math.round(openAndWrite(best)),
    `${(openAndWrite(best) / openAndWrite(ours.best)).toFixed(2)}x`,
    megabytes(best.outputBytes),
    Math.round(best.peakMib),
    `${((best.peakMib * MEBIBYTE) / bytesIn).toFixed(1)}x`,
  ];
}

/** @param {Measured} measured */
function openAndWrite({ ms }) {
  return ms.open + ms.write;
}

/** @param {Measured} measured */
function total({ ms }) {
  return ms.open + (ms.passes ?? 0) + ms.write + (ms.check ?? 0);
}

/** @param {readonly Row[]} rows */
function printAims(rows) {
  const find = (/** @type {string} */ program, /** @type {string} */ document) => {
    const row = rows.find((one) => one.program === program && one.document === document);
    if (row === undefined) throw new Error(`${document} was not measured with ${program}`);
    return row;
  };
  const ratio = (/** @type {string} */ document) =>
    openAndWrite(find('pdf-lib', document).best) / openAndWrite(find('pagelight', document).best);
  const images = find('pagelight', 'images-130mb');
  const perFont = (find('pagelight', 'fonts-100').best.ms['pass fonts'] ?? 0) / 100;
  const perObject = (/** @type {string} */ document, /** @type {number} */ objects) =>
    ((total(find('pagelight', document).best) / objects) * 1000).toFixed(0);
  console.log('');
  printTable([
    ['aim', 'wanted', 'measured'],
    ['open + write of 100,000 objects beside pdf-lib, table', '2.0x', `${ratio('objects-100k').toFixed(1)}x`],
    ['the same in object streams', '2.0x', `${ratio('objects-100k-packed').toFixed(1)}x`],
    ['peak memory for the images, beside their file', '3.0x', cells(images, images).at(-1) ?? ''],
    ['milliseconds a Type 1 font', '100', perFont.toFixed(0)],
    [
      'microseconds an object, all steps, of 10,000, 100,000 and 1,000,000',
      'alike',
      `${perObject('objects-10k', 10_000)}, ${perObject('objects-100k', 100_000)}, ${perObject('objects-1m', 1_000_000)}`,
    ],
  ]);
}
