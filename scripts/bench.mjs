import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Refusal, ROOT, runProgram } from './project.mjs';

/**
 * @typedef {{
 *   readonly name: string,
 *   readonly before: number,
 *   readonly after: number,
 *   readonly ms: number,
 *   readonly peakMib: number,
 * }} Measured sizes in bytes; time and memory are the whole program's, its start included
 */

/**
 * Compresses every PDF of a folder with the built command line and prints what came of it.
 *
 * @param {readonly string[]} args a folder (the fixtures when left out), then options for every file
 */
export async function bench([folder, ...options]) {
  const from = folder ? resolve(process.env.INIT_CWD ?? '.', folder) : join(ROOT, 'shared/fixtures/real');
  const names = readdirSync(from)
    .filter((name) => name.toLowerCase().endsWith('.pdf'))
    .sort();
  if (names.length === 0) throw new Refusal(`There is no PDF in ${from}.`);

  /** @type {Measured[]} */
  const measured = [];
  const failures = [];
  print('file', 'before', 'after', 'ratio', 'ms', 'peak MiB');
  for (const name of names) {
    const result = await measure(join(from, name), name, options);
    if (typeof result === 'string') {
      failures.push(`${name}: ${result}`);
      continue;
    }
    measured.push(result);
    printRow(result);
  }
  if (measured.length > 1) printRow(total(measured));
  for (const failure of failures) console.log(`failed  ${failure}`);
  if (measured.length === 0) process.exitCode = 1;
}

/**
 * @param {string} input
 * @param {string} name
 * @param {readonly string[]} options
 * @returns {Promise<Measured | string>} the reason, when it failed
 */
async function measure(input, name, options) {
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-bench-'));
  try {
    const output = join(folder, 'out.pdf');
    const peakFile = join(folder, 'peak');
    const began = performance.now();
    const ended = await runProgram(
      process.execPath,
      [
        '--import',
        pathToFileURL(join(ROOT, 'scripts/peak-memory.mjs')).href,
        join(ROOT, 'dist/server/compress-cli.js'),
        input,
        output,
        ...options,
      ],
      { output: 'keep', env: { PEAK_MEMORY_FILE: peakFile } },
    );
    const ms = performance.now() - began;
    if (ended.code !== 0) return `exit code ${ended.code}, ${ended.output.trim()}`;
    const peakMib = Number(readFileSync(peakFile, 'utf8')) / 1024;
    return { name, before: statSync(input).size, after: statSync(output).size, ms, peakMib };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {readonly Measured[]} all
 * @returns {Measured}
 */
function total(all) {
  const sum = (/** @type {'before' | 'after' | 'ms'} */ key) => all.reduce((n, one) => n + one[key], 0);
  const peakMib = Math.max(...all.map((one) => one.peakMib));
  return { name: 'all', before: sum('before'), after: sum('after'), ms: sum('ms'), peakMib };
}

/** @param {Measured} row */
function printRow({ name, before, after, ms, peakMib }) {
  print(name, before, after, (after / before).toFixed(3), Math.round(ms), Math.round(peakMib));
}

/** @param {readonly (string | number)[]} cells the first is a name, the others line up at the right */
function print(...cells) {
  const [name, ...values] = cells;
  console.log(`${String(name).padEnd(36)}${values.map((value) => String(value).padStart(11)).join('')}`);
}
