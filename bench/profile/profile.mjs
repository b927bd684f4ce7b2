import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { ensureBuilt } from '../../scripts/build.mjs';
import { printTable } from '../../scripts/print-table.mjs';
import { Refusal, ROOT, runProgram } from '../../scripts/project.mjs';
import { named } from '../programs.mjs';
import { sourcesOfBuild } from './sources.mjs';
import { stagesOf } from './stages.mjs';

const BUILT = join(ROOT, '.cache/bench/profile');

/**
 * Prints the processor time per part of the work: compresses each PDF of a folder under V8's sampling profiler, one
 * profile per isolate.
 *
 * @param {string} folder
 * @param {readonly string[]} options for our own command line
 */
export async function benchProfile(folder, options) {
  const files = readdirSync(folder).filter((name) => name.toLowerCase().endsWith('.pdf'));
  if (files.length === 0) throw new Refusal(`There is no PDF in ${folder}.`);
  const command = await builtWithNames();
  /** @type {import('./stages.mjs').Profile[]} */
  const profiles = [];
  for (const file of files) profiles.push(...(await profilesOf(command, join(folder, file), options)));
  const stages = stagesOf(profiles, sourcesOfBuild());
  const total = stages.reduce((sum, { script, wasm }) => sum + script + wasm, 0);
  console.log(
    `\n${folder} ${options.join(' ')}: ${files.length} files, ${seconds(total)} s in ${profiles.length} isolates\n`,
  );
  printTable([
    ['stage', 's', 'share', 'of it WebAssembly'],
    ...stages.map(({ stage, script, wasm }) => [
      stage,
      seconds(script + wasm),
      `${(((script + wasm) / total) * 100).toFixed(1)} %`,
      `${((wasm / (script + wasm)) * 100).toFixed(0)} %`,
    ]),
  ]);
}

/** @param {number} microseconds */
function seconds(microseconds) {
  return (microseconds / 1e6).toFixed(1);
}

/** Builds the released command with function names and source maps. @returns {Promise<string>} the file to run */
async function builtWithNames() {
  await ensureBuilt(console.log);
  const builder = await createBuilder({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    environments: { package: { build: { outDir: BUILT, minify: false, sourcemap: true } } },
  });
  await builder.build(builder.environments.package);
  cpSync(join(ROOT, 'dist/package/wasm'), join(BUILT, 'wasm'), { recursive: true });
  return join(BUILT, 'pagelight.js');
}

/**
 * @param {string} command
 * @param {string} file
 * @param {readonly string[]} options
 * @returns {Promise<readonly import('./stages.mjs').Profile[]>} one per isolate, even for a file that fails
 */
async function profilesOf(command, file, options) {
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-profile-'));
  try {
    const output = join(folder, 'output.pdf');
    const profiler = ['--cpu-prof', '--cpu-prof-dir', folder];
    await runProgram(process.execPath, [...profiler, command, 'compress', file, output, ...named(options)], {
      output: 'keep',
    });
    return readdirSync(folder)
      .filter((name) => name.endsWith('.cpuprofile'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
