import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, runProgram } from '../scripts/project.mjs';

/**
 * @typedef {{
 *   readonly name: string,
 *   readonly command: (input: string, output: string) => readonly [program: string, args: readonly string[]],
 * }} Program compresses a PDF
 * @typedef {{
 *   readonly bytesIn: number,
 *   readonly bytesOut: number,
 *   readonly ms: number,
 *   readonly cpuMs: number,
 *   readonly peakMib: number | null,
 *   readonly failure: string | null,
 * }} Measured time, by the clock and of the processor, and memory are the whole program's, its start included; what failed saved nothing
 */

/** Records the peak memory of a Node program; that of other programs is unknown. */
const PEAK_MEMORY = ['--import', pathToFileURL(join(ROOT, 'bench/peak-memory.mjs')).href];

/**
 * @param {readonly string[]} options as on the command line
 * @param {string} checkout with a build
 * @returns {Program}
 */
export function pagelight(options, checkout = ROOT) {
  const cli = join(checkout, 'dist/package/pagelight.js');
  return {
    name: 'pagelight',
    command: (input, output) => [
      process.execPath,
      [...PEAK_MEMORY, cli, 'compress', input, output, ...named(options)],
    ],
  };
}

/**
 * Adds the preset that figures have always been measured with, unless the options name one.
 *
 * @param {readonly string[]} options as on the command line
 * @returns {readonly string[]}
 */
export function named(options) {
  return options.some((option) => option.startsWith('--preset')) ? options : ['--preset', 'api', ...options];
}

/** The installed programs to compare with. @returns {Promise<readonly Program[]>} */
export async function yardsticks() {
  /** @type {Program[]} */
  const found = [];
  const hyper = process.env.HYPER_FOLDER;
  if (hyper) {
    const run = join(ROOT, 'bench/run-hyper.mjs');
    found.push({
      name: 'hyper medium',
      command: (input, output) => [process.execPath, [...PEAK_MEMORY, run, hyper, input, output]],
    });
  }
  if (await isInstalled('gs')) {
    const settings = ['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-sDEVICE=pdfwrite', '-dPDFSETTINGS=/ebook'];
    found.push({
      name: 'gs /ebook',
      command: (input, output) => ['gs', [...settings, `-sOutputFile=${output}`, input]],
    });
  }
  if (await isInstalled('qpdf')) {
    const settings = ['--object-streams=generate', '--recompress-flate', '--compression-level=9'];
    found.push({ name: 'qpdf', command: (input, output) => ['qpdf', [...settings, input, output]] });
  }
  return found;
}

/** @param {string} program */
async function isInstalled(program) {
  return (await runProgram(program, ['--version'], { output: 'keep' })).code === 0;
}

/** Runs a program, then writes the processor time of it and its children (POSIX `times`) into the file `$0`. */
const TIMED = '"$@"; code=$?; times > "$0"; exit $code';

/**
 * The second line is about the shell's children: user and system time, such as `0m1.234s 0m0.050s`. @param {string}
 * times
 */
function cpuMsOf(times) {
  const spans = times.split('\n')[1]?.matchAll(/(\d+)m([\d.]+)s/g) ?? [];
  return [...spans].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

/**
 * @param {Program} program
 * @param {string} input
 * @returns {Promise<Measured>}
 */
export async function measure({ command }, input) {
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-bench-'));
  try {
    const output = join(folder, 'out.pdf');
    const peakFile = join(folder, 'peak');
    const timesFile = join(folder, 'times');
    const [program, args] = command(input, output);
    const began = performance.now();
    const ended = await runProgram('sh', ['-c', TIMED, timesFile, program, ...args], {
      output: 'keep',
      env: { PEAK_MEMORY_FILE: peakFile },
    });
    const ms = performance.now() - began;
    const bytesIn = statSync(input).size;
    // Exit code 3 of qpdf: it wrote a file, with warnings.
    const isWritten =
      (ended.code === 0 || ended.code === 3) && existsSync(output) && statSync(output).size > 0;
    return {
      bytesIn,
      bytesOut: isWritten ? statSync(output).size : bytesIn,
      ms,
      cpuMs: cpuMsOf(readFileSync(timesFile, 'utf8')),
      peakMib: existsSync(peakFile) ? Number(readFileSync(peakFile, 'utf8')) : null,
      failure: isWritten ? null : failureOf(ended),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The line with the error in a program's output. @param {import('../scripts/project.mjs').Ended} ended */
function failureOf({ code, output }) {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? `exit code ${code}`;
}
