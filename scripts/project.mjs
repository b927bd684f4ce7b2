import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Each tool's script for Node: the links in `.bin` are shell scripts on Windows. */
const TOOLS = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  playwright: 'node_modules/@playwright/test/cli.js',
  // The compiler in Go takes a tenth of the time. The one in JavaScript remains for its library API.
  tsc: 'node_modules/typescript-native/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  knip: 'node_modules/knip/bin/knip.js',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** @returns {readonly string[]} files of the checkout that git tracks or does not ignore, relative to its root */
export function ownFiles() {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .trim()
    .split('\n');
}

/** A problem that the user must fix first; the message says how. */
export class Refusal extends Error {
  /** @override */
  name = 'Refusal';
}

/**
 * @typedef {{
 *   readonly output: 'show' | 'to-stderr' | 'keep',
 *   readonly env?: Readonly<Record<string, string>>,
 *   readonly node?: string,
 * }} How `keep` collects both streams in order; `node` runs a tool on another Node
 * @typedef {{ readonly code: number, readonly output: string }} Ended
 */

/**
 * @param {keyof typeof TOOLS} tool
 * @param {readonly string[]} args
 * @param {How} how
 */
export function runTool(tool, args, how) {
  return runProgram(how.node ?? process.execPath, [join(ROOT, TOOLS[tool]), ...args], how);
}

/**
 * Runs a program in the checkout's folder to its end. Returns code 127 if it cannot start.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {How} how
 * @returns {Promise<Ended>}
 */
export function runProgram(program, args, how) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...COLOR, ...how.env },
      stdio: ['ignore', ...STREAMS[how.output]],
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

// A tool whose output is captured sees no terminal; only we know whether its lines will reach one.
const COLOR = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

/** @type {Readonly<Record<How['output'], readonly ('inherit' | 'pipe' | number)[]>>} */
const STREAMS = {
  show: ['inherit', 'inherit'],
  'to-stderr': [2, 2],
  keep: ['pipe', 'pipe'],
};
