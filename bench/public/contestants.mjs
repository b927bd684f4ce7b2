import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, ROOT, runProgram } from '../../scripts/project.mjs';

/**
 * A command that compresses a PDF: any program that reads a file and writes a file.
 *
 * @typedef {{
 *   readonly name: string,
 *   readonly program: string,
 *   readonly args: readonly string[],
 *   readonly version?: readonly string[],
 *   readonly okCodes?: readonly number[],
 * }} Contestant in `args`, `{in}` and `{out}` are the two files; `version` are the arguments that print its version
 * @typedef {{ readonly contestant: Contestant, readonly version: string | null }} Known `version` is null if it is not installed
 * @typedef {{ readonly ms: number, readonly failure: string | null }} Run
 */

const OURS = join(ROOT, 'dist/package/pagelight.js');
const GS = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pdfwrite'];
const LONGEST_MS = 15 * 60 * 1000;

/** @returns {readonly Contestant[]} */
export function usualContestants() {
  const hyper = process.env.HYPER_FOLDER ?? '';
  return [
    // The presets of the tab.
    ours('pagelight balanced', ['--preset', 'balanced']),
    ours('pagelight lossless', ['--preset', 'lossless']),
    ghostscript('/ebook'),
    ghostscript('/printer'),
    {
      name: 'qpdf',
      program: 'qpdf',
      version: ['--version'],
      args: ['--object-streams=generate', '--recompress-flate', '--compression-level=9', '{in}', '{out}'],
      // It wrote a file, with warnings.
      okCodes: [0, 3],
    },
    {
      name: 'mutool clean',
      program: 'mutool',
      version: ['-v'],
      args: ['clean', '-gggg', '-z', '-f', '-i', '{in}', '{out}'],
    },
    {
      name: 'hyper medium',
      // HYPER_FOLDER is the folder of its installation; it is not part of this project.
      program: hyper === '' ? 'hyper-compress-wasm' : process.execPath,
      version: [
        '-p',
        `require(${JSON.stringify(join(hyper, 'node_modules/hyper-compress-wasm/package.json'))}).version`,
      ],
      args: [join(ROOT, 'bench/run-hyper.mjs'), hyper, '{in}', '{out}'],
    },
    {
      name: 'ocrmypdf -O3',
      program: 'ocrmypdf',
      version: ['--version'],
      args: ['--skip-text', '--tesseract-timeout=0', '--output-type', 'pdf', '-O3', '{in}', '{out}'],
    },
  ];
}

/** @param {string} name @param {readonly string[]} options @returns {Contestant} */
function ours(name, options) {
  const args = [OURS, 'compress', '{in}', '{out}', ...options];
  return { name, program: process.execPath, version: [OURS, '--version'], args };
}

/** @param {string} settings @returns {Contestant} */
function ghostscript(settings) {
  const args = [...GS, `-dPDFSETTINGS=${settings}`, '-sOutputFile={out}', '{in}'];
  return { name: `gs ${settings}`, program: 'gs', version: ['--version'], args };
}

/**
 * Reads contestants from a file: a JSON list of commands.
 *
 * @param {string} file
 * @returns {readonly Contestant[]}
 */
export function contestantsOf(file) {
  /** @type {unknown} */
  const list = JSON.parse(readFileSync(file, 'utf8'));
  if (Array.isArray(list) && list.every(isContestant)) return list;
  throw new Refusal(`${file} must be a list of { "name", "program", "args": [ …, "{in}", "{out}" ] }.`);
}

/** @param {unknown} one @returns {one is Contestant} */
function isContestant(one) {
  if (typeof one !== 'object' || one === null) return false;
  const { name, program, args } = /** @type {Record<string, unknown>} */ (one);
  const said = Array.isArray(args) ? args.join(' ') : '';
  return (
    typeof name === 'string' && typeof program === 'string' && /\{in\}/.test(said) && /\{out\}/.test(said)
  );
}

/**
 * Checks which contestants are installed. @param {readonly Contestant[]} contestants @returns {Promise<readonly
 * Known[]>}
 */
export async function whoIsHere(contestants) {
  return Promise.all(
    contestants.map(async (contestant) => {
      const { program, version = [] } = contestant;
      const { code, output } = await runProgram(program, version, { output: 'keep' });
      const said = /\d+(\.\d+)+/.exec(output)?.[0] ?? 'unknown version';
      return { contestant, version: code === 127 ? null : said };
    }),
  );
}

/**
 * @param {Contestant} contestant
 * @param {string} input
 * @param {string} output
 * @returns {Promise<Run>}
 */
export function compete({ program, args, okCodes = [0] }, input, output) {
  const filled = args.map((arg) => arg.replace('{in}', input).replace('{out}', output));
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, filled, { stdio: ['ignore', 'ignore', 'pipe'], timeout: LONGEST_MS });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-2000);
    });
    const end = (/** @type {string} */ ending, /** @type {boolean} */ isWell) => {
      const isWritten = isWell && existsSync(output) && statSync(output).size > 0;
      resolve({ ms: performance.now() - began, failure: isWritten ? null : lineOf(said) || ending });
    };
    child.on('error', (error) => end(error.message, false));
    child.on('close', (code, signal) =>
      end(signal === null ? `exit code ${code}` : `ended by ${signal}`, okCodes.includes(code ?? -1)),
    );
  });
}

/** The line with the error in a program's output. @param {string} said */
function lineOf(said) {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? '';
}
